/**
 * MP4 files whose edit list shows only a part of their frames, as programs write
 * them that cut without encoding.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { editedSeconds } from '../formats/mp4-edits.ts';
import { framesAt, joinTwoClips } from './clip-frames.ts';
import { videoTrack, withClip } from './decode/open-clip.ts';
import { probeClip } from './probe-clip.ts';
import { runClipWork } from './run-clip-work.ts';

const size = { width: 96, height: 64 };

/**
 * 24 ever lighter frames at 16 per second, of which those before `from` seconds and
 * after `seconds` more are hidden.
 */
async function editClip(from: number, seconds?: number): Promise<Uint8Array> {
  const clip = await readFile(new URL('../../../test/fixtures/clips/h264.mov', import.meta.url));
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new BufferTarget(),
  });
  await withClip(clip, async input => {
    const track = await videoTrack(input);
    const source = new EncodedVideoPacketSource('avc');
    output.addVideoTrack(source);
    await output.start();
    const decoderConfig = (await track.getDecoderConfig()) ?? assert.fail();
    for await (const packet of new EncodedPacketSink(track).packets())
      await source.add(packet.clone({ timestamp: packet.timestamp - from }), { decoderConfig });
  });
  await output.finalize();
  const bytes = Buffer.from(output.target.buffer ?? assert.fail());
  if (seconds === undefined) return bytes;
  // The duration of the first entry follows the version and the number of entries.
  const list = bytes.indexOf('elst');
  const listedDuration = bytes.readUInt32BE(list + 12);
  bytes.writeUInt32BE(
    Math.round((listedDuration * seconds) / (editedSeconds(bytes) ?? assert.fail())),
    list + 12,
  );
  return bytes;
}

const prepare = (clip: Uint8Array) =>
  runClipWork({ kind: 'prepare', clip, requestedSize: size, tags: {}, picks: [{ positions: [0, 1] }] });

/** The gray of a frame made from frame `index` of the clip. */
const grayLevel = (index: number) => 24 + index * 8;

function assertLevels(pictures: readonly { readonly data: ArrayLike<number> }[], indexes: readonly number[]) {
  const levels = pictures.map(({ data }) => data[(10 * 96 + 48) * 4]!);
  for (const [at, index] of indexes.entries())
    assert.ok(
      Math.abs(levels[at]! - grayLevel(index)) <= 6,
      `${levels.join()}, not ${indexes.map(grayLevel).join()}`,
    );
}

test('a clip is as long as its edit list shows it, and begins with the first frame that is shown', async () => {
  const { bytes, facts, pictures } = await prepare(await editClip(0.5));
  assert.deepEqual(
    [facts.durationMs, facts.frames, facts.framesPerSecond, facts.codec],
    [1000, 16, 16, 'avc'],
  );
  assert.deepEqual(await probeClip(bytes), facts);
  assertLevels(pictures?.[0] ?? [], [8, 23]);
});

test('a clip whose edit list ends early is delivered without what is hidden', async () => {
  const { bytes, facts, pictures } = await prepare(await editClip(0.25, 0.75));
  assert.deepEqual([facts.durationMs, facts.frames, facts.codec], [750, 12, 'avc']);
  assert.deepEqual(await probeClip(bytes), facts);
  assertLevels(pictures?.[0] ?? [], [4, 15]);
});

test('what an edit list hides is not shown when clips are joined', async () => {
  const clip = await editClip(0.5, 0.5);
  const joined = await joinTwoClips(clip, clip);
  const { durationMs, frames } = await probeClip(joined);
  assert.deepEqual([durationMs, frames], [1000, 16]);
  assertLevels(await framesAt(joined, { positions: [0, 1] }), [8, 15]);
});

test('files without an edit list, and damaged ones, say nothing', async () => {
  const clip = await editClip(0.5);
  assert.equal(editedSeconds(clip)?.toFixed(2), '1.00');
  for (const bytes of [Buffer.from('no clip'), clip.subarray(0, 300), Buffer.alloc(0)])
    assert.equal(editedSeconds(bytes), undefined);
});
