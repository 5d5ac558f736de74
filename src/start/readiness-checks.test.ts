import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Queryable } from '../db/open.ts';
import { fixedPool } from '../engines/engine-pool.ts';
import { openReadiness } from '../lib/readiness.ts';
import { openMemoryStorage } from '../media/storage/memory-storage.ts';
import { addChecks } from './readiness-checks.ts';

const megabyte = 1024 * 1024;
// All that is asked of a database here.
const db = { query: async () => [{}] } as unknown as Queryable;

async function read({ free, role = 'all' }: { free?: number | undefined; role?: 'all' | 'worker' }) {
  const readiness = openReadiness();
  const space = free === undefined ? undefined : { freeBytes: free * megabyte, totalBytes: 1e12 };
  addChecks(readiness, {
    config: { dataDir: '/data', role },
    db,
    storage: openMemoryStorage(() => 0),
    engines: fixedPool([]),
    readDiskSpace: async () => space,
  });
  return readiness.read();
}

test('a server whose disk is full is not ready', async () => {
  for (const free of [0, 63]) assert.equal((await read({ free }))['disk'], 'full');
});

test('a server with room on its disk is ready, and so is one whose disk does not say', async () => {
  for (const free of [64, 10_000, undefined])
    assert.deepEqual(await read({ free }), { status: 'ok', database: 'ok', disk: 'ok', storage: 'ok' });
});

test('a worker without an open engine is not ready; a process that also serves is', async () => {
  assert.equal((await read({ role: 'worker' }))['engines'], 'none open');
  assert.equal((await read({ role: 'all' })).status, 'ok');
});
