/**
 * Top-ups: credit follows verified notifications of a payment provider, once, in any
 * order, and never the browser.
 * @NOTE length: one server and one provider for all of them.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { systemClock } from '@kinora/shared/clock';
import { loadConfig } from '../../../src/platform/config/config.ts';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { newRowId } from '../../../src/platform/lib/id.ts';
import { type ConsoleClient, signedIn } from '../../support/clients/console-client.ts';
import { inDepth, runSeed } from '../../support/depth.ts';
import { epay, epaySettings, signEpay } from '../../support/payments/epay-notification.ts';
import { readAvailable, type Shop, shopUrl as baseUrl, startShop } from '../../support/payments/shop.ts';
import {
  chargeDisputed,
  chargeRefunded,
  reportStripeEvent,
  sessionPaid,
  type StripeEvent,
} from '../../support/payments/stripe-events.ts';
import type { EventOptions, StripeServer } from '../../support/payments/stripe-server.ts';
import type { TestApp } from '../../support/servers/app.ts';

let shop: Shop;
let stripe: StripeServer;
let kinora: TestApp;
let operator: ConsoleClient;

before(async () => {
  shop = await startShop(epaySettings);
  ({ stripe, kinora, operator } = shop);
});

const newCustomer = () => shop.newCustomer();
const readBalance = readAvailable;
const readPayment = async (customer: ConsoleClient, id: string) =>
  (await customer.done('payment list')).find((payment: { id: string }) => payment.id === id);

const report = (event: StripeEvent, options?: EventOptions) => reportStripeEvent(kinora, event, options);
const session = sessionPaid;
const refund = chargeRefunded;
const dispute = (payment: string, status: string, created: number) =>
  chargeDisputed(payment, status, { created });

test('an owner pays by card, and is credited by the notification, not by coming back', async () => {
  const customer = await newCustomer();
  const { methods } = await customer.done('payment options');
  assert.deepEqual(
    methods.map(({ method, currency }: { method: string; currency: string }) => [method, currency]),
    [
      ['card', 'USD'],
      ['alipay', 'CNY'],
      ['wxpay', 'CNY'],
    ],
  );
  const payment = await customer.done('payment start', { amount: '20', method: 'card' });
  const { fields } = stripe.sessions.at(-1) ?? assert.fail();
  assert.match(payment.url, /^https:\/\/checkout\.example\//);
  assert.equal(fields['line_items[0][price_data][unit_amount]'], '2000');
  assert.equal(
    fields['success_url'],
    `${baseUrl}/console/ledger?payment=${payment.id}`,
    'not of the request',
  );
  assert.equal(await readBalance(customer), 0);
  const paidEvent = session(payment.id, 2000);
  assert.deepEqual(await report(paidEvent), { status: 200, text: 'ok' });
  assert.equal(await readBalance(customer), 20);
  for (const repeatedEvent of [paidEvent, { ...paidEvent, id: 'evt_again' }])
    assert.equal((await report(repeatedEvent)).status, 200, 'a repeat is accepted');
  assert.equal(await readBalance(customer), 20);
  const { state, credited: creditedAmount } = await readPayment(customer, payment.id);
  assert.deepEqual([state, Number(creditedAmount)], ['paid', 20]);
  const entries: { kind: string; reason: string }[] = await customer.done('ledger list');
  assert.deepEqual(
    entries.map(({ kind, reason }) => [kind, reason]),
    [['top_up', `stripe card ${payment.id}`]],
  );
});

test('a machine whose clock is an hour ahead credits what is genuine', async t => {
  const customer = await newCustomer();
  const { id } = await customer.done('payment start', { amount: '20', method: 'card' });
  const machine = t.mock.method(Date, 'now', () => systemClock.now() + 3_600_000);
  assert.equal((await report(session(id, 2000))).status, 200);
  machine.mock.restore();
});

test('a forged, an old, a wrong and a foreign notification credits nothing', async () => {
  const customer = await newCustomer();
  const { id } = await customer.done('payment start', { amount: '20', method: 'card' });
  assert.equal((await report(session(id, 2000), { secret: 'whsec_guessed' })).status, 400);
  assert.equal((await report(session(id, 2000), { ageSeconds: 900 })).status, 400);
  const unsigned = await fetch(`${kinora.url}/payments/stripe`, { method: 'POST', body: '{}' });
  assert.equal(unsigned.status, 400);
  await report(session(newRowId(), 2000));
  await report(session('order 17 of a shop', 2000));
  await report(session(id, 2000, { payment_status: 'unpaid' }));
  assert.equal((await readPayment(customer, id)).state, 'open');
  for (const other of [{ amount_total: 1 }, { currency: 'jpy' }]) await report(session(id, 2000, other));
  assert.equal((await readPayment(customer, id)).state, 'wrong');
  assert.equal(await readBalance(customer), 0);
});

test('refunds and disputes take credit back, as far as it is left, also if they arrive first', async () => {
  const customer = await newCustomer();
  const { id } = await customer.done('payment start', { amount: '20', method: 'card' });
  await report(dispute(id, 'needs_response', 2));
  await report(refund(id, 500));
  assert.equal(await readBalance(customer), 0);
  await report(session(id, 2000));
  assert.deepEqual([(await readPayment(customer, id)).state, await readBalance(customer)], ['disputed', 0]);
  await report(dispute(id, 'won', 3));
  assert.deepEqual([(await readPayment(customer, id)).state, await readBalance(customer)], ['refunded', 15]);
  await operator.done('ledger adjust', {
    account: customer.accountId,
    amount: '14',
    take: true,
    reason: 'spent',
  });
  await report(refund(id, 2000));
  const { credited: creditedAmount, owed: owedAmount } = await readPayment(customer, id);
  assert.deepEqual([await readBalance(customer), Number(creditedAmount), Number(owedAmount)], [0, 14, 14]);
});

test('a gateway with the Epay protocol is paid in yuan, and its notification is answered in its words', async () => {
  const customer = await newCustomer();
  const { id, url, amount, currency } = await customer.done('payment start', {
    amount: '10',
    method: 'alipay',
  });
  assert.deepEqual([Number(amount), currency], [72, 'CNY']);
  const { searchParams, origin, pathname } = new URL(url);
  assert.equal(`${origin}${pathname}`, 'https://pay.example.cn/submit.php');
  const { sign, sign_type, ...signedFields } = Object.fromEntries(searchParams);
  assert.deepEqual([sign, sign_type], [signEpay(signedFields).get('sign'), 'MD5']);
  assert.deepEqual(
    [signedFields['money'], signedFields['notify_url'], signedFields['out_trade_no']],
    ['72.00', `${baseUrl}/payments/epay`, id],
  );
  const notification = {
    pid: epay.id,
    trade_no: '2026112901',
    out_trade_no: id,
    type: 'alipay',
    name: 'Credit',
    money: '72.00',
  };
  const notify = async (parameters: URLSearchParams, method = 'GET') => {
    const response =
      method === 'GET'
        ? await fetch(`${kinora.url}/payments/epay?${parameters}`)
        : await fetch(`${kinora.url}/payments/epay`, { method, body: parameters });
    return [response.status, await response.text()];
  };
  const success = { ...notification, trade_status: 'TRADE_SUCCESS' };
  assert.equal((await notify(signEpay(success, 'another key')))[0], 400);
  assert.equal((await notify(signEpay({ ...success, pid: '1002' })))[0], 400);
  const tamperedFields = signEpay(success);
  tamperedFields.set('money', '0.01');
  assert.equal((await notify(tamperedFields))[0], 400);
  assert.deepEqual(await notify(signEpay({ ...notification, trade_status: 'WAIT_BUYER_PAY' })), [
    200,
    'success',
  ]);
  assert.equal(await readBalance(customer), 0);
  assert.deepEqual(await notify(signEpay(success)), [200, 'success']);
  assert.deepEqual(await notify(signEpay(success), 'POST'), [200, 'success']);
  assert.equal(await readBalance(customer), 10);
});

test('what cannot be paid is rejected with what is allowed, and starts nothing', async () => {
  const customer = await newCustomer();
  for (const [input, expected] of [
    [{ amount: '0.5', method: 'card' }, /from 1(\.00)? to 1000/],
    [{ amount: '1000.01', method: 'card' }, /from 1(\.00)? to 1000/],
    [{ amount: '5.001', method: 'card' }, /two decimal places/],
    [{ amount: '5', method: 'paypal' }, /Allowed: card, alipay, wxpay/],
  ] as const) {
    const { status, body } = await customer.run('payment start', input);
    assert.equal(status, 400);
    assert.match(body.error.message, expected);
  }
  const member = await signedIn(kinora, 'member', customer.accountId);
  assert.equal((await member.run('payment start', { amount: '5', method: 'card' })).status, 403);
  assert.deepEqual(await customer.done('payment list'), []);
});

test('a provider that is down is said to be down, and an account cannot start payments without end', async () => {
  const customer = await newCustomer();
  stripe.fail(500, 3);
  const { status, body } = await customer.run('payment start', { amount: '5', method: 'card' });
  assert.deepEqual([status, body.error.code], [503, 'payment_unavailable']);
  for (let count = 1; count < 20; count++)
    await customer.done('payment start', { amount: '5', method: 'alipay' });
  const more = await customer.run('payment start', { amount: '5', method: 'alipay' });
  assert.deepEqual([more.status, more.body.error.code], [429, 'payments_too_many']);
});

test('whatever is reported, repeated, reordered or forged, the ledger adds up and no credit is unpaid', async () => {
  let state = runSeed;
  const next = (limit: number) => (state = (state * 48_271) % 2_147_483_647) % limit;
  const customer = await newCustomer();
  const payments: string[] = [];
  for (let count = 0; count < inDepth({ quick: 3, full: 18 }); count++) {
    const { id } = await customer.done('payment start', { amount: '20', method: 'card' });
    payments.push(id);
  }
  const sentEvents: StripeEvent[] = [];
  for (let step = 0; step < inDepth({ quick: 60, full: 2000 }); step++) {
    const id = payments[next(payments.length)] ?? assert.fail();
    const kind = next(7);
    const event =
      kind === 0
        ? session(id, 2000)
        : kind === 1
          ? session(id, 1 + next(1999))
          : kind === 2
            ? refund(id, next(2001))
            : kind === 3
              ? dispute(id, 'lost', next(100))
              : kind === 4
                ? dispute(id, 'won', next(100))
                : (sentEvents[next(sentEvents.length || 1)] ?? session(id, 2000));
    const isForged = kind === 6;
    const answers = await Promise.all(
      Array.from({ length: 1 + next(2) }, () => report(event, isForged ? { secret: 'whsec_forged' } : {})),
    );
    assert.ok(answers.every(({ status }) => status === (isForged ? 400 : 200)));
    if (!isForged) sentEvents.push(event);
    if (next(9) === 0)
      await operator.run('ledger adjust', {
        account: customer.accountId,
        amount: '3',
        take: true,
        reason: 'spent',
      });
  }
  const listedPayments: { id: string; credited: string; owed: string; state: string }[] =
    await customer.done('payment list');
  for (const id of payments) {
    const { credited: creditedAmount = '0', state: how } = listedPayments.find(each => each.id === id) ?? {};
    const isPaid = sentEvents.some(
      event =>
        event.type === 'checkout.session.completed' &&
        JSON.stringify(event).includes(id) &&
        JSON.stringify(event).includes('"amount_total":2000'),
    );
    assert.ok(Number(creditedAmount) === 0 || isPaid, `${id} ${how} ${creditedAmount}`);
    assert.ok(Number(creditedAmount) <= 20);
  }
  assert.deepEqual(await reconcile(kinora.app.db), []);
});

test('settings that would lose payments are rejected at start', () => {
  assert.throws(
    () => loadConfig({ KINORA_STRIPE_SECRET_KEY: 'sk' }),
    /KINORA_STRIPE_WEBHOOK_SECRET must be set together/,
  );
  assert.throws(
    () => loadConfig({ KINORA_STRIPE_SECRET_KEY: 'sk', KINORA_STRIPE_WEBHOOK_SECRET: 'wh' }),
    /require KINORA_BASE_URL/,
  );
});
