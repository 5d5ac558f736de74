import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endGrace, endMonth } from '../../../test/support/payments/plan-time.ts';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { endedClip, endTask, openCustomer, submitClip } from '../../../test/support/setups/customers.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { changeAccountTerms } from '../accounts/accounts.ts';
import { createGroup, groupsWithModel } from '../accounts/groups.ts';
import { findTokenByIdOrPrefix } from '../accounts/tokens.ts';
import { expireCredit, planCreditLeft } from '../billing/expiring-credit.ts';
import { readBalance, listEntries } from '../billing/ledger.ts';
import { reconcile } from '../billing/reconcile.ts';
import type { PlanTerms } from './plan.ts';
import { addVersion, createPlan, findPlan } from './plan-rows.ts';
import { renewPlans, startByHand, stopByHand } from './plans-by-hand.ts';
import type { Subscription } from './subscription.ts';
import { listSubscriptions, runningSubscription } from './subscription-rows.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const terms: PlanTerms = {
  description: '',
  priceMicros: 10_000_000n,
  currency: 'USD',
  creditMicros: 12_000_000n,
  groups: ['pro'],
  maxOpen: 2,
};
await createGroup(db, {
  name: 'pro',
  kind: 'video',
  factorMicros: 1_000_000n,
  models: ['sketch-short'],
  isOpen: false,
  accounts: [],
  isForNewAccounts: false,
  isModerated: true,
  defaultVersion: undefined,
  servesAnyModel: false,
});
const plan = await createPlan(db, 'Basic', terms);
assert.ok(plan);

const start = (accountId: string, months?: number): Promise<Subscription> =>
  db.transaction(tx => startByHand(tx, { accountId, userId: undefined, version: plan, months }));
const available = async (id: string) => Number((await readBalance(db, id))?.availableMicros) / 1e6;
const readRemaining = async (accountId: string, subscriptionId: string) =>
  Number(await planCreditLeft(db, { accountId, subscriptionId })) / 1e6;
const isAllowed = async (tokenId: string) => (await findTokenByIdOrPrefix(db, tokenId))?.groupRules.isAllowed;
const clip = (micros: number) => ({ micros: BigInt(micros * 1e6) });
/** What the server does each minute. Two of its processes do it at once. */
const minute = async () => {
  await Promise.all([expireCredit(db), expireCredit(db)]);
  await Promise.all([renewPlans(db), renewPlans(db)]);
};

test('a plan gives credit each month, which is spent before other credit, and expires at its end', async () => {
  const customer = await openCustomer(db, { micros: 5_000_000n });
  const { accountId } = customer;
  const { id } = await start(accountId);
  assert.equal(await available(accountId), 17);
  await endedClip(db, customer, clip(3));
  const running = await submitClip(db, customer, clip(4));
  assert.deepEqual([await available(accountId), await readRemaining(accountId, id)], [10, 5]);
  await minute();
  assert.equal(await available(accountId), 10, 'the month is not over');
  await endMonth(db, accountId);
  await minute();
  // Five were left and expired, five were paid, and twelve are new.
  assert.deepEqual([await available(accountId), await readRemaining(accountId, id)], [17, 12]);
  await endTask(db, running, { phase: 'failed' });
  await minute();
  assert.equal(await available(accountId), 17, 'what the task held was credit of the last month');
  await minute();
  const reasons = (await listEntries(db, { accountId, limit: 50 }))
    .filter(({ kind }) => kind === 'top_up' || kind === 'adjust')
    .map(({ kind, reason = '' }) => `${kind} ${reason.replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY')}`);
  assert.deepEqual(reasons, [
    'adjust plan credit of 12.00 expired on DAY',
    'top_up plan Basic, month 2, expires on DAY',
    'adjust plan credit of 12.00 expired on DAY',
    'top_up plan Basic, month 1, expires on DAY',
    'top_up a test',
  ]);
  assert.deepEqual(await reconcile(db), []);
});

