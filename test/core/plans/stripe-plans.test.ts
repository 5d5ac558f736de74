/**
 * Plans at Stripe: what a customer has follows from verified events, whatever their order.
 * @NOTE length: one server and one provider for all of them.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, test } from 'node:test';
import { expireCredit } from '../../../src/core/billing/expiring-credit.ts';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { renewPlans } from '../../../src/core/payments/plans-by-hand.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { inDepth, runSeed } from '../../support/depth.ts';
import { readAvailable, type Customer, type Shop, startShop } from '../../support/payments/shop.ts';
import { endMonth } from '../../support/payments/plan-time.ts';
import type { BillingEvent, FakeSubscription } from '../../support/payments/stripe-billing.ts';
import { chargeDisputed, chargeRefunded, reportStripeEvent } from '../../support/payments/stripe-events.ts';
import type { EventOptions } from '../../support/payments/stripe-server.ts';

const epayKey = 'key-of-the-merchant';
let shop: Shop;

before(async () => {
  shop = await startShop({
    KINORA_EPAY_URL: 'https://pay.example.cn',
    KINORA_EPAY_ID: '1001',
    KINORA_EPAY_KEY: epayKey,
    KINORA_EPAY_PRICE: '7.2',
  });
  const { operator } = shop;
  await operator.done('group create', { group: 'pro', kind: 'image', models: ['sketch'], open: false });
  await operator.done('plan create', { name: 'Basic', price: 10, credit: 12 });
  await operator.done('plan create', { name: 'Pro', price: 20, credit: 30, groups: ['pro'], max_open: 4 });
});

const report = (event: BillingEvent, options?: EventOptions) =>
  reportStripeEvent(shop.kinora, event, options);
const deliver = async (events: readonly BillingEvent[]) => {
  for (const event of events) assert.deepEqual(await report(event), { status: 200, text: 'ok' });
};
const paidInvoice = (events: readonly BillingEvent[]): string =>
  (events.find(({ type }) => type === 'invoice.paid')?.object as { id: string } | undefined)?.id ??
  assert.fail();
const readPlan = async (customer: Customer) => (await customer.done('subscription show')).subscription;
const readReceipts = async (customer: Customer): Promise<string[][]> =>
  (await customer.done('receipt list')).map((one: Record<string, string>) => [one['kind'], one['amount']]);
const readSales = async (customer: Customer): Promise<(string | null)[][]> =>
  (await customer.done('receipt list')).map(
    (one: Record<'plan' | 'period_start' | 'period_end', string | null>) => [
      one.plan,
      one.period_start,
      one.period_end,
    ],
  );

/** The customer buys a plan. The events were not delivered yet. */
async function buy(customer: Customer, plan: string): Promise<FakeSubscription> {
  const { url, renews } = await customer.done('plan buy', { plan });
  assert.equal(renews, true);
  const session = shop.stripe.sessions.find(({ id }) => url === `https://checkout.example/${id}`);
  return shop.stripe.billing.pay(session?.fields ?? assert.fail());
}

async function subscriber(plan: string): Promise<{ customer: Customer; subscription: FakeSubscription }> {
  const customer = await shop.newCustomer();
  const subscription = await buy(customer, plan);
  await deliver(shop.stripe.billing.takeEvents());
  return { customer, subscription };
}

test('a plan begins when its invoice was paid, with one credit and one receipt, in any order of the events', async () => {
  const { billing } = shop.stripe;
  const customer = await shop.newCustomer();
  await buy(customer, 'Pro');
  assert.deepEqual(
    [await readPlan(customer), await readAvailable(customer)],
    [null, 0],
    'coming back gives nothing',
  );
  const events = billing.takeEvents();
  assert.deepEqual(events.map(({ type }) => type).sort(), [
    'customer.subscription.created',
    'customer.subscription.updated',
    'invoice.paid',
    'invoice_payment.paid',
  ]);
  const [invoice] = events.filter(({ type }) => type === 'invoice.paid');
  assert.ok(invoice);
  assert.equal((await report(invoice, { secret: 'whsec_guessed' })).status, 400);
  assert.equal((await report(invoice, { ageSeconds: 900 })).status, 400);
  assert.equal(await readAvailable(customer), 0);
  await deliver(events.toReversed());
  await deliver(events);
  await deliver(events.map(event => ({ ...event, id: `${event.id}_again` })));
  const plan = await readPlan(customer);
  assert.deepEqual(
    [plan.plan, plan.state, plan.credit_left, plan.cancelled, plan.groups, plan.max_open, plan.next_plan],
    ['Pro', 'active', '30.00', false, ['pro'], 4, null],
  );
  assert.equal(await readAvailable(customer), 30);
  assert.deepEqual(await readReceipts(customer), [['receipt', '20.00']]);
  assert.equal((await customer.run('token create', { group: 'pro', name: 'x' })).status, 200);
  const secondPurchase = await customer.run('plan buy', { plan: 'Basic' });
  assert.deepEqual([secondPurchase.status, secondPurchase.body.error.code], [409, 'plan_running']);
});

