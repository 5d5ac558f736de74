import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openModelStarts, openQueueStart } from './queue-start.ts';

function openStart() {
  const clock = { nowMs: 0 };
  const start = openQueueStart({ now: () => clock.nowMs });
  return { clock, start, read: () => start.read(async fromTurns => fromTurns) };
}

test('queue queries start at the turn that was reached a while ago, and sometimes at the lowest', async () => {
  const { clock, start, read } = openStart();
  assert.deepEqual(await read(), [0n, 0n, 0n]);
  start.advance(2, 5_000n);
  start.advance(2, 4_999n);
  assert.deepEqual(await read(), [0n, 4_998n, 0n]);
  start.advance(2, 5_300n);
  clock.nowMs += 499;
  start.advance(2, 5_600n);
  assert.deepEqual(await read(), [0n, 4_998n, 0n]);
  clock.nowMs += 1;
  start.advance(2, 5_601n);
  assert.deepEqual(await read(), [0n, 5_600n, 0n]);
  clock.nowMs += 1_501;
  assert.deepEqual(await read(), [0n, 0n, 0n]);
  assert.deepEqual(await read(), [0n, 5_600n, 0n], 'an idle worker does not read all dead rows each time');
});

test('queue queries go back to a task that was left behind', async () => {
  const { clock, start, read } = openStart();
  await read();
  start.advance(1, 5_000n);
  clock.nowMs += 500;
  start.advance(1, 300n);
  assert.deepEqual(await read(), [298n, 0n, 0n]);
  clock.nowMs += 500;
  start.advance(1, 5_001n);
  start.advance(1, 5_002n);
  assert.deepEqual(await read(), [300n, 0n, 0n]);
  clock.nowMs += 500;
  start.advance(1, 5_003n);
  assert.deepEqual(await read(), [5_002n, 0n, 0n]);
});

test('queries from the lowest turn are less frequent when they are slow', async () => {
  const { clock, start, read } = openStart();
  await start.read(async () => void (clock.nowMs += 200));
  start.advance(1, 1_000n);
  clock.nowMs += 9_000;
  assert.deepEqual(await read(), [998n, 0n, 0n]);
  clock.nowMs += 1_001;
  assert.deepEqual(await read(), [0n, 0n, 0n]);
});

test('the queries of a model go back to a task of another model that waits in the same line', async () => {
  const starts = openModelStarts({ now: () => 0 });
  const read = () => starts.read(async startTurns => startTurns('one'));
  await read();
  starts.advance('one', 1, 5_000n);
  starts.goBack('one', 1, 6_000n);
  assert.deepEqual(await read(), [4_998n, 0n, 0n]);
  starts.goBack('one', 1, 300n);
  assert.deepEqual(await read(), [298n, 0n, 0n]);
  starts.goBack('one', 2, 300n);
  assert.deepEqual(await read(), [298n, 0n, 0n], 'unknown is the lowest');
});
