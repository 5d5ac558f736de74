/** What is read of the files of a finished prompt. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOutputs } from './outputs.ts';

const never = new AbortController().signal;

test('a clip is not read in the process of the server: nothing is claimed of it', async () => {
  for (const [filename, contentType] of [
    ['a.mp4', 'video/mp4'],
    ['a.webm', 'video/webm'],
    ['a.MOV', 'video/quicktime'],
  ] as const) {
    const file = { filename, subfolder: '', type: 'output' };
    const job = { state: 'done', outputs: { 1: { images: [file] } }, marked: [], error: undefined } as const;
    // No reader of clips would accept it.
    const view = async () => ({ bytes: Buffer.from('no clip') }) as never;
    assert.deepEqual(await readOutputs(job, { view }, never), {
      state: 'done',
      media: [{ kind: 'clip', contentType, width: 0, height: 0, ref: file }],
    });
  }
});