test('a page that was not used is the same for the same plan, and is closed for another one', async () => {
  const customer = await shop.newCustomer();
  const first = await customer.done('plan buy', { plan: 'Basic' });
  assert.equal((await customer.done('plan buy', { plan: 'basic' })).url, first.url);
  const other = await customer.done('plan buy', { plan: 'Pro' });
  assert.notEqual(other.url, first.url);
  shop.stripe.fail(500, 3);
  const failedPurchase = await customer.run('plan buy', { plan: 'Pro' });
  assert.deepEqual([failedPurchase.status, failedPurchase.body.error.code], [503, 'payment_unavailable']);
  assert.deepEqual(await customer.done('subscription list'), []);
});

test('a preview shows what a change charges, and the change at its moment charges exactly that', async () => {
  const { billing } = shop.stripe;
  const third = 10 * 86_400;
  billing.now -= third + 10 * 60;
  const { customer } = await subscriber('Basic');
  billing.now += third;
  const upgrade = await customer.done('subscription preview', { plan: 'Pro' });
  assert.deepEqual(
    [upgrade.when, upgrade.amount, upgrade.currency, upgrade.next_price, Date.parse(upgrade.at) / 1000],
    ['now', '6.66', 'USD', '20.00', billing.now],
  );
  assert.deepEqual(billing.takeEvents(), [], 'it changes nothing');
  billing.now += 5 * 60;
  await customer.done('subscription switch', { plan: 'Pro', at: upgrade.at });
  await deliver(billing.takeEvents());
  assert.equal((await readReceipts(customer))[0]?.[1], upgrade.amount);

  const downgrade = await customer.done('subscription preview', { plan: 'Basic' });
  assert.deepEqual(
    [downgrade.when, downgrade.amount, downgrade.at, downgrade.next_price],
    ['period_end', '0.00', null, '10.00'],
  );
  await customer.done('subscription switch', { plan: 'Basic' });
  await deliver(billing.takeEvents());
  await shop.operator.done('plan create', { name: 'Studio', price: 50, credit: 70 });
  // The difference is that to what was paid for this period, and not to the plan that waits for the next one.
  const studio = await customer.done('subscription preview', { plan: 'Studio' });
  await customer.done('subscription switch', { plan: 'Studio', at: studio.at });
  await deliver(billing.takeEvents());
  assert.deepEqual([studio.amount, (await readReceipts(customer))[0]?.[1]], ['20.00', '20.00']);
  await shop.operator.done('plan retire', { plan: 'Studio' });

  const moments = [Date.parse(upgrade.at) - 16 * 60_000, Date.parse(upgrade.at) + 86_400_000];
  for (const at of moments.map(moment => new Date(moment).toISOString())) {
    const { status, body } = await customer.run('subscription switch', { plan: 'Pro', at });
    assert.deepEqual([status, body.error.param], [400, 'at']);
  }
});

test('a change upwards counts when the difference was paid, and credits its share', async () => {
  const { billing } = shop.stripe;
  const { customer, subscription } = await subscriber('Basic');
  billing.now = (subscription.startsAt + subscription.endsAt) / 2;
  billing.isCardGood = false;
  const pending = await customer.done('subscription switch', { plan: 'Pro' });
  assert.deepEqual([pending.when, pending.pay_url], ['now', `https://invoice.example/${subscription.id}`]);
  await deliver(billing.takeEvents());
  const waiting = await readPlan(customer);
  assert.deepEqual([waiting.plan, waiting.state, await readAvailable(customer)], ['Basic', 'active', 12]);
  assert.match(waiting.pay_url, /^https:\/\/invoice\.example\/in_/);
  billing.isCardGood = true;
  billing.payOpen(subscription.id);
  await deliver(billing.takeEvents().toReversed());
  // Half of the credit of Pro, less half of that of Basic, for half of the difference of the prices.
  const upgradedPlan = await readPlan(customer);
  assert.deepEqual(
    [upgradedPlan.plan, upgradedPlan.pay_url, await readAvailable(customer)],
    ['Pro', null, 21],
  );
  assert.deepEqual(await readReceipts(customer), [
    ['receipt', '5.00'],
    ['receipt', '10.00'],
  ]);
  const day = (seconds: number) => new Date(seconds * 1000).toISOString();
  const { startsAt, endsAt } = subscription;
  assert.deepEqual(
    await readSales(customer),
    [
      ['Pro', day(billing.now), day(endsAt)],
      ['Basic', day(startsAt), day(endsAt)],
    ],
    'each names the plan and the period that was paid for',
  );
});

