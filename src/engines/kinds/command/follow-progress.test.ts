/** Progress of a program whose disk is slow or fails. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followProgress } from './follow-progress.ts';

const turn = () => new Promise(resolve => setImmediate(resolve));
const noPause = async () => {};

test('progress is written one write at a time, ending with the latest state', async () => {
  const writtenShares: number[] = [];
  const ends: (() => void)[] = [];
  const progress = followProgress(({ progress: share }) => {
    writtenShares.push(share);
    return new Promise(resolve => ends.push(resolve));
  }, noPause);
  for (const share of [0.1, 0.2, 0.3]) {
    progress.read(`progress ${share}`);
    await turn();
  }
  assert.deepEqual(writtenShares, [0.1], 'the first write is still in progress');
  ends[0]?.();
  await turn();
  assert.deepEqual(writtenShares, [0.1, 0.3]);
});

test('a write that fails does not end the program', async () => {
  let writes = 0;
  const progress = followProgress(async () => {
    if (writes++ === 0) throw new RangeError('the disk is full');
  }, noPause);
  progress.read('progress 0.1');
  await turn();
  assert.equal(progress.read('progress 0.2'), true);
  await turn();
  assert.equal(writes, 2);
});
