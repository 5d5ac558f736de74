/**
 * Every unique and foreign key of the schema has an error of its own kind: a race
 * never ends as an internal error.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '@kinora/shared/errors/errors';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { createAccount, renameAccount } from '../../core/accounts/accounts.ts';
import { newRowId } from '../lib/id.ts';
import { constraintError, goneErrors } from './constraint-error.ts';
import { openDatabase } from './open.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

async function violation(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was violated');
}

const errorCode = (error: unknown) => constraintError(error)?.code;

test('every unique and foreign key has an error that tells the client what to do', async () => {
  const { rows } = await db.pool.query<{ name: string; of: string; to: string | null }>(
    `select index.relname as name, pg_index.indrelid::regclass::text as of, null as to
     from pg_index join pg_class index on index.oid = indexrelid
     where indisunique and index.relnamespace = 'public'::regnamespace
     union all
     select conname, conrelid::regclass::text, confrelid::regclass::text
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  assert.ok(rows.length > 90, `${rows.length} keys`);
  for (const { name, of, to } of rows) {
    const detail = to ? `Key (x)=(1) is not present in table "${to}".` : 'Key (x)=(1) already exists.';
    const fields = { code: to ? '23503' : '23505', constraint: name, table: of, detail };
    const error = constraintError(Object.assign(new Error('violated'), fields));
    assert.ok(error instanceof AppError && error.code !== 'internal', name);
    if (to && to !== of) assert.ok(goneErrors[to], `${name}: no error for a missing row of ${to}`);
  }
});

test('a name that another request took, and a row that another request deleted, are named', async () => {
  const one = await createAccount(db, 'one');
  await createAccount(db, 'two');
  const uniqueError = await violation(() => renameAccount(db, one?.id ?? '', 'TWO'));
  assert.equal(errorCode(uniqueError), 'field_invalid');
  const insert = 'insert into collections (id, account_id, name) values ($1, $2, $3)';
  const foreignKeyError = await violation(() => db.pool.query(insert, [newRowId(), newRowId(), 'a']));
  assert.equal(errorCode(foreignKeyError), 'account_unknown');
  await db.pool.query(insert, [newRowId(), one?.id, 'a']);
  const collection = await violation(() => db.pool.query(insert, [newRowId(), one?.id, 'A']));
  assert.equal(errorCode(collection), 'collection_taken');
  const used = await violation(() => db.pool.query('delete from accounts where id = $1', [one?.id]));
  assert.equal(errorCode(used), 'submit_again');
  assert.equal(errorCode(new Error('something else')), undefined);
});
