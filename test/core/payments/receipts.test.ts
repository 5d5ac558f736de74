/**
 * Receipts: every payment that was credited has one, numbered without a gap, and what
 * went back has a credit note.
 * @NOTE length: one shop that sends mail for all of them.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calendarNow } from '@kinora/shared/clock';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { loadConfig } from '../../../src/platform/config/config.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { queueStatements } from '../../../src/core/mail/queue-statements.ts';
import { startMailServer, type TestMailServer } from '../../support/mail/mail-server.ts';
import { until } from '../../support/servers/app.ts';
import { type Customer, type Shop, startShop } from '../../support/payments/shop.ts';
import {
  chargeDisputed,
  chargeRefunded,
  reportStripeEvent,
  sessionPaid,
  type StripeEvent,
} from '../../support/payments/stripe-events.ts';

let shop: Shop;
let smtp: TestMailServer;

before(async () => {
  smtp = await startMailServer();
  shop = await startShop({
    KINORA_SMTP_URL: smtp.url,
    KINORA_MAIL_FROM: 'shop@example.com',
    KINORA_SELLER_NAME: 'Bilder GmbH',
    KINORA_SELLER_ADDRESS: 'Hauptstraße 5\\n10115 Berlin',
    KINORA_SELLER_TAX_ID: 'DE123456789',
    KINORA_TAX_NAME: 'VAT',
    KINORA_TAX_PERCENT: '19',
  });
});

after(() => smtp.close());

const report = async (event: StripeEvent) =>
  assert.equal((await reportStripeEvent(shop.kinora, event)).status, 200);

async function payByCard(customer: Customer): Promise<string> {
  const { id } = await customer.done('payment start', { amount: '20', method: 'card' });
  await report(sessionPaid(id, 2000));
  return id;
}

interface Line {
  readonly number: string;
  readonly kind: string;
  readonly amount: string;
  readonly tax: string;
  readonly corrects: string | null;
}

/** Oldest first. */
const readReceipts = async (customer: Customer): Promise<Line[]> =>
  (await customer.done('receipt list')).toReversed();

const summarizeLines = (lines: readonly Line[]) => lines.map(({ kind, amount, tax }) => [kind, amount, tax]);

test('a payment has one receipt, with the details of both sides and the tax that the price includes', async () => {
  const customer = await shop.newCustomer('Studio 北京');
  await customer.done('billing change', { address: '1 Main St\nSpringfield', tax_id: 'US-1' });
  const id = await payByCard(customer);
  await report(sessionPaid(id, 2000));
  const [receipt, ...otherReceipts] = await customer.done('receipt list');
  assert.deepEqual(otherReceipts, []);
  const { number, issued: issuedAt, account, payment, ...rest } = receipt;
  assert.match(number, /^R-20\d\d-\d{6}$/);
  assert.deepEqual([account, payment], [customer.accountId, id]);
  assert.ok(Date.parse(issuedAt) > 0);
  assert.deepEqual(rest, {
    kind: 'receipt',
    corrects: null,
    method: 'card',
    plan: null,
    period_start: null,
    period_end: null,
    currency: 'USD',
    amount: '20.00',
    tax: '3.19',
    tax_name: 'VAT',
    tax_percent: '19',
    seller_name: 'Bilder GmbH',
    seller_address: 'Hauptstraße 5\n10115 Berlin',
    seller_tax_id: 'DE123456789',
    buyer_name: 'Studio 北京',
    buyer_address: '1 Main St\nSpringfield',
    buyer_tax_id: 'US-1',
    buyer_email: customer.email,
  });
  await customer.done('billing change', { name: 'Another name' });
  assert.equal((await customer.done('receipt show', { number })).buyer_name, 'Studio 北京', 'it stays');
});

test('refunds and disputes have credit notes, and a dispute that was won a further receipt', async () => {
  const customer = await shop.newCustomer();
  const id = await payByCard(customer);
  await report(chargeRefunded(id, 500));
  await report(chargeRefunded(id, 500));
  await report(chargeDisputed(id, 'needs_response', { created: 1, cents: 1500 }));
  await report(chargeDisputed(id, 'won', { created: 2, cents: 1500 }));
  await report(chargeRefunded(id, 2000));
  const receipts = await readReceipts(customer);
  assert.deepEqual(summarizeLines(receipts), [
    ['receipt', '20.00', '3.19'],
    ['credit_note', '5.00', '0.80'],
    ['credit_note', '15.00', '2.39'],
    ['receipt', '15.00', '2.39'],
    ['credit_note', '15.00', '2.39'],
  ]);
  const [first, ...corrections] = receipts;
  assert.ok(corrections.every(({ corrects }) => corrects === first?.number));
  assert.match(corrections[0]?.number ?? '', /^C-/);
});

test('a refund that is reported before its payment has no document until the payment has one', async () => {
  const customer = await shop.newCustomer();
  const { id } = await customer.done('payment start', { amount: '20', method: 'card' });
  await report(chargeRefunded(id, 2000));
  assert.deepEqual(await readReceipts(customer), []);
  await report(sessionPaid(id, 1999));
  assert.deepEqual(await readReceipts(customer), [], 'the wrong amount is no payment');
  await report(sessionPaid(id, 2000));
  assert.deepEqual(summarizeLines(await readReceipts(customer)), [
    ['receipt', '20.00', '3.19'],
    ['credit_note', '20.00', '3.19'],
  ]);
});

