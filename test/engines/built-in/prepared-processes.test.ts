import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { InstanceOptions } from '../../../src/engines/contract/kind/instance-options.ts';
import { ProcessPool } from '../../../src/engines/kinds/sketch/process-pool.ts';
import { sketchKind } from '../../../src/engines/kinds/sketch/sketch-kind.ts';
import { hasCluster, isFirstStart, startDatabase } from '../../../src/app/start/start-database.ts';
import { startTestApp } from '../../support/servers/app.ts';
import { atEnd } from '../../support/servers/clean-up.ts';

/** A kind, and the pools that it opens. */
function openKind() {
  const pools: ProcessPool[] = [];
  const kind = sketchKind({
    threads: 2,
    openPool: size => {
      const pool = new ProcessPool(size);
      pools.push(pool);
      atEnd(() => pool.close());
      return pool;
    },
  });
  const open = (slots?: number) => kind.open({ name: 'sketch', slots } as InstanceOptions);
  return { kind, pools, open };
}

test('the first instance takes the processes that were prepared, and no other does', async () => {
  const { kind, pools, open } = openKind();
  kind.prepare!();
  const { pids } = pools[0]!;
  assert.equal(pids.length, 2);
  const first = open();
  first.warmUp!();
  assert.equal(pools.length, 1);
  assert.deepEqual(pools[0]!.pids, pids);
  open();
  assert.equal(pools.length, 2);
  await first.close();
  assert.deepEqual(pools[0]!.pids, []);
});

test('an instance with its own number of slots has its own processes', () => {
  const { kind, pools, open } = openKind();
  kind.prepare!();
  open(1).warmUp!();
  assert.deepEqual(
    pools.map(({ pids }) => pids.length),
    [2, 1],
  );
});

test('only the first start with the built-in database knows its engines before the database', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-test-first-'));
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const fresh = { dataDir, databaseUrl: undefined, databaseDirectUrl: undefined, enginesFile: undefined };
  assert.equal(await isFirstStart(fresh), true);
  assert.equal(await isFirstStart({ ...fresh, databaseUrl: 'postgres://elsewhere' }), false);
  assert.equal(await isFirstStart({ ...fresh, enginesFile: 'kinora.engines.yaml' }), false);
  const database = await startDatabase(fresh, { database: () => {} });
  atEnd(() => database.stop());
  assert.equal(await hasCluster(dataDir), true);
  assert.equal(await isFirstStart(fresh), false);
});

test('a server prepares no processes if it runs no tasks, or if its engine is drained', async () => {
  /** Starts a server and counts the processes that it prepares. */
  const startServer = async (settings: Readonly<Record<string, string>>) => {
    const { kind, pools } = openKind();
    const serverSettings = { ...settings, KINORA_SKETCH_THREADS: '2' };
    const server = await startTestApp({ settings: serverSettings, kinds: [kind], warmUp: true });
    return { ...server, prepared: pools.flatMap(({ pids }) => pids).length };
  };
  const api = await startServer({ KINORA_ROLE: 'api' });
  const { databaseUrl: DATABASE_URL } = api;
  const all = await startServer({ DATABASE_URL });
  await all.app.db.pool.query(
    `update engines set drained_at = now(), drained_by = 'test' where name = 'sketch'`,
  );
  const drainedServer = await startServer({ DATABASE_URL });
  assert.deepEqual([api.prepared, all.prepared, drainedServer.prepared], [0, 2, 0]);
});