test('a change downwards waits for the next period, and can be taken back', async () => {
  const { billing } = shop.stripe;
  const { customer, subscription } = await subscriber('Pro');
  const downgrade = await customer.done('subscription switch', { plan: 'Basic' });
  assert.deepEqual([downgrade.when, downgrade.pay_url], ['period_end', null]);
  await deliver(billing.takeEvents());
  assert.deepEqual([(await readPlan(customer)).plan, (await readPlan(customer)).next_plan], ['Pro', 'Basic']);
  await customer.done('subscription switch', { plan: 'Pro' });
  await deliver(billing.takeEvents());
  assert.equal((await readPlan(customer)).next_plan, null);
  const samePlanAnswer = await customer.run('subscription switch', { plan: 'Pro' });
  assert.equal(samePlanAnswer.status, 400);
  await customer.done('subscription switch', { plan: 'Basic' });
  billing.endPeriod(subscription.id);
  await endMonth(shop.kinora.app.db, customer.accountId);
  await expireCredit(shop.kinora.app.db);
  await deliver(billing.takeEvents());
  assert.deepEqual([(await readPlan(customer)).plan, await readAvailable(customer)], ['Basic', 12]);
});

test('a failed renewal keeps the rights for some days, gives no credit, and can be paid later', async () => {
  const { billing } = shop.stripe;
  const { customer, subscription } = await subscriber('Pro');
  billing.isCardGood = false;
  billing.endPeriod(subscription.id);
  await deliver(billing.takeEvents());
  const late = await readPlan(customer);
  assert.deepEqual([late.state, late.plan, await readAvailable(customer)], ['past_due', 'Pro', 30]);
  assert.equal(Date.parse(late.rights_until) - Date.parse(late.period_end), 7 * 86_400_000);
  assert.match(late.pay_url, /^https:\/\/invoice\.example\/in_/);
  const portal = await customer.done('subscription portal');
  assert.equal(portal.url, `https://portal.example/cus_${late.id}`);
  billing.isCardGood = true;
  billing.payOpen(subscription.id);
  await deliver(billing.takeEvents());
  const renewedPlan = await readPlan(customer);
  assert.deepEqual(
    [renewedPlan.state, renewedPlan.pay_url, await readAvailable(customer)],
    ['active', null, 60],
  );
});

test('a plan that is cancelled lasts to the end of its period, and can be resumed before', async () => {
  const { billing } = shop.stripe;
  const { customer, subscription } = await subscriber('Pro');
  for (const [verb, cancelled] of [
    ['subscription cancel', true],
    ['subscription resume', false],
    ['subscription cancel', true],
  ] as const) {
    assert.equal((await customer.done(verb)).cancelled, cancelled);
    await deliver(billing.takeEvents());
    assert.equal((await readPlan(customer)).cancelled, cancelled);
  }
  const plan = await readPlan(customer);
  assert.equal(plan.rights_until, plan.period_end);
  billing.endPeriod(subscription.id);
  await deliver(billing.takeEvents());
  const [endedSubscription] = await customer.done('subscription list');
  assert.deepEqual(
    [await readPlan(customer), endedSubscription.state, endedSubscription.rights_until],
    [null, 'ended', null],
  );
  assert.equal(await readAvailable(customer), 30, 'the credit lasts as long as it was sold for');
  const next = await buy(customer, 'Basic');
  await deliver(billing.takeEvents());
  assert.equal((await readPlan(customer)).plan, 'Basic');
  assert.notEqual(next.id, subscription.id);
});

