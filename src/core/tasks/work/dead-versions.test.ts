/** What an older transaction keeps must not slow down the statements of the queue. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { endedClip, openCustomer, type Customer } from '../../../../test/support/setups/customers.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { openTaskStore } from './task-store.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

async function indexReads(): Promise<number> {
  const { rows } = await db.pool.query(
    `select sum(idx_tup_read)::int as read from pg_stat_user_indexes
     where relname in ('accounts', 'tokens', 'task_runs')`,
  );
  return rows[0].read;
}

/** Opens a transaction that keeps all rows as they are now. Returns what ends it. */
async function holdSnapshot(): Promise<() => Promise<void>> {
  const holder = await db.connect();
  await holder.query('begin isolation level repeatable read');
  await holder.query('select count(*) from tasks');
  return async () => {
    await holder.query('commit');
    await holder.end();
  };
}

/** Waits until statistics are written, so that `indexReads` includes what all connections have read. */
async function settle(): Promise<void> {
  for (const pool of [db.pool, db.indexedPool]) {
    const clients = await Promise.all(Array.from({ length: 5 }, () => pool.connect()));
    await Promise.all(clients.map(client => client.query('select pg_stat_force_next_flush()')));
    for (const client of clients) client.release();
  }
}

/** Counts the versions that the work reads by index, of rows that change with each task. */
async function readBy(work: () => Promise<unknown>): Promise<number> {
  await settle();
  const before = await indexReads();
  await work();
  await settle();
  return (await indexReads()) - before;
}

/** Returns what the statements of a task read. */
async function versionsRead(customer: Customer, tasks: number): Promise<number> {
  const read = await readBy(async () => {
    for (let task = 0; task < tasks; task++) await endedClip(db, customer);
  });
  return read / tasks;
}

test('a task reads no more versions of its account, its token and other runs after hundreds of tasks under an old snapshot', async () => {
  const customer = await openCustomer(db);
  await versionsRead(customer, 5);
  const first = await versionsRead(customer, 20);
  const release = await holdSnapshot();
  await versionsRead(customer, 300);
  const laterCount = await versionsRead(customer, 20);
  await release();
  assert.ok(laterCount < 3 * first, `${laterCount} versions for each task, ${first} at first`);
});

test('a worker that looks for runs to adopt, and for what is due next, reads no versions of runs that have ended', async () => {
  const customer = await openCustomer(db);
  const store = openTaskStore(db);
  const release = await holdSnapshot();
  for (let task = 0; task < 20; task++) await endedClip(db, customer);
  // The planner learns that hardly any run is left.
  await db.pool.query('analyze task_runs');
  const read = await readBy(async () => {
    await store.adoptable(['sketch'], []);
    await store.nextDueMs('worker', ['sketch']);
  });
  await release();
  assert.equal(read, 0);
});

test('a change of balances reads no more versions while they fill pages of the index', async () => {
  const customers = await Promise.all(Array.from({ length: 16 }, () => openCustomer(db)));
  const changes = JSON.stringify(customers.map(({ accountId: id }) => ({ id, available: 0, held: 0 })));
  const client = await db.connect();
  const change = async (times: number) => {
    const before = await indexReads();
    await client.query(
      `do $$ begin for change in 1..${times} loop perform change_balances('${changes}'); commit; end loop; end $$`,
    );
    await client.query('select pg_stat_force_next_flush()');
    return ((await indexReads()) - before) / times;
  };
  const first = await change(100);
  const release = await holdSnapshot();
  const laterCount = await change(2000);
  await Promise.all([release(), client.end()]);
  assert.ok(laterCount < 3 * first, `${laterCount} versions for each change, ${first} at first`);
});
