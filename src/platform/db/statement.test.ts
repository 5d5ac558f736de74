import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openDatabase } from './open.ts';
import { indexedStatement } from './statement.ts';

const db = openDatabase({ connectionString: await freshDatabase() }, 1);
test.after(() => db.close());

const selectQueued = indexedStatement('test_queued', 'select from task_queue where model = any($1::text[])');
const plans = indexedStatement(
  'test_plans',
  `select custom_plans::int as custom, generic_plans::int as generic
   from pg_prepared_statements where name = $1`,
);

test('a statement that finds rows by index is planned once, whatever its values are', async () => {
  for (const models of [[], ['one'], ['one', 'two']]) await db.query(selectQueued, [models]);
  assert.deepEqual(await db.query(plans, ['test_queued']), [{ custom: 0, generic: 3 }]);
});

test('a statement that finds rows by index starts no parallel workers, however many rows are expected', async () => {
  const client = await db.indexedPool.connect();
  try {
    // As if workers cost nothing.
    await client.query(
      'set parallel_setup_cost = 0; set parallel_tuple_cost = 0; set min_parallel_index_scan_size = 0; set min_parallel_table_scan_size = 0',
    );
    const { rows } = await client.query(`explain select public_id from task_changes where xid >= '0'`);
    const plan = rows.map(row => row['QUERY PLAN']).join('\n');
    assert.match(plan, /Index Scan/);
    assert.doesNotMatch(plan, /Gather/);
  } finally {
    client.release(true);
  }
});
