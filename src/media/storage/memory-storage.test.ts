import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMemoryStorage } from './memory-storage.ts';
import { readWhole } from './open-file.ts';
import { testStorage } from './storage-conformance.ts';

testStorage('memory', async () => openMemoryStorage(() => 1));

test('the modification time of a file is the time of its write', async () => {
  let nowMs = 1000;
  const storage = openMemoryStorage(() => nowMs);
  await storage.put('a', Buffer.from('x'));
  nowMs = 2000;
  const modifiedTimes: number[] = [];
  for await (const file of storage.list()) modifiedTimes.push(file.modifiedMs);
  assert.deepEqual(modifiedTimes, [1000]);
});

test('a stored file stays the same, whatever the caller does with the buffer', async () => {
  const storage = openMemoryStorage(() => 1);
  const bytes = Buffer.from('before');
  await storage.put('a', bytes);
  bytes.write('after!');
  const file = await storage.open('a');
  assert.equal(file && (await readWhole(file)).toString(), 'before');
});