test('a plan is renewed for the month that it is, and ends after the months that were agreed', async () => {
  const { accountId } = await openCustomer(db, { micros: 0n });
  await start(accountId, 5);
  await endMonth(db, accountId, 3);
  await minute();
  const subscription = await runningSubscription(db, accountId);
  assert.deepEqual(
    [subscription?.periods, await available(accountId)],
    [4, 12],
    'two months passed without a server',
  );
  await endMonth(db, accountId, 5);
  await minute();
  const [endedSubscription] = await listSubscriptions(db, { accountId, limit: 1 });
  assert.deepEqual(
    [endedSubscription?.state, endedSubscription?.rightsUntil, await available(accountId)],
    ['ended', undefined, 0],
  );
  const audit = await db.pool.query('select action from audit where account_id = $1 order by id', [
    accountId,
  ]);
  assert.deepEqual(
    audit.rows.map(({ action }) => action),
    ['plan renew', 'plan end'],
  );
});

test('its group and its limit hold as long as it lasts, and what was before comes back', async () => {
  const customer = await openCustomer(db, { micros: 9_000_000n, group: 'pro' });
  const { accountId, tokenId } = customer;
  await changeAccountTerms(db, accountId, { maxOpen: 1 });
  assert.equal(await isAllowed(tokenId), false);
  const { id } = await start(accountId);
  assert.equal(await isAllowed(tokenId), true);
  const names = async () =>
    (await groupsWithModel(db, { id: 'sketch-short', group: 'x' }, accountId)).map(({ name }) => name);
  assert.deepEqual(await names(), ['pro']);
  const burst = await Promise.allSettled(Array.from({ length: 6 }, () => submitClip(db, customer)));
  const rejections = burst.filter(one => one.status === 'rejected');
  assert.deepEqual(
    rejections.map(({ reason }) => [reason.code, reason.details.limit]),
    Array.from({ length: 4 }, () => ['account_open_reached', 2]),
  );
  await db.transaction(tx => stopByHand(tx, id, { isNow: false }));
  assert.equal(await isAllowed(tokenId), true, 'until the end of the month');
  await endMonth(db, accountId);
  await minute();
  assert.equal(await isAllowed(tokenId), false);
  assert.deepEqual(await names(), []);
  for (const one of burst) if (one.status === 'fulfilled') await endTask(db, one.value);
  await submitClip(db, customer);
  const second = submitClip(db, customer);
  await assert.rejects(second, { code: 'account_open_reached', details: { limit: 1, retryAfter: 5 } });
});

test('a plan that is stopped at once takes what is left of its credit with it', async () => {
  const customer = await openCustomer(db, { micros: 1_000_000n });
  const { accountId } = customer;
  const { id } = await start(accountId);
  await endedClip(db, customer, clip(2));
  await db.transaction(tx => stopByHand(tx, id, { isNow: true }));
  await minute();
  assert.deepEqual([await available(accountId), await runningSubscription(db, accountId)], [1, undefined]);
  await start(accountId);
  assert.equal(await available(accountId), 13, 'and another one can be started');
  await assert.rejects(start(accountId), { code: 'plan_running' });
});

test('of two starts at once for an account one succeeds', async () => {
  const { accountId } = await openCustomer(db, { micros: 0n });
  const results = await Promise.allSettled([start(accountId), start(accountId), start(accountId)]);
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal(await available(accountId), 12);
});

test('who has a plan keeps its terms when the plan changes', async () => {
  const { accountId } = await openCustomer(db, { micros: 0n });
  const { versionId } = await start(accountId);
  await addVersion(db, plan.planId, { ...terms, creditMicros: 1_000_000n, priceMicros: 20_000_000n });
  const changedPlan = await findPlan(db, 'basic');
  assert.deepEqual([changedPlan?.version, changedPlan?.creditMicros], [2, 1_000_000n]);
  await endMonth(db, accountId);
  await minute();
  assert.equal(await available(accountId), 12);
  assert.equal((await runningSubscription(db, accountId))?.versionId, versionId);
});

test('rights that were not renewed end after the days of grace', async () => {
  const { accountId, tokenId } = await openCustomer(db, { micros: 0n, group: 'pro' });
  await start(accountId);
  await db.pool.query(`update subscriptions set provider = 'card' where account_id = $1`, [accountId]);
  await endMonth(db, accountId);
  await minute();
  assert.equal(await isAllowed(tokenId), true);
  await endGrace(db, accountId);
  assert.equal(await isAllowed(tokenId), false, 'at that moment');
  await minute();
  const { rows } = await db.pool.query('select plan_until from accounts where id = $1', [accountId]);
  assert.equal(rows[0].plan_until, null);
});
