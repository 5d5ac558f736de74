import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { createAccount } from '../accounts/accounts.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { createCode, hashOfCode, revokeCode } from './codes.ts';
import { debitAccount } from './debit-account.ts';
import {
  readBalance,
  readCharge,
  hasEntry,
  listEntries,
  creditAccount,
  redeemCode,
  refundTask,
} from './ledger.ts';
import { reconcile } from './reconcile.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

let accounts = 0;
async function newAccount(): Promise<string> {
  const account = await createAccount(db, `account ${++accounts}`);
  assert.ok(account);
  return account.id;
}
const readAvailable = async (accountId: string) => (await readBalance(db, accountId))?.availableMicros;
const because = { reason: 'a test' };

test('a payment raises the balance and creates an entry with the new balance', async () => {
  const accountId = await newAccount();
  assert.equal(
    await creditAccount(db, accountId, { ...because, kind: 'top_up', amountMicros: 5_000_000n }),
    true,
  );
  assert.equal(await readAvailable(accountId), 5_000_000n);
  const [entry] = await listEntries(db, { accountId, limit: 10 });
  assert.deepEqual(
    [entry?.kind, entry?.fromBook, entry?.toBook, entry?.amountMicros, entry?.availableMicros],
    ['top_up', 'funding', 'available', 5_000_000n, 5_000_000n],
  );
});

test('a payment to an account that does not exist changes nothing', async () => {
  assert.equal(await creditAccount(db, newRowId(), { ...because, kind: 'top_up', amountMicros: 1n }), false);
});

test('an adjustment cannot take more than the available balance', async () => {
  const accountId = await newAccount();
  await creditAccount(db, accountId, { ...because, kind: 'adjust', amountMicros: 10n });
  assert.equal(
    await db.transaction(tx =>
      debitAccount(tx, accountId, { ...because, amountMicros: 11n, first: 'expiring' }),
    ),
    false,
  );
  assert.equal(await readAvailable(accountId), 10n);
  assert.equal(
    await db.transaction(tx =>
      debitAccount(tx, accountId, { ...because, amountMicros: 10n, first: 'expiring' }),
    ),
    true,
  );
  assert.equal(await readAvailable(accountId), 0n);
});

test('a code is redeemed only once, ignoring surrounding whitespace', async () => {
  const accountId = await newAccount();
  const { secret } = await createCode(db, { amountMicros: 7n, note: '', expiresAt: null });
  const redeem = (text: string) => redeemCode(db, hashOfCode(text), { accountId });
  assert.equal(await redeem(` ${secret}\n`), 7n);
  assert.equal(await redeem(secret), undefined);
  assert.equal(await readAvailable(accountId), 7n);
});

test('a revoked, expired or unknown code has no value', async () => {
  const accountId = await newAccount();
  const revokedCode = await createCode(db, { amountMicros: 7n, note: '', expiresAt: null });
  assert.equal(await revokeCode(db, revokedCode.code.id), true);
  assert.equal(await revokeCode(db, revokedCode.code.id), false, 'it is already revoked');
  const expiredCode = await createCode(db, { amountMicros: 7n, note: '', expiresAt: new Date(0) });
  for (const text of [revokedCode.secret, expiredCode.secret, 'kc_unknown'])
    assert.equal(await redeemCode(db, hashOfCode(text), { accountId }), undefined);
  assert.equal(await readAvailable(accountId), 0n);
});

test('a task that does not exist is neither charged nor refunded', async () => {
  assert.equal(await readCharge(db, '404'), undefined);
  assert.equal(await refundTask(db, '404', because), undefined);
});

test('entries are listed newest first, in pages, and can be filtered by kind', async () => {
  const accountId = await newAccount();
  for (const amountMicros of [1n, 2n, 3n])
    await creditAccount(db, accountId, { ...because, kind: 'top_up', amountMicros });
  await db.transaction(tx =>
    debitAccount(tx, accountId, { ...because, amountMicros: 4n, first: 'expiring' }),
  );
  const amounts = async (filter: object) =>
    (await listEntries(db, { accountId, limit: 2, ...filter })).map(entry => entry.amountMicros);
  assert.deepEqual(await amounts({}), [4n, 3n]);
  const last = (await listEntries(db, { accountId, limit: 2 })).at(-1);
  assert.deepEqual(await amounts({ before: last?.id }), [2n, 1n]);
  assert.deepEqual(await amounts({ kinds: ['adjust'] }), [4n]);
});

test('a page begins after its cursor, which is an entry of the account, or of any account', async () => {
  const [one, other] = [await newAccount(), await newAccount()];
  for (const accountId of [one, other, one, other])
    await creditAccount(db, accountId, { ...because, kind: 'top_up', amountMicros: 1n });
  const listIds = async (filter: object) =>
    (await listEntries(db, { limit: 1000, ...filter })).map(({ id }) => id);
  for (const accountId of [one, undefined]) {
    const all = await listIds({ accountId });
    for (const [index, before] of all.entries())
      assert.deepEqual(await listIds({ accountId, before }), all.slice(index + 1));
  }
  const [foreign = 0n] = await listIds({ accountId: other });
  assert.deepEqual(
    [
      await hasEntry(db, foreign, other),
      await hasEntry(db, foreign, undefined),
      await hasEntry(db, foreign, one),
      await hasEntry(db, 2n ** 62n, undefined),
    ],
    [true, true, false, false],
  );
});

test('entries of a period are listed newest first, page by page', async () => {
  const accountId = await newAccount();
  for (const amountMicros of [1n, 2n, 3n, 4n, 5n])
    await creditAccount(db, accountId, { ...because, kind: 'top_up', amountMicros });
  const [, to, , , from] = await listEntries(db, { accountId, limit: 10 });
  // Times are read in whole milliseconds, so the end is moved beyond the entry.
  const period = { from: from?.createdAt, to: new Date((to?.createdAt.getTime() ?? 0) + 1) };
  const list = (filter: object) => listEntries(db, { accountId, ...period, limit: 2, ...filter });
  const ids: bigint[] = [];
  for (let page = await list({}); page.length > 0; page = await list({ before: page.at(-1)?.id }))
    ids.push(...page.map(entry => entry.id));
  const allEntries = await list({ limit: 10 });
  assert.deepEqual(
    ids,
    allEntries.map(entry => entry.id),
  );
  assert.deepEqual(
    allEntries.slice(-4).map(entry => entry.amountMicros),
    [4n, 3n, 2n, 1n],
  );
});

test('entries are ordered by balance, whichever transaction began first', async () => {
  const accountId = await newAccount();
  const topUp = { ...because, kind: 'top_up', amountMicros: 1n } as const;
  await db.transaction(async early => {
    await creditAccount(db, accountId, topUp);
    await creditAccount(early, accountId, topUp);
  });
  assert.deepEqual(
    (await listEntries(db, { accountId, limit: 2 })).map(entry => entry.availableMicros),
    [2n, 1n],
  );
});

test('the books of all these accounts add up', async () => {
  assert.deepEqual(await reconcile(db), []);
});

test('what the ledger names cannot be deleted', async () => {
  const accountId = await newAccount();
  await creditAccount(db, accountId, { ...because, kind: 'top_up', amountMicros: 1n });
  await assert.rejects(db.pool.query('delete from accounts where id = $1', [accountId]), { code: '23503' });
  assert.equal(await readAvailable(accountId), 1n);
  const unusedAccount = await newAccount();
  await db.pool.query('delete from accounts where id = $1', [unusedAccount]);
  assert.equal(await readAvailable(unusedAccount), undefined);
});