test('a refund takes the credit and the plan back, a dispute until it is won, also if they arrive first', async () => {
  const { billing } = shop.stripe;
  const customer = await shop.newCustomer();
  await buy(customer, 'Pro');
  const events = billing.takeEvents();
  const invoice = paidInvoice(events);
  await deliver([
    { created: 1, ...refundEvent(invoice, 500) },
    { created: 1, ...disputeEvent(invoice, 'needs_response', 2) },
  ]);
  await deliver(events);
  assert.deepEqual([await readAvailable(customer), (await readPlan(customer)).rights_until], [0, null]);
  await deliver([{ created: 3, ...disputeEvent(invoice, 'won', 3) }]);
  assert.equal(await readAvailable(customer), 22.5);
  assert.notEqual((await readPlan(customer)).rights_until, null);
  assert.deepEqual((await readReceipts(customer)).at(-1), ['receipt', '20.00']);
  await endMonth(shop.kinora.app.db, customer.accountId);
  await expireCredit(shop.kinora.app.db);
  assert.equal(await readAvailable(customer), 0);
  await shop.operator.done('ledger top-up', { account: customer.accountId, amount: 7, reason: 'paid' });
  await deliver([{ created: 1, ...refundEvent(invoice, 2000) }]);
  assert.equal(await readAvailable(customer), 7, 'what has expired is not taken again');
  assert.deepEqual(await reconcile(shop.kinora.app.db), []);
});

const refundEvent = (invoice: string, cents: number) => {
  const event = chargeRefunded(invoice, cents);
  return { ...event, object: { ...event.object, metadata: {} } };
};
const disputeEvent = (invoice: string, state: string, created: number) =>
  chargeDisputed(invoice, state, { created });

test('endpoints with an old API version are understood', async () => {
  const { billing } = shop.stripe;
  billing.isOldVersion = true;
  const { customer, subscription } = await subscriber('Basic');
  billing.now = (subscription.startsAt + subscription.endsAt) / 2;
  await customer.done('subscription switch', { plan: 'Pro' });
  const events = billing.takeEvents();
  await deliver(events);
  billing.isOldVersion = false;
  assert.deepEqual([(await readPlan(customer)).plan, await readAvailable(customer)], ['Pro', 21]);
  const invoice = paidInvoice(events);
  await deliver([{ created: 1, ...refundEvent(invoice, 500) }]);
  assert.deepEqual([(await readPlan(customer)).plan, await readAvailable(customer)], ['Basic', 12]);
});

test('a gateway without subscriptions sells a month, which ends by itself', async () => {
  const customer = await shop.newCustomer();
  const { id, url, renews } = await customer.done('plan buy', { plan: 'Pro', method: 'alipay' });
  assert.equal(renews, false);
  const { searchParams } = new URL(url);
  assert.equal(searchParams.get('money'), '144.00');
  const payment = searchParams.get('out_trade_no') ?? '';
  const notification = {
    money: '144.00',
    name: 'Pro',
    out_trade_no: payment,
    pid: '1001',
    trade_no: `t${payment}`,
    trade_status: 'TRADE_SUCCESS',
  };
  const text = Object.entries(notification)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const sign = createHash('md5').update(`${text}${epayKey}`).digest('hex');
  const notify = () => fetch(`${shop.kinora.url}/payments/epay?${text}&sign=${sign}&sign_type=MD5`);
  for (let times = 0; times < 3; times++) assert.equal(await (await notify()).text(), 'success');
  const plan = await readPlan(customer);
  assert.deepEqual(
    [plan.id, plan.provider, plan.cancelled, plan.credit_left, plan.rights_until === plan.period_end],
    [id, 'epay', true, '30.00', true],
  );
  assert.deepEqual(
    [await readAvailable(customer), await readReceipts(customer)],
    [30, [['receipt', '144.00']]],
  );
  const [[soldPlan, start, end = '']] = (await readSales(customer)) as [[string, string, string]];
  assert.deepEqual([soldPlan, start], ['Pro', plan.period_start]);
  // The credit ends a month after the payment, and its row is of the transaction before.
  assert.ok(Math.abs(Date.parse(end) - Date.parse(plan.period_end)) < 60_000, end);
  assert.equal((await customer.run('subscription resume')).body.error.code, 'plan_by_operator');
});

