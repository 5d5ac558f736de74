import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { isAnyInUse } from './engines-in-use.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

test('engines are in use unless they are drained, also those that the database does not know yet', async () => {
  await db.pool.query(
    `insert into engines (name, seen_at, drained_at, drained_by)
     values ('busy', now(), null, null), ('drained', now(), now(), 'test')`,
  );
  const isInUse = (...engines: string[]) =>
    isAnyInUse(
      db,
      engines.map(engine => ({ engine })),
    );
  assert.equal(await isInUse(), false);
  assert.equal(await isInUse('drained'), false);
  assert.equal(await isInUse('busy'), true);
  assert.equal(await isInUse('unknown'), true);
  assert.equal(await isInUse('drained', 'unknown'), true);
});
