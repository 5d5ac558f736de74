/**
 * The process is killed after each write of a payment, from its start to a refund: what is repeated
 * afterwards, as buyers and providers do, leads to one credit, one receipt, one credit note, one use
 * of the code and one referral.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { backgroundSleep } from '@kinora/shared/clock';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { setReferrer } from '../../../src/core/payments/referrals.ts';
import { type ConsoleClient, signedIn } from '../../support/clients/console-client.ts';
import { type CrashingServer, makeCrashingServer } from '../../support/crashes/crashing-server.ts';
import { inDepth, runSeed } from '../../support/depth.ts';
import { stripeSettings } from '../../support/payments/shop.ts';
import { chargeRefunded, reportStripeEvent, sessionPaid } from '../../support/payments/stripe-events.ts';
import { startStripeServer, type StripeServer } from '../../support/payments/stripe-server.ts';
import { atEnd } from '../../support/servers/clean-up.ts';

let server: CrashingServer;
let stripe: StripeServer;
let operator: ConsoleClient;
let settings: Readonly<Record<string, string>>;
let steps: string;
let customers = 0;

before(async () => {
  stripe = await startStripeServer();
  const folder = await mkdtemp(join(tmpdir(), 'kinora-payment-steps-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  steps = join(folder, 'steps');
  settings = {
    ...stripeSettings(stripe),
    KINORA_REFERRAL_CREDIT: '3',
    CRASH_STEPS: steps,
    CRASH_STATEMENTS:
      'payment|receipt|(?<!volume_)discount|referral|credit_account|debit_account|withdraw_credit|insert_subscription|insert_plan_price|plan_credit|update_subscription|plan_rights',
  };
  server = await makeCrashingServer('');
  await server.start(settings);
  operator = await openClientAs('operator');
  await operator.done('discount create', { code: 'half', percent: '50', uses_per_account: 100 });
  await operator.done('plan create', { name: 'Pro', price: 20, credit: 30 });
});

const openClientAs = (role: 'operator' | 'owner', account?: string) =>
  server.withDatabase(db => signedIn({ url: server.url, app: { db } } as never, role, account));

const longestDeathMs = 30_000;

/**
 * Does it again after each death of the server, as a buyer or a provider would. Returns how often it died.
 */
async function repeatAfterCrashes<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; deaths: number }> {
  for (let deaths = 0; ; deaths++)
    try {
      return { result: await work(), deaths };
    } catch (error) {
      if (server.running && !(error instanceof TypeError)) throw error;
      // A server that rejects the request is not dying.
      const stays = backgroundSleep(longestDeathMs).then(() => Promise.reject(error));
      await Promise.race([server.waitForExit(), stays]);
      await rm(`${steps}.after`, { force: true });
      await server.start(settings);
    }
}

/**
 * A new customer, brought by another one, pays 5 for a credit of 10, and gets back half.
 * Returns how often the server died.
 */
async function payAndRefund(): Promise<number> {
  const name = `Customer ${++customers}`;
  const { id: referrer } = await operator.done('account create', { name: `${name}, older` });
  const { id: account } = await operator.done('account create', { name });
  const customer = await openClientAs('owner', account);
  const { code } = await operator.done('referral show', { account: referrer });
  await server.withDatabase(db => setReferrer(db, account, code));
  if (next !== undefined) await writeFile(`${steps}.after`, next);
  const startOutcome = await repeatAfterCrashes(() =>
    customer.done('payment start', { amount: '10', method: 'card', code: 'half' }),
  );
  const { id } = startOutcome.result;
  let deaths = startOutcome.deaths;
  for (const event of [sessionPaid(id, 500), chargeRefunded(id, 250)]) {
    const reportOutcome = await repeatAfterCrashes(async () => {
      const { status } = await reportStripeEvent(server, event);
      if (status !== 200) throw new TypeError(`${status}`);
    });
    deaths += reportOutcome.deaths;
  }
  const available = async (account: string) =>
    Number((await operator.done('account balance', { account })).available);
  assert.deepEqual([await available(account), await available(referrer)], [8, 3], next);
  const receipts: { kind: string; amount: string }[] = await customer.done('receipt list');
  assert.deepEqual(
    receipts.map(({ kind, amount }) => [kind, amount]),
    [
      ['credit_note', '2.50'],
      ['receipt', '5.00'],
    ],
    next,
  );
  const [{ uses }] = await operator.done('discount list');
  assert.equal(uses, customers);
  return deaths;
}

