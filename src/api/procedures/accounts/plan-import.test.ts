import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { toContext } from '../../../../test/support/setups/context.ts';
import { createAccount } from '../../../core/accounts/accounts.ts';
import { createTokenWithKey, rotateToken } from '../../../core/accounts/change-token.ts';
import { createGroup } from '../../../core/accounts/groups.ts';
import { importBalance } from '../../../core/billing/imported-balances.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { newRowId, newSecret } from '../../../platform/lib/id.ts';
import { readImport } from './import-rows.ts';
import { planImport } from './plan-import.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const newKey = () => `sk-${newSecret()}${newSecret()}`;
let names = 0;
async function newAccount() {
  const account = await createAccount(db, `Customer ${++names}`);
  assert.ok(account);
  return account;
}
async function planLines(...lines: string[]) {
  const file = ['account,balance,key,group,models', ...lines].join('\n');
  const { rows, problems } = readImport(file);
  assert.deepEqual(problems, []);
  return planImport(toContext(db), rows);
}
const readCredits = async (...lines: string[]) => {
  const { plannedRows, problems } = await planLines(...lines);
  assert.deepEqual(problems, []);
  return plannedRows.map(({ creditMicros }) => Number(creditMicros) / 1e6);
};
const findProblems = async (...lines: string[]) =>
  (await planLines(...lines)).problems.map(({ line, field, reason }) => `${line} ${field}: ${reason}`);

test('a plan says what is new and what stays, and writes nothing', async () => {
  const account = await newAccount();
  const existingKey = newKey();
  await createTokenWithKey(db, { accountId: account.id, group: 'video', name: 'one' }, existingKey);
  const count = async () =>
    (
      await db.pool.query(
        `select (select count(*) from accounts) + (select count(*) from tokens)
           + (select count(*) from ledger_entries) as n`,
      )
    ).rows[0].n;
  const before = await count();
  const { plannedRows, problems } = await planLines(
    `Nobody,3,${newKey()},image,`,
    `${account.name},,${existingKey},video,`,
    `${account.name},,,,`,
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(
    plannedRows.map(one => [one.account?.id, one.creditMicros, one.token]),
    [
      [undefined, 3_000_000n, 'new'],
      [account.id, 0n, 'unchanged'],
      [account.id, 0n, undefined],
    ],
  );
  assert.equal(await count(), before);
});

test('a balance that every row of an account repeats is credited once, in any spelling of its name', async () => {
  const { id, name } = await newAccount();
  assert.deepEqual(await readCredits(`${name},5,,,`, `${name.toUpperCase()},5,,,`, `${id},5,,,`), [5, 0, 0]);
  assert.deepEqual(await readCredits('New One,5,,,', 'new one,5,,,', 'New Two,5,,,'), [5, 0, 5]);
});

test('a balance that was imported before is not credited again, and another one is a problem', async () => {
  const { id, name } = await newAccount();
  await importBalance(db, id, { amountMicros: 5_000_000n, userId: undefined });
  assert.deepEqual(await readCredits(`${name},5.00,,,`, `${name},,,,`), [0, 0]);
  const [problem, ...more] = await findProblems(`${name},6,,,`);
  assert.match(problem ?? '', /^2 balance: 5\.00 was imported/);
  assert.deepEqual(more, []);
});

test('rows that name different balances for one account are a problem that names the first', async () => {
  const { id, name } = await newAccount();
  const problems = await findProblems(`${name},5,,,`, `${id},6,,,`, `${name},5,,,`);
  assert.equal(problems.length, 1);
  assert.match(problems[0] ?? '', /^3 balance: .*2/);
});

test('a key of another account, group or row is a problem that does not repeat the key', async () => {
  const [account, other] = [await newAccount(), await newAccount()];
  const [takenKey, movedKey, repeatedKey] = [newKey(), newKey(), newKey()];
  for (const key of [takenKey, movedKey])
    await createTokenWithKey(db, { accountId: account.id, group: 'video', name: 'one' }, key);
  const problems = await findProblems(
    `${other.name},,${takenKey},video,`,
    `${account.name},,${movedKey},image,`,
    `Nobody,,${repeatedKey},video,`,
    `Nobody,,${repeatedKey},video,`,
  );
  assert.deepEqual(
    problems.map(problem => problem.split(':')[0]),
    ['2 key', '3 key', '5 key'],
  );
  for (const key of [takenKey, movedKey, repeatedKey]) assert.ok(!problems.join().includes(key));
});

test('the previous key of a rotated token is not given to a new one', async () => {
  const { id, name } = await newAccount();
  const key = newKey();
  const token = await createTokenWithKey(db, { accountId: id, group: 'video', name: 'one' }, key);
  await rotateToken(db, token?.id ?? '', { overlapSeconds: 0 });
  const { plannedRows } = await planLines(`${name},,${key},video,`);
  assert.equal(plannedRows[0]?.token, 'unchanged');
});

test('a token needs both its key and its group', async () => {
  assert.deepEqual(
    (await findProblems(`Nobody,,${newKey()},,`, 'Nobody,,,video,')).map(problem => problem.split(':')[0]),
    ['2 group', '3 key'],
  );
});

test('a group that is closed to the account is a problem, also if another account of the file may use it', async () => {
  const [guest, other] = [await newAccount(), await newAccount()];
  await createGroup(db, {
    name: 'club',
    kind: 'video',
    factorMicros: 1_000_000n,
    models: ['sketch-short'],
    isOpen: false,
    accounts: [guest.id],
    isModerated: false,
    defaultVersion: undefined,
    servesAnyModel: false,
    isForNewAccounts: false,
  });
  const makeRow = (name: string, models = '') => `${name},,${newKey()},club,${models}`;
  assert.deepEqual(await readCredits(makeRow(guest.name), makeRow(guest.name, 'sketch-short')), [0, 0]);
  const problems = await findProblems(
    makeRow(guest.name),
    makeRow(other.name),
    makeRow('Nobody'),
    makeRow(guest.name, 'sketch-motion'),
  );
  assert.deepEqual(
    problems.map(problem => problem.split(':')[0]),
    ['3 group', '4 group', '5 models'],
  );
});

test('an account that does not exist cannot be named like an id', async () => {
  const [problem] = await findProblems(`${newRowId()},5,,,`);
  assert.match(problem ?? '', /^2 account:/);
});
