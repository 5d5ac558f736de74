import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openDatabase } from './open.ts';
import { indexedStatement, statement } from './statement.ts';

const connectionString = await freshDatabase();
const db = openDatabase({ connectionString });
test.after(() => db.close());

const purpose = 4711;
const one = statement('test_one', 'select 1 as one');
const indexedOne = indexedStatement('test_indexed_one', 'select 1 as one');
const jobs = 500;

/** Something that all background work of the test waits for, as for the budgets of an engine. */
async function holdLock(): Promise<() => Promise<void>> {
  const holder = await db.connect();
  await holder.query(`select pg_advisory_lock(${purpose}, hashtext('busy'))`);
  return async () => holder.end();
}

test('background work waits in the process and not for connections, and leaves some to requests', async () => {
  const release = await holdLock();
  const lock = [purpose, 'busy'] as const;
  const all = [false, true].flatMap(isIndexed =>
    Array.from({ length: jobs }, () => db.background.transaction(tx => tx.query(one), { lock, isIndexed })),
  );
  // Requests are answered although no background work continues, and nothing stands in line for a connection.
  assert.deepEqual(await db.query(one), [{ one: 1 }]);
  assert.deepEqual(await db.query(indexedOne), [{ one: 1 }]);
  assert.deepEqual([db.pool.waitingCount, db.indexedPool.waitingCount], [0, 0]);
  await release();
  const rows = await Promise.all(all);
  assert.equal(rows.flat().length, 2 * jobs);
});