/** The step after which the process kills itself. */
let next: string | undefined;

test('wherever the server is killed, a payment is credited once, and documented once', async () => {
  assert.equal(await payAndRefund(), 0);
  const all = [...new Set((await readFile(steps, 'utf8')).trim().split('\n'))];
  for (const expected of ['insert_payment', 'insert_payment_event', 'credit_account', 'insert_receipt'])
    assert.ok(all.includes(expected), `${expected} is a step of ${all.join(', ')}`);
  const payment = all.filter(step => !/^insert_discount$|commit after insert_discount$/.test(step));
  const first = runSeed % payment.length;
  const selectedSteps = [...payment.slice(first), ...payment.slice(0, first)].slice(
    0,
    inDepth({ quick: 4, full: payment.length }),
  );
  for (const step of selectedSteps) {
    next = step;
    assert.equal(await payAndRefund(), 1, `it is killed once, after ${step}`);
  }
  assert.deepEqual(await server.withDatabase(reconcile), []);
});

/**
 * A new customer buys a plan, and half of its first invoice is refunded. Returns how often the server died.
 */
async function subscribeAndRefund(): Promise<number> {
  const { id: account } = await operator.done('account create', { name: `Subscriber ${++customers}` });
  const customer = await openClientAs('owner', account);
  if (next !== undefined) await writeFile(`${steps}.after`, next);
  const purchaseOutcome = await repeatAfterCrashes(() => customer.done('plan buy', { plan: 'Pro' }));
  const { billing, sessions } = stripe;
  billing.pay(sessions.find(({ id }) => purchaseOutcome.result.url.endsWith(id))?.fields ?? assert.fail());
  const events = billing.takeEvents();
  const invoice = events.find(({ type }) => type === 'invoice.paid')?.object as { id: string } | undefined;
  const refund = chargeRefunded(invoice?.id ?? assert.fail(), 1000);
  let deaths = purchaseOutcome.deaths;
  for (const event of [...events, { ...refund, object: { ...refund.object, metadata: {} } }]) {
    const reportOutcome = await repeatAfterCrashes(async () => {
      const { status } = await reportStripeEvent(server, event);
      if (status !== 200) throw new TypeError(`${status}`);
    });
    deaths += reportOutcome.deaths;
  }
  const plan = (await customer.done('subscription show')).subscription;
  const { available } = await customer.done('account balance');
  assert.deepEqual([plan.state, plan.credit_left, available], ['active', '15.00', '15.00'], next);
  assert.equal((await customer.done('subscription list')).length, 1, next);
  assert.equal((await customer.done('receipt list')).length, 2, next);
  return deaths;
}

test('wherever the server is killed, a plan is started once, credited once, and documented once', async () => {
  next = undefined;
  await writeFile(steps, '');
  assert.equal(await subscribeAndRefund(), 0);
  const all = [...new Set((await readFile(steps, 'utf8')).trim().split('\n'))];
  for (const expected of ['insert_subscription', 'insert_plan_credit', 'insert_subscription_event'])
    assert.ok(all.includes(expected), `${expected} is a step of ${all.join(', ')}`);
  const first = runSeed % all.length;
  const selectedSteps = [...all.slice(first), ...all.slice(0, first)].slice(
    0,
    inDepth({ quick: 3, full: all.length }),
  );
  for (const step of selectedSteps) {
    next = step;
    assert.equal(await subscribeAndRefund(), 1, `it is killed once, after ${step}`);
  }
  assert.deepEqual(await server.withDatabase(reconcile), []);
});
