import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { saveCardRoutes } from './card-routes.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const makeCard = (engine: string) => [{ card: { id: 'fox', engine } }];

async function enginesOfFox(): Promise<string[]> {
  const { rows } = await db.pool.query(`select engine from routes where model = 'fox' order by engine`);
  return rows.map(({ engine }) => engine);
}

test('a card that names another engine replaces its route and leaves other models unchanged', async () => {
  const { rows: before } = await db.pool.query('select count(*) from routes');
  await saveCardRoutes(db, makeCard('old'));
  await saveCardRoutes(db, makeCard('new'));
  await saveCardRoutes(db, makeCard('new'));
  assert.deepEqual(await enginesOfFox(), ['new']);
  const { rows: after } = await db.pool.query(`select count(*) from routes where model <> 'fox'`);
  assert.deepEqual(after, before);
});

test('a process with older cards takes no models from an engine that has a worker', async () => {
  await saveCardRoutes(db, makeCard('new'));
  await db.pool.query(`insert into engines (name, seen_at) values ('new', now())`);
  await db.pool.query(
    `insert into engine_workers (engine, worker, slots, local) values ('new', 'w', 1, true)`,
  );
  await saveCardRoutes(db, makeCard('old'));
  assert.deepEqual(await enginesOfFox(), ['new', 'old']);
});
