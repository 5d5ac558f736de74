import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openCustomer } from '../../../test/support/setups/customers.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { listAudit, writeAudit, type NewAuditEntry } from './audit.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const { accountId } = await openCustomer(db);
const other = (await openCustomer(db)).accountId;
const entry: NewAuditEntry = {
  userId: undefined,
  actor: 'command line',
  address: undefined,
  action: 'token change',
  accountId,
  object: 'one',
  before: undefined,
  after: undefined,
};
const write = (changes: Partial<NewAuditEntry> = {}) => writeAudit(db, { ...entry, ...changes });

test('an entry is read as it was written, and what it lacks is undefined', async () => {
  const details = { object: 'whole', before: { cap: '1.00', models: null }, after: [1, 'two', false] };
  await write(details);
  const [{ id: _, createdAt, ...read } = {}] = await listAudit(db, { object: 'whole', limit: 1 });
  assert.deepEqual(read, { ...entry, ...details });
  assert.ok(createdAt instanceof Date);
});

test('entries cannot be changed or deleted, not even by the statements of an administrator', async () => {
  await write({ object: 'kept' });
  for (const text of [`update audit set actor = 'eve'`, 'delete from audit', 'truncate audit'])
    await assert.rejects(db.pool.query(text), /audit is append-only/);
  assert.equal((await listAudit(db, { object: 'kept', limit: 1 }))[0]?.actor, 'command line');
});

test('an entry of a change that is rolled back is not written', async () => {
  const transaction = db.transaction(async tx => {
    await writeAudit(tx, { ...entry, object: 'undone' });
    throw new RangeError('undone');
  });
  await assert.rejects(transaction, RangeError);
  assert.deepEqual(await listAudit(db, { object: 'undone', limit: 1 }), []);
});

test('an account sees its own entries only, and none of the server', async () => {
  await write({ object: 'shared name' });
  await write({ object: 'shared name', accountId: other });
  await write({ object: 'shared name', accountId: undefined });
  const accountsIn = async (filter: object) =>
    (await listAudit(db, { object: 'shared name', limit: 10, ...filter })).map(one => one.accountId);
  assert.deepEqual(await accountsIn({ accountId: other }), [other]);
  assert.deepEqual(await accountsIn({}), [undefined, other, accountId]);
});

test('pages are newest first, without gaps or repeats, and filters combine', async () => {
  for (const action of ['a', 'b', 'a', 'b', 'a']) await write({ object: 'paged', action });
  const page = (filter: object) => listAudit(db, { object: 'paged', limit: 2, ...filter });
  const ids: bigint[] = [];
  for (let lines = await page({}); lines.length > 0; lines = await page({ before: lines.at(-1)?.id }))
    ids.push(...lines.map(({ id }) => id));
  assert.equal(ids.length, 5);
  assert.deepEqual(
    ids,
    ids.toSorted((one, two) => Number(two - one)),
  );
  assert.equal((await page({ action: 'a', before: ids[0] })).length, 2);
  assert.equal((await page({ action: 'b', accountId: other })).length, 0);
});
