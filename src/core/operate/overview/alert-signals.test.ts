import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { endedClip, openCustomer, openToken } from '../../../../test/support/setups/customers.ts';
import { setSuspended } from '../../accounts/accounts.ts';
import { revokeToken } from '../../accounts/change-token.ts';
import { debitAccount } from '../../billing/debit-account.ts';

import { addPrice, withdrawPrice } from '../../billing/prices.ts';
import { reconcileWhenDue } from '../../billing/reconciliations.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { readAlertSignals } from './alert-signals.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const signals = () => readAlertSignals(db, ['known']);

test('an account is near its limit while it has less than it spent in 24 hours, the poorest first', async () => {
  /** Spends 100 in a day and has the rest left. */
  const spender = async (remainingBalance: bigint) => {
    const customer = await openCustomer(db, { micros: 100n + remainingBalance });
    return { ...customer, task: await endedClip(db, customer) };
  };
  const [poor, short, exact] = [await spender(0n), await spender(99n), await spender(100n)];
  const [suspendedSpender, idleSpender] = [await spender(0n), await spender(0n)];
  await setSuspended(db, suspendedSpender.accountId, true);
  await db.pool.query(`update tasks set finished_at = now() - interval '24 hours 1 s' where public_id = $1`, [
    idleSpender.task,
  ]);
  await openCustomer(db, { micros: 0n });
  const listAccounts = async () =>
    (await signals()).accounts.map(({ id, availableMicros }) => [id, availableMicros]);
  assert.deepEqual(await listAccounts(), [
    [poor.accountId, 0n],
    [short.accountId, 99n],
  ]);
  await db.transaction(tx =>
    debitAccount(tx, exact.accountId, { amountMicros: 95n, reason: 'a test', first: 'expiring' }),
  );
  assert.deepEqual((await listAccounts())[1], [exact.accountId, 5n]);
});

test('a receiver is failing after five failures in a row, or while deliveries to it are paused', async () => {
  const { accountId } = await openCustomer(db);
  for (const [name, failures, offUntil] of [
    ['four', 4, null],
    ['five', 5, null],
    ['over', 9, `now() - interval '1 min'`],
    ['paused', 1, `now() + interval '1 min'`],
  ] as const)
    await db.pool.query(
      `insert into hook_failures (account_id, origin, failures, off_until) values ($1, $2, $3, ${offUntil})`,
      [accountId, `https://${name}.example`, failures],
    );
  const { receivers } = await signals();
  assert.deepEqual(
    receivers.map(({ origin, offUntil }) => [origin, offUntil !== undefined]),
    [
      ['https://paused.example', true],
      ['https://over.example', false],
      ['https://five.example', false],
    ],
  );
});

test('a token is idle after 90 days without use, unless it is limited, expires or was revoked', async () => {
  const { accountId, tokenId } = await openCustomer(db);
  const before = (await signals()).idleTokens;
  const age = (id: string, days: number, usedDaysAgo: number | null = null) =>
    db.pool.query(
      `update tokens
       set created_at = now() - $2 * interval '1 day' - interval '1 s',
         last_used_at = now() - $3 * interval '1 day'
       where id = $1`,
      [id, days, usedDaysAgo],
    );
  await age(tokenId, 90);
  assert.equal((await signals()).idleTokens, before + 1);
  await age(tokenId, 500, 89);
  assert.equal((await signals()).idleTokens, before);
  const future = new Date('2999-01-01T00:00:00Z');
  for (const limits of [
    { capTotalMicros: 1n },
    { capDayMicros: 1n },
    { capMonthMicros: 1n },
    { expiresAt: future },
  ])
    await age(await openToken(db, accountId, limits), 500);
  const revoked = await openToken(db, accountId);
  await age(revoked, 500);
  await revokeToken(db, revoked);
  assert.equal((await signals()).idleTokens, before);
  await age(await openToken(db, accountId, { maxOpen: 1 }), 500);
  assert.equal((await signals()).idleTokens, before + 1, 'it can spend the whole balance');
});

test('a future price is dead without its model, or behind a later version of the same moment', async () => {
  const effectiveAt = new Date('2999-01-01T00:00:00Z');
  const price = { unit: 'clip' as const, rules: [{ unitPrice: '1' }], tiers: {} };
  const add = (model: string, time = effectiveAt) =>
    db.transaction(tx => addPrice(tx, { model, effectiveAt: time, price, note: '' }));
  const dead = async () => (await signals()).deadPrices.map(({ model, version }) => `${model} v${version}`);
  await add('unknown');
  await add('known');
  assert.deepEqual(await dead(), ['unknown v1']);
  await add('known');
  await add('known', new Date('2999-01-02T00:00:00Z'));
  assert.deepEqual(await dead(), ['known v1', 'unknown v1']);
  await withdrawPrice(db, 'known', 2);
  await withdrawPrice(db, 'unknown', 1);
  assert.deepEqual(await dead(), []);
});

test('the last reconciliation is kept with its first difference, and repeated after six hours', async () => {
  assert.equal((await signals()).reconciliation, undefined);
  const { accountId } = await openCustomer(db);
  await db.pool.query('update accounts set held_micros = 1 where id = $1', [accountId]);
  await reconcileWhenDue(db);
  const first = (await signals()).reconciliation;
  assert.equal(first?.problems, 1);
  assert.match(first.firstProblem ?? '', new RegExp(`^Account ${accountId} `));
  await db.pool.query('update accounts set held_micros = 0 where id = $1', [accountId]);
  await reconcileWhenDue(db);
  assert.deepEqual((await signals()).reconciliation, first, 'it is not due yet');
  await db.pool.query(`update reconciliations set at = now() - interval '6 hours 1 s'`);
  await Promise.all([reconcileWhenDue(db), reconcileWhenDue(db)]);
  const { problems, firstProblem } = (await signals()).reconciliation ?? {};
  assert.deepEqual([problems, firstProblem], [0, null]);
  const { rows } = await db.pool.query('select from reconciliations');
  assert.equal(rows.length, 2);
});