test('only owners buy and change plans, and what the operator gave is the operator’s', async () => {
  const { customer } = await subscriber('Basic');
  const member = await signedIn(shop.kinora, 'member', customer.accountId);
  const other = await shop.newCustomer();
  for (const [name, input] of [
    ['plan buy', { plan: 'Pro' }],
    ['subscription preview', { plan: 'Pro' }],
    ['subscription switch', { plan: 'Pro' }],
    ['subscription cancel', {}],
    ['subscription resume', {}],
    ['subscription portal', {}],
  ] as const) {
    assert.equal((await member.run(name, input)).status, 403, name);
    assert.equal((await other.run(name, { ...input, account: customer.accountId })).status, 404, name);
  }
  const planHolder = await shop.newCustomer();
  await shop.operator.done('plan start', { account: planHolder.accountId, plan: 'Basic' });
  assert.equal((await planHolder.run('subscription cancel')).body.error.code, 'plan_by_operator');
  const { accountId: account } = planHolder;
  assert.equal(
    (await shop.operator.done('subscription switch', { plan: 'Pro', account })).when,
    'period_end',
  );
  assert.equal((await readPlan(planHolder)).next_plan, 'Pro');
});

test(`${inDepth({ quick: 8, full: 2000 })} sequences of plans: the ledger adds up, each paid invoice is credited once, and nothing else is`, async () => {
  const { db } = shop.kinora.app;
  const { billing } = shop.stripe;
  let seed = runSeed;
  const next = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit;
  const customers = await Promise.all(Array.from({ length: 4 }, () => shop.newCustomer()));
  for (let sequence = 0; sequence < inDepth({ quick: 8, full: 2000 }); sequence++) {
    const customer = customers[next(customers.length)] ?? assert.fail();
    const currentPlan = await readPlan(customer);
    const one = [...billing.subscriptions.values()].find(
      ({ metadata }) => metadata['subscription'] === currentPlan?.id,
    );
    billing.isCardGood = next(4) > 0;
    if (!currentPlan) await buy(customer, next(2) === 0 ? 'Basic' : 'Pro');
    else if (one) {
      const action = next(7);
      billing.now = Math.max(billing.now, one.startsAt) + next(86_400);
      if (action === 0) await customer.run('subscription cancel');
      if (action === 1) await customer.run('subscription resume');
      if (action <= 3) await customer.run('subscription switch', { plan: next(2) === 0 ? 'Basic' : 'Pro' });
      if (action === 4) billing.payOpen(one.id);
      if (action >= 5) billing.endPeriod(one.id);
    }
    const events = billing.takeEvents();
    const invoices = events.flatMap(({ type, object }) =>
      type === 'invoice.paid' ? [(object as { id: string }).id] : [],
    );
    const more = invoices.flatMap(id =>
      next(6) === 0 ? [{ created: 1, ...refundEvent(id, next(2000)) }] : [],
    );
    const all = [...events, ...more].map(event => [next(1000), event] as const).sort(([a], [b]) => a - b);
    for (const [, event] of all) {
      if (next(5) === 0) assert.equal((await report(event, { secret: 'whsec_forged' })).status, 400);
      const answers = await Promise.all(Array.from({ length: 1 + next(2) }, () => report(event)));
      assert.ok(answers.every(({ status }) => status === 200));
    }
    if (next(3) === 0) {
      await db.pool.query(
        'update credit_grants set expires_at = clock_timestamp() where account_id = $1 and expires_at > clock_timestamp() and random() < 0.5',
        [customer.accountId],
      );
      await expireCredit(db);
      await renewPlans(db);
    }
    if (next(4) === 0)
      await shop.operator.run('ledger adjust', {
        account: customer.accountId,
        amount: '3',
        take: true,
        reason: 'x',
      });
  }
  const { rows } = await db.pool.query(
    `select count(*)::int as invoices, count(distinct payments.id)::int as payments, count(distinct invoice)::int as named
     from payments join credit_grants on credit_grants.subscription_id = payments.subscription_id and source = coalesce(invoice, 'payment ' || payments.id)`,
  );
  assert.deepEqual([rows[0].payments, rows[0].invoices], [rows[0].invoices, rows[0].payments]);
  const { rows: unpaidGrants } = await db.pool.query(
    `select source from credit_grants where subscription_id in (select id from subscriptions where provider = 'stripe')
       and not exists (select from subscription_events where fact ->> 'invoice' = source and fact ->> 'kind' = 'invoice_paid')`,
  );
  assert.deepEqual(unpaidGrants, []);
  assert.deepEqual(await reconcile(db), []);
});