test('payments that are reported at once get numbers without a gap', async () => {
  const customers = await Promise.all(Array.from({ length: 6 }, () => shop.newCustomer()));
  const payments = await Promise.all(
    customers.map(customer => customer.done('payment start', { amount: '20', method: 'card' })),
  );
  // Each is reported twice, so that some transactions wait for others and some change nothing.
  await Promise.all(
    payments.flatMap(({ id }) => [report(sessionPaid(id, 2000)), report(sessionPaid(id, 2000))]),
  );
  const all: Line[] = await shop.operator.done('receipt list', { limit: 1000 });
  for (const letter of ['R', 'C']) {
    const numbers = all.map(({ number }) => number).filter(number => number.startsWith(letter));
    const serialNumbers = numbers.map(number => Number(number.slice(7))).sort((a, b) => a - b);
    assert.deepEqual(
      serialNumbers,
      Array.from(serialNumbers, (_, index) => index + 1),
    );
  }
  assert.deepEqual(await reconcile(shop.kinora.app.db), []);
});

test('a missing number and a receipt that does not match its payment are found by the reconciliation', async () => {
  const customer = await shop.newCustomer();
  const id = await payByCard(customer);
  const { db } = shop.kinora.app;
  const problems = async (change: string, undo: string) => {
    await db.pool.query(change);
    const problems = await reconcile(db);
    await db.pool.query(undo);
    return problems;
  };
  assert.match(
    String(
      await problems(
        "update receipt_numbers set last = last + 1 where kind = 'receipt'",
        "update receipt_numbers set last = last - 1 where kind = 'receipt'",
      ),
    ),
    /Numbers of the kind receipt are missing in 20\d\d/,
  );
  assert.deepEqual(
    await problems(
      `update receipts set amount_micros = 1 where payment_id = '${id}'`,
      `update receipts set amount_micros = 20000000 where payment_id = '${id}'`,
    ),
    [`Payment ${id}: its receipts do not match its credit.`],
  );
});

test('receipts and statements are downloaded as PDF by those who may read them, and as CSV', async () => {
  const customer = await shop.newCustomer('买家 & Söhne');
  const id = await payByCard(customer);
  await report(chargeRefunded(id, 700));
  const [receipt, note] = await readReceipts(customer);
  const month = new Date(calendarNow()).toISOString().slice(0, 7);
  for (const path of [
    `receipt.download?number=${receipt?.number}`,
    `receipt.download?number=${note?.number}&language=zh`,
    `statement.download?month=${month}`,
    `statement.download?month=2020-01&language=zh`,
  ]) {
    const address = `${shop.kinora.url}/api/${path}`;
    const response = await fetch(address, { headers: { cookie: customer.cookie } });
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get('content-type'), 'application/pdf');
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="[RC\w-]+\.pdf"$/);
    const file = Buffer.from(await response.arrayBuffer());
    assert.equal(file.subarray(0, 5).toString(), '%PDF-');
    assert.ok(file.length < 100_000, `${file.length} bytes`);
    assert.equal((await fetch(address)).status, 401);
  }
  const stranger = await shop.newCustomer();
  const member = await signedIn(shop.kinora, 'member', customer.accountId);
  const path = `/api/receipt.download?number=${receipt?.number}`;
  assert.equal((await stranger.get(path)).status, 404);
  assert.equal((await stranger.run('receipt show', { number: receipt?.number })).status, 404);
  assert.equal((await stranger.run('receipt list', { account: customer.accountId })).status, 404);
  assert.equal((await member.get(path)).status, 403);
  const csv = await fetch(`${shop.kinora.url}/api/receipt.list?format=csv`, {
    headers: { cookie: customer.cookie },
  });
  const lines = (await csv.text()).trim().split('\r\n');
  assert.equal(lines.length, 3);
  assert.match(lines[2] ?? '', /^R-20[^]*,买家 & Söhne,/);
});

test('a list of receipts has pages and periods', async () => {
  const customer = await shop.newCustomer();
  for (let count = 0; count < 3; count++) await payByCard(customer);
  const all: Line[] = await customer.done('receipt list');
  const first: Line[] = await customer.done('receipt list', { limit: 2 });
  const rest: Line[] = await customer.done('receipt list', { limit: 2, before: first[1]?.number });
  assert.deepEqual([...first, ...rest], all);
  assert.deepEqual(await customer.done('receipt list', { to: '2020-01-01' }), []);
  assert.equal((await customer.run('receipt list', { from: '2020-01-02', to: '2020-01-01' })).status, 400);
});

test('a tax rate without a name is rejected at start', () => {
  assert.throws(() => loadConfig({ KINORA_TAX_PERCENT: '19' }), /KINORA_TAX_NAME/);
});

