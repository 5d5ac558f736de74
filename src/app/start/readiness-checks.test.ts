import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase, type Queryable } from '../../platform/db/open.ts';
import { fixedPool } from '../../engines/contract/engine-pool.ts';
import { openReadiness } from '../../platform/lib/async/readiness.ts';
import { openMemoryStorage } from '../../media/storage/memory-storage.ts';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { atEnd } from '../../../test/support/servers/clean-up.ts';
import { addChecks } from './readiness-checks.ts';

const megabyte = 1024 * 1024;
// The only call to the database in these checks.
const answering = (row: object) => ({ query: async () => [row] }) as unknown as Queryable;

interface Situation {
  readonly free?: number | undefined;
  readonly role?: 'all' | 'worker';
  readonly db?: Queryable;
}

async function read({ free, role = 'all', db = answering({ writable: true }) }: Situation) {
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

test('a server is ready if its disk has free space, or does not report it', async () => {
  for (const free of [64, 10_000, undefined])
    assert.deepEqual(await read({ free }), { status: 'ok', database: 'ok', disk: 'ok', storage: 'ok' });
});

test('a worker without an open engine is not ready, and a process that also serves requests is', async () => {
  assert.equal((await read({ role: 'worker' }))['engines'], 'none open');
  assert.equal((await read({ role: 'all' })).status, 'ok');
});

test('a server whose database rejects writes is not ready, as after a failover', async () => {
  const address = new URL(await freshDatabase());
  const status = async () => {
    const database = openDatabase({ connectionString: address.href }, 2);
    atEnd(() => database.close());
    const { status, database: databaseStatus } = await read({ db: database });
    return [status, databaseStatus];
  };
  assert.deepEqual(await status(), ['ok', 'ok']);
  address.searchParams.set('options', '-cdefault_transaction_read_only=on');
  assert.deepEqual(await status(), ['unavailable', 'read-only']);
});
