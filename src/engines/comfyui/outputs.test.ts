/** How the output files of a finished prompt are read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOutputs } from './outputs.ts';

const never = new AbortController().signal;

test('the outputs of a prompt list its clip without fetching it, so its size is unknown', async () => {
  for (const [filename, contentType] of [
    ['a.mp4', 'video/mp4'],
    ['a.webm', 'video/webm'],
    ['a.MOV', 'video/quicktime'],
  ] as const) {
    const file = { filename, subfolder: '', type: 'output' };
    const job = { state: 'done', outputs: { 1: { images: [file] } }, marked: [], error: undefined } as const;
    const view = () => assert.fail('it is fetched');
    assert.deepEqual(await readOutputs(job, { view, has: async () => true }, never), {
      state: 'done',
      media: [{ kind: 'clip', contentType, width: 0, height: 0, ref: file }],
    });
  }
});

test('a clip that is gone fails the job', async () => {
  const file = { filename: 'a.mp4', subfolder: '', type: 'output' };
  const job = { state: 'done', outputs: { 1: { images: [file] } }, marked: [], error: undefined } as const;
  const read = readOutputs(job, { view: () => assert.fail('it is fetched'), has: async () => false }, never);
  await assert.rejects(read, { code: 'engine_error', retryable: true });
});
