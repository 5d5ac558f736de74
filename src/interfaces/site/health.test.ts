import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Queryable } from '../../db/open.ts';
import { readyz } from './health.ts';

// All that is asked of a database here.
const db = { query: async () => [{ name: '0001' }] } as unknown as Queryable;
const megabyte = 1024 * 1024;
const ask = (freeMegabytes: number | undefined) => {
  const space =
    freeMegabytes === undefined ? undefined : { freeBytes: freeMegabytes * megabyte, totalBytes: 1e12 };
  return readyz({ db, dataDir: '/data', isDraining: () => false, readDiskSpace: async () => space })();
};

test('a server whose disk is full is not ready, and says how much room is needed', async () => {
  for (const free of [0, 63])
    await assert.rejects(ask(free), ({ code, details }) => {
      assert.deepEqual([code, details], ['disk_full', { free, least: 64 }]);
      return true;
    });
});

test('a server with room on its disk is ready, and so is one whose disk does not say', async () => {
  for (const free of [64, 10_000, undefined]) assert.equal((await ask(free)).status, 'ok');
});
