import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMachineReport } from './machine-report.ts';

test('the tools of drivers run at the start and when an operator asks, not for each report', async () => {
  let nowMs = 0;
  let reads = 0;
  const savedCores: number[] = [];
  const machine = { platform: 'linux', arch: 'x64', memoryBytes: 8e9, cores: 4, cards: [] };
  const { report, readAnew } = openMachineReport({
    clock: { now: () => nowMs },
    read: async () => ({ ...machine, cores: ++reads }),
    fit: async one => ({ ...one, freeBytes: 1, hasProgram: true }),
    save: async ({ cores }) => void savedCores.push(cores),
  });
  await report();
  await report();
  await readAnew();
  assert.deepEqual([reads, savedCores], [1, [1, 1]], 'what was read a moment ago is not read again');
  nowMs = 60_000;
  await readAnew();
  await report();
  assert.deepEqual([reads, savedCores], [2, [1, 1, 2, 2]]);
});
