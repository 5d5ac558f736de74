import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { endedClip, openCustomer, openToken, submitClip } from '../../../test/support/setups/customers.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { debitAccount } from './debit-account.ts';
import { refundTask } from './ledger.ts';
import { reconcile } from './reconcile.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const customer = await openCustomer(db);
const { accountId, tokenId } = customer;
await db.transaction(tx =>
  debitAccount(tx, accountId, { amountMicros: 5n, reason: 'a test', first: 'expiring' }),
);
const paidTask = await endedClip(db, customer);
const refundedTask = await endedClip(db, customer);
await db.transaction(tx => refundTask(tx, refundedTask, { amountMicros: 40n, reason: 'blurred' }));
const failed = await endedClip(db, customer, { end: { phase: 'failed' } });
await endedClip(db, customer, { end: { phase: 'cancelled' } });
const queuedTask = await submitClip(db, customer);
const waiting = await submitClip(db, customer, { waitSeconds: 60 });
await endedClip(db, customer, { micros: 0n });
const cancelledFree = await endedClip(db, customer, { micros: 0n, end: { phase: 'cancelled' } });

/** What is reported after a change by SQL, which is undone. */
async function findReport(fault: string, ...values: unknown[]): Promise<string[]> {
  let report: string[] = [];
  const transaction = db.transaction(async tx => {
    await tx.query({ name: undefined, text: fault }, values);
    report = await reconcile(tx);
    await tx.query(statement('undo', 'select 1 / 0'));
  });
  await assert.rejects(transaction, { code: '22012' });
  return report;
}
const taskProblem = (task: string, phase: string) =>
  `Task ${task} (${phase}): its ledger entries do not match its charge.`;
const placeProblem = (task: string) =>
  `Task ${task}: an open task needs one place in the queue or one run, any other task none.`;
const tokenProblem = `Token ${tokenId}: its limit counters do not match its tasks.`;

test('books with every kind of entry and every end of a task add up', async () => {
  assert.deepEqual(await reconcile(db), []);
});

test('the hold of a free task is released when it is cancelled', async () => {
  const { rows } = await db.pool.query(
    `select kind, ledger_entries.amount_micros
     from ledger_entries join tasks on tasks.id = task_id
     where public_id = $1
     order by ledger_entries.id`,
    [cancelledFree],
  );
  assert.deepEqual(
    rows.map(({ kind, amount_micros: micros }) => [kind, Number(micros)]),
    [
      ['hold', 0],
      ['release', 0],
    ],
  );
});

test('a balance that its entries do not explain is reported with both sums', async () => {
  const available = 1_000_000n - 5n - 100n - 60n - 100n;
  assert.deepEqual(
    await findReport('update accounts set available_micros = available_micros + 1 where id = $1', accountId),
    [
      `Account ${accountId} has ${available + 1n} available and 100 held, but its ledger entries sum to ${available} and 100.`,
    ],
  );
  const [problem] = await findReport('update accounts set held_micros = 99 where id = $1', accountId);
  assert.match(problem ?? '', / and 99 held, but .* and 100\.$/);
});

test('an entry that no balance follows is reported', async () => {
  const [line, ...more] = await findReport(
    `insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros)
     values ($1, 'top_up', 'funding', 'available', 7)`,
    accountId,
  );
  assert.match(line ?? '', new RegExp(`^Account ${accountId} `));
  assert.deepEqual(more, []);
});

test('the balance of an account without any entry is reported', async () => {
  const empty = await openCustomer(db, { micros: 0n });
  const report = await findReport('update accounts set available_micros = 3 where id = $1', empty.accountId);
  assert.deepEqual(report, [
    `Account ${empty.accountId} has 3 available and 0 held, but its ledger entries sum to 0 and 0.`,
  ]);
});

test('a task that was charged anything but what was settled is reported', async () => {
  const report = await findReport('update tasks set charged_micros = 99 where public_id = $1', paidTask);
  assert.deepEqual(report, [taskProblem(paidTask, 'succeeded'), tokenProblem]);
});

test('a task without the hold of its price is reported, whether it is open or ended', async () => {
  const dearer = 'update tasks set unit_price_micros = 101, amount_micros = 101 where public_id = $1';
  assert.deepEqual((await findReport(dearer, failed))[0], taskProblem(failed, 'failed'));
  assert.deepEqual((await findReport(dearer, queuedTask))[0], taskProblem(queuedTask, 'open'));
});

test('a hold that is settled while its task is open is reported', async () => {
  const report = await findReport(
    `with task as (
       -- The task.
       select id, account_id from tasks where public_id = $1
     ), entry as (
       -- Its settlement, which no charge explains.
       insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, task_id)
       select account_id, 'settle', 'held', 'revenue', 100, id from task
     )
     update accounts set held_micros = held_micros - 100 from task where accounts.id = account_id`,
    queuedTask,
  );
  assert.deepEqual(report, [taskProblem(queuedTask, 'open')]);
});

test('a refund above the charge is reported, also of a task that cost nothing', async () => {
  const refund = (task: string, amount: number) =>
    findReport(
      `with task as (
         -- The task.
         select id, account_id from tasks where public_id = $1
       ), entry as (
         -- Its refund, which no charge explains.
         insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, task_id, reason)
         select account_id, 'refund', 'revenue', 'available', $2::bigint, id, 'a test'
         from task
       )
       update accounts set available_micros = available_micros + $2::bigint
       from task where accounts.id = account_id`,
      task,
      amount,
    );
  assert.deepEqual(await refund(paidTask, 101), [taskProblem(paidTask, 'succeeded')]);
  assert.deepEqual(await refund(paidTask, 100), []);
  assert.deepEqual(await refund(failed, 1), [taskProblem(failed, 'failed')]);
});

test('a task in the queue and in a run at once, or in one of them without being open, is reported', async () => {
  const run = `insert into task_runs (
       task_id, public_id, account_id, model, tier_rank, turn, engine, phase, attempt, tries, lost_attempts,
       has_hook
     )
     select id, public_id, account_id, model, 2, 1, 'sketch', 'queued', 1, 0, 0, false
     from tasks where public_id = $1`;
  for (const task of [queuedTask, paidTask, waiting])
    assert.deepEqual(await findReport(run, task), [placeProblem(task)]);
});

test('every counter of a token is checked', async () => {
  for (const counter of ['held_micros', 'spent_micros', 'open_tasks', 'day_micros', 'month_micros']) {
    const fault = `update tokens set ${counter} = ${counter} + 1 where id = $1`;
    assert.deepEqual(await findReport(fault, tokenId), [tokenProblem], counter);
  }
  const unusedToken = await openToken(db, accountId);
  const [line] = await findReport('update tokens set spent_micros = 1 where id = $1', unusedToken);
  assert.match(line ?? '', new RegExp(`^Token ${unusedToken}:`));
});

test('counters of an earlier day and month are checked against the tasks of that time', async () => {
  const earlier = await openCustomer(db);
  for (const day of ['2026-01-31', '2026-01-30', '2025-12-31']) {
    const task = await endedClip(db, earlier);
    await db.pool.query('update tasks set held_on = $2 where public_id = $1', [task, day]);
  }
  const setCounters = `update tokens
     set day = '2026-01-31', day_micros = $2::bigint, month_micros = $3::bigint
     where id = $1`;
  assert.deepEqual(await findReport(setCounters, earlier.tokenId, 100, 200), []);
  assert.equal((await findReport(setCounters, earlier.tokenId, 200, 200)).length, 1);
  assert.equal((await findReport(setCounters, earlier.tokenId, 100, 300)).length, 1);
});