/** The attached documents of the mails that an address got about this, as their names. Each is a PDF. */
function listSentDocuments(to: string, subject: RegExp): string[] {
  return smtp.mails
    .filter(mail => mail.to === to && subject.test(mail.subject))
    .flatMap(({ raw }) =>
      [...raw.matchAll(/Content-Type: application\/pdf; name=([^\r\n]+)[^]*?\r?\n\r?\n([\w+/=]+)/g)].map(
        ([, name = '', start = '']) => {
          assert.match(Buffer.from(start, 'base64').toString('latin1'), /^%PDF-/);
          return name;
        },
      ),
    );
}

test('the receipt is attached to the mail about a payment', async () => {
  const customer = await shop.newCustomer('Mailed');
  await payByCard(customer);
  const [receipt] = await readReceipts(customer);
  await until(
    async () => listSentDocuments(customer.email, /Payment received/),
    names => names.length > 0,
  );
  assert.deepEqual(listSentDocuments(customer.email, /Payment received/), [`${receipt?.number}.pdf`]);
});

test('the mail about the payment of a plan names the plan and its period, in the language of the buyer', async () => {
  const { stripe, kinora, operator } = shop;
  await operator.done('plan create', { name: 'Pro', price: 20, credit: 30 });
  const customer = await shop.newCustomer('Subscribed');
  await kinora.app.db.pool.query(`update users set language = 'zh' where email = $1`, [customer.email]);
  const { url } = await customer.done('plan buy', { plan: 'Pro' });
  const session = stripe.sessions.find(({ id }) => url === `https://checkout.example/${id}`);
  const { startsAt, endsAt } = stripe.billing.pay(session?.fields ?? assert.fail());
  for (const event of stripe.billing.takeEvents())
    assert.equal((await reportStripeEvent(kinora, event)).status, 200);
  const [first, last] = [startsAt, endsAt].map(seconds =>
    new Date(seconds * 1000).toISOString().slice(0, 10),
  );
  const findMail = () =>
    smtp.mails.find(({ to, subject }) => to === customer.email && subject.includes('套餐 Pro'));
  await until(async () => findMail(), Boolean);
  assert.match(findMail()?.text ?? '', new RegExp(`为套餐 Pro（${first} 至 ${last}）支付的 20\\.00 USD`));
  const [receipt] = await customer.done('receipt list');
  assert.deepEqual([receipt.plan, receipt.period_end], ['Pro', new Date(endsAt * 1000).toISOString()]);
});

test('a plan that is renamed keeps its name on receipts that were issued, and on their credit notes', async () => {
  const { stripe, kinora, operator } = shop;
  const plan = await operator.done('plan create', { name: 'Basic', price: 20, credit: 30 });
  const customer = await shop.newCustomer('Renamed');
  const { url } = await customer.done('plan buy', { plan: 'Basic' });
  const session = stripe.sessions.find(({ id }) => url === `https://checkout.example/${id}`);
  stripe.billing.pay(session?.fields ?? assert.fail());
  for (const event of stripe.billing.takeEvents()) await report(event);
  await operator.done('plan change', { plan: plan.id, name: 'Starter' });
  const [{ payment }] = await customer.done('receipt list');
  await report(chargeRefunded(payment, 500));
  const readPlans = async () => (await customer.done('receipt list')).map((line: any) => line.plan);
  assert.deepEqual(await readPlans(), ['Basic', 'Basic']);
  // A version that did not store it issued the documents.
  await kinora.app.db.pool.query('update receipts set plan = null where payment_id = $1', [payment]);
  assert.deepEqual(await readPlans(), ['Starter', 'Starter']);
});

test('owners who want it get the statement of a month when the next one has begun, once', async () => {
  const { db } = shop.kinora.app;
  const customer = await shop.newCustomer('Monthly');
  const member = await signedIn(shop.kinora, 'member', customer.accountId);
  assert.equal((await member.run('billing change', { statements: true })).status, 403);
  const billing = await customer.done('billing change', { statements: true });
  assert.equal(billing.statements, true);
  await queueStatements(db);
  const readQueuedStatements = async () =>
    (await db.pool.query(`select recipient, data from mails where kind = 'statement'`)).rows;
  assert.deepEqual(await readQueuedStatements(), [], 'not before the month is over');
  await db.pool.query(
    `update billing_details set statement_month = statement_month - interval '1 month' where account_id = $1`,
    [customer.accountId],
  );
  await Promise.all([queueStatements(db), queueStatements(db)]);
  await db.pool.query(`delete from mails where created_at < now() - interval '30 days'`);
  await queueStatements(db);
  const [{ recipient, data }, ...otherStatements] = await readQueuedStatements();
  assert.deepEqual([recipient, otherStatements], [customer.email, []]);
  await until(
    async () => listSentDocuments(customer.email, /^Statement of Monthly/),
    names => names.length > 0,
  );
  assert.deepEqual(listSentDocuments(customer.email, /^Statement/), [`statement-${data.month}.pdf`]);
  await customer.done('billing change', { statements: false, name: 'Monthly' });
  await db.pool.query(`update billing_details set statement_month = '2020-01-01'`);
  await queueStatements(db);
  assert.equal((await readQueuedStatements()).length, 1);
});
