/** Recorded WebSocket messages, and messages that are ignored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import recordings from '../../../../../test/support/comfyui/recordings.json' with { type: 'json' };
import { readLiveFrame, readLiveText } from './live-events.ts';
import { PromptWatch } from './prompt-watch.ts';

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46]);

function frame(type: number, second: number, ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(type, 0);
  head.writeUInt32BE(second, 4);
  return Buffer.concat([head, ...parts]);
}

test('progress rises through the recorded events of a prompt until all nodes are done', () => {
  const graph = Object.fromEntries(
    Object.entries(recordings.job.body.workflow.prompt).map(([id, { class_type }]) => [
      id,
      { class_type, inputs: {} },
    ]),
  );
  const watch = new PromptWatch(graph);
  const end = recordings.events.findIndex(({ data }) => 'node' in data && data.node === null);
  let progress = 0;
  for (const event of recordings.events.slice(0, end)) {
    const read = readLiveText(JSON.stringify(event));
    if (read) watch.apply(read);
    assert.ok(watch.progress >= progress);
    ({ progress } = watch);
    assert.equal(watch.takePossibleEnd(), false);
  }
  assert.equal(progress, 1);
  const last = readLiveText(JSON.stringify(recordings.events[end]));
  assert.deepEqual(last, { kind: 'ended', promptId: '10325405-67cd-46f6-8cfb-60d59ddf0435' });
});

test('a preview names its prompt, except from older builds', () => {
  const metadata = Buffer.from('{"prompt_id":"a","image_type":"image/jpeg"}');
  const namedPreview = readLiveFrame(frame(4, metadata.length, metadata, jpeg));
  assert.ok(
    namedPreview?.kind === 'preview' &&
      namedPreview.promptId === 'a' &&
      namedPreview.preview.contentType === 'image/jpeg',
  );
  const unnamedPreview = readLiveFrame(frame(1, 1, jpeg));
  assert.ok(unnamedPreview?.kind === 'preview' && unnamedPreview.promptId === undefined);
  assert.deepEqual([...unnamedPreview.preview.bytes], [...jpeg]);
});

test('unknown frames and messages are ignored', () => {
  const frames = [
    Buffer.alloc(0),
    Buffer.alloc(7),
    frame(3, 0, jpeg),
    frame(4, 0xff_ff_ff_ff, jpeg),
    frame(1, 1, Buffer.from('no picture')),
    frame(1, 1, jpeg, Buffer.alloc(9 * 1024 * 1024)),
  ];
  for (const bytes of frames) assert.equal(readLiveFrame(bytes), undefined);
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '{"type":"crystools.monitor","data":{}}',
    '{"type":"executing","data":{"node":null}}',
  ])
    assert.equal(readLiveText(text), undefined);
});
