/** Debits other than charges count exactly once against credit that expires. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { endedClip, endTask, openToken, submitClip } from '../../../test/support/setups/customers.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { createAccount } from '../accounts/accounts.ts';
import { debitAccount, type Debit } from './debit-account.ts';
import { expireCredit, grantCredit } from './expiring-credit.ts';
import { readBalance, creditAccount } from './ledger.ts';
import { reconcile } from './reconcile.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

/** An account with a trial of ten and what it paid. */
async function openTrial(paidMicros: number): Promise<{ accountId: string; tokenId: string }> {
  const { id: accountId = '' } = (await createAccount(db, newRowId())) ?? {};
  await db.transaction(tx => grantCredit(tx, accountId, { kind: 'trial', amountMicros: 10n, days: 30 }));
  if (paidMicros > 0)
    await creditAccount(db, accountId, { kind: 'top_up', amountMicros: BigInt(paidMicros), reason: 'paid' });
  return { accountId, tokenId: await openToken(db, accountId) };
}
const available = async (id: string) => Number((await readBalance(db, id))?.availableMicros);
const debit = (id: string, amount: number, first: Debit['first']) =>
  db.transaction(tx => debitAccount(tx, id, { amountMicros: BigInt(amount), first, reason: 'a test' }));
const end = (id: string) =>
  db.pool.query('update credit_grants set expires_at = clock_timestamp() where account_id = $1', [id]);
async function expire(id: string): Promise<number> {
  await end(id);
  await expireCredit(db);
  assert.deepEqual(await reconcile(db), []);
  return available(id);
}

test('credit that was taken by hand does not expire as well', async () => {
  const { accountId } = await openTrial(100);
  assert.equal(await debit(accountId, 4, 'expiring'), true);
  assert.equal(await available(accountId), 106);
  assert.equal(await expire(accountId), 100, 'six of ten were left');
  const all = await openTrial(100);
  await debit(all.accountId, 15, 'expiring');
  assert.equal(await expire(all.accountId), 95, 'nothing of the trial was left');
});

test('credit that was spent between its end and the sweep is not taken from other credit that expires', async () => {
  const customer = await openTrial(0);
  const { accountId } = customer;
  await end(accountId);
  await endedClip(db, customer, { micros: 3n });
  await db.pool.query(
    `insert into credit_grants (id, account_id, kind, amount_micros, expires_at)
     values ($1, $2, 'plan', 8, now() + interval '1 day')`,
    [newRowId(), accountId],
  );
  await creditAccount(db, accountId, { kind: 'top_up', amountMicros: 8n, reason: 'plan' });
  await expireCredit(db);
  assert.deepEqual(await reconcile(db), []);
  assert.equal(await available(accountId), 8);
});

test('what was spent before and after a debit is not taken twice either', async () => {
  const customer = await openTrial(100);
  await endedClip(db, customer, { micros: 3n });
  await debit(customer.accountId, 4, 'expiring');
  await endedClip(db, customer, { micros: 2n });
  assert.equal(await expire(customer.accountId), 100, 'one of ten was left');
});

test('a payment that goes back takes paid credit first, and of a trial what is missing', async () => {
  const paidAccount = await openTrial(10);
  await debit(paidAccount.accountId, 10, 'paid');
  assert.equal(await expire(paidAccount.accountId), 0, 'the trial was not turned into paid credit');
  const short = await openTrial(5);
  await debit(short.accountId, 12, 'paid');
  await creditAccount(db, short.accountId, { kind: 'top_up', amountMicros: 20n, reason: 'paid' });
  assert.equal(await expire(short.accountId), 20, 'three of ten were left');
});

test('what a task in progress holds cannot be taken, and expires when it comes back', async () => {
  const customer = await openTrial(5);
  const running = await submitClip(db, customer, { micros: 8n });
  assert.equal(await debit(customer.accountId, 8, 'expiring'), false, 'seven are available');
  await debit(customer.accountId, 4, 'expiring');
  await endTask(db, running, { phase: 'failed' });
  assert.equal(await available(customer.accountId), 11);
  assert.equal(await expire(customer.accountId), 3, 'two of the four were of the trial');
});

test('debits, charges and the end of credit at once take nothing twice', async () => {
  const customer = await openTrial(100);
  await end(customer.accountId);
  const debits = Array.from({ length: 4 }, () => debit(customer.accountId, 1, 'expiring'));
  await Promise.all([...debits, expireCredit(db), expireCredit(db)]);
  const remaining = await expire(customer.accountId);
  assert.ok(remaining >= 96 && remaining <= 100, `${remaining}: each debit was before or after the end`);
});

test('reconcile says if credit was taken twice, or is left of a balance that is lower', async () => {
  const { accountId } = await openTrial(100);
  await debit(accountId, 4, 'expiring');
  const customer = await openTrial(100);
  await endedClip(db, customer, { micros: 7n });
  assert.deepEqual(await reconcile(db), []);
  const report = async (change: string, id: string): Promise<string[]> => {
    let problems: string[] = [];
    const transaction = db.transaction(async tx => {
      await tx.query({ name: undefined, text: change }, [id]);
      problems = await reconcile(tx);
      await tx.query(statement('undo', 'select 1 / 0'));
    });
    await assert.rejects(transaction, { code: '22012' });
    return problems;
  };
  const expirySql = 'update credit_grants set taken_micros = 7, ended_at = now() where account_id = $1';
  for (const [id, remaining] of [
    [accountId, 6],
    [customer.accountId, 3],
  ] as const)
    assert.match(
      (await report(expirySql, id)).join(),
      new RegExp(`^Credit \\S+ of account ${id}: 7 expired, but ${remaining} was left of it\\.$`),
    );
  const withdrawalReport = await report(
    `update credit_withdrawals set amount_micros = 5
     where grant_id in (select id from credit_grants where account_id = $1)`,
    accountId,
  );
  assert.match(
    withdrawalReport.join(),
    /^Ledger entry \d+: more credit was withdrawn by it than its amount\.$/,
  );
  const debitReport = await report(
    `with debit as (
       -- A debit in the ledger.
       insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, reason)
       values ($1, 'adjust', 'available', 'funding', 104, 'a test')
       returning account_id, amount_micros
     )
     update accounts set available_micros = available_micros - amount_micros
     from debit where id = account_id`,
    accountId,
  );
  assert.deepEqual(debitReport, [
    `Account ${accountId} has 2 available, but 6 is left of its credit that expires.`,
  ]);
});
