/** Discount codes, referrals, codes in bulk, and what the operator sees of payments. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { setReferrer } from '../../../src/core/payments/referrals.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { readAvailable, type Customer, type Shop, startShop } from '../../support/payments/shop.ts';
import {
  chargeDisputed,
  chargeRefunded,
  reportStripeEvent,
  sessionPaid,
  type StripeEvent,
} from '../../support/payments/stripe-events.ts';

let shop: Shop;

before(async () => {
  shop = await startShop({ KINORA_REFERRAL_CREDIT: '3' });
});

const report = async (event: StripeEvent) =>
  assert.equal((await reportStripeEvent(shop.kinora, event)).status, 200);
const start = (customer: Customer, code?: string, amount = '20') =>
  customer.run('payment start', { amount, method: 'card', ...(code && { code }) });
const countUses = async (code: string) =>
  (await shop.operator.done('discount list')).find((each: { code: string }) => each.code === code)?.uses;
const add = (code: string, terms: object) => shop.operator.done('discount create', { code, ...terms });

test('a code in percent and one of an amount make the same credit cheaper, and count when it is credited', async () => {
  const customer = await shop.newCustomer();
  await add('SPRING20', { percent: '20', uses_per_account: 2 });
  await add('five-off', { amount: '5' });
  const quote = await customer.done('payment quote', { amount: '20', method: 'card', code: ' spring20 ' });
  assert.deepEqual(quote, { amount: '16.00', full_amount: '20.00', currency: 'USD' });
  const { body } = await start(customer, 'spring20');
  assert.deepEqual([body.amount, body.full_amount, body.credit], ['16.00', '20.00', '20.00']);
  assert.equal(shop.stripe.sessions.at(-1)?.fields['line_items[0][price_data][unit_amount]'], '1600');
  assert.equal(await countUses('SPRING20'), 0);
  await report(sessionPaid(body.id, 2000));
  assert.equal(await readAvailable(customer), 0, 'the full price is not what was asked for');
  await report(sessionPaid(body.id, 1600));
  await report(sessionPaid(body.id, 1600));
  assert.deepEqual([await readAvailable(customer), await countUses('SPRING20')], [20, 1]);
  const other = await start(customer, 'FIVE-OFF');
  await report(sessionPaid(other.body.id, 1500));
  assert.deepEqual([await readAvailable(customer), await countUses('five-off')], [40, 1]);
  const [receipt] = await customer.done('receipt list');
  assert.equal(receipt.amount, '15.00', 'the receipt is about what was paid');
});

test('a code that is used up, revoked, expired, unknown or worth more than the credit starts nothing', async () => {
  const customer = await shop.newCustomer();
  await add('once', { percent: '10', uses: 1 });
  await add('gone', { percent: '10' });
  await add('large', { amount: '20' });
  await shop.operator.done('discount revoke', { code: 'GONE' });
  await shop.kinora.app.db.pool.query(
    "insert into discounts (id, code, percent_micros, expires_at) values (gen_random_uuid(), 'late', 1000000, now() - interval '1 second')",
  );
  const first = await start(customer, 'once');
  assert.equal(first.status, 200);
  const another = await shop.newCustomer();
  for (const [code, expected] of [
    ['once', /no use left/],
    ['gone', /no such discount code/],
    ['late', /no such discount code/],
    ['nothing', /no such discount code/],
    ['large', /not lower than the price/],
  ] as const) {
    const { status, body } = await start(another, code);
    assert.equal(status, 400, code);
    assert.match(body.error.message, expected);
    assert.equal(body.error.param, 'code');
  }
  assert.deepEqual(await another.done('payment list'), []);
  for (const [terms, expected] of [
    [{ percent: '10', amount: '1' }, /either/],
    [{}, /either/],
    [{ percent: '100' }, /less than 100/],
  ] as const) {
    const { status, body } = await shop.operator.run('discount create', { code: 'wrong', ...terms });
    assert.equal(status, 400);
    assert.match(body.error.message, expected);
  }
  assert.match(
    (await shop.operator.run('discount create', { code: 'ONCE', percent: '5' })).body.error.message,
    /there is a discount code/,
  );
  assert.equal((await customer.run('discount list')).status, 403);
});

test('of payments that are started at once, only as many get a code as it has uses', async () => {
  const customers = await Promise.all(Array.from({ length: 4 }, () => shop.newCustomer()));
  await add('two', { percent: '50', uses: 2 });
  const answers = await Promise.all(customers.map(customer => start(customer, 'two')));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 400, 400]);
});

test('a payment that is paid after its code was used up buys what its amount buys without it', async () => {
  const [early, late] = [await shop.newCustomer(), await shop.newCustomer()];
  await add('half', { percent: '50', uses: 1 });
  const { body: first } = await start(late, 'half');
  // A day later, the unpaid payment no longer keeps the use, but its page may still be paid.
  await shop.kinora.app.db.pool.query(
    "update payments set created_at = created_at - interval '25 hours' where id = $1",
    [first.id],
  );
  const { body: second } = await start(early, 'half');
  await report(sessionPaid(second.id, 1000));
  await report(sessionPaid(first.id, 1000));
  assert.deepEqual(
    [await readAvailable(early), await readAvailable(late), await countUses('half')],
    [20, 10, 1],
  );
  await report(chargeDisputed(first.id, 'lost', { created: 1, cents: 1000 }));
  await report(chargeDisputed(first.id, 'won', { created: 2, cents: 1000 }));
  assert.equal(await readAvailable(late), 10, 'it is lowered once');
});

test('a referral credits both accounts for the first payment, once, and takes it back with the payment', async () => {
  const [old, young, stranger] = [
    await shop.newCustomer(),
    await shop.newCustomer(),
    await shop.newCustomer(),
  ];
  const { code, link, credit } = await old.done('referral show');
  assert.deepEqual([link.endsWith(`/console/?ref=${code}`), credit], [true, '3.00']);
  const { db } = shop.kinora.app;
  assert.equal(await setReferrer(db, young.accountId, code.toUpperCase()), true);
  const theirs = (await stranger.done('referral show')).code;
  assert.equal(await setReferrer(db, young.accountId, theirs), false, 'the first one stays');
  assert.equal(await setReferrer(db, old.accountId, code), false, 'nobody brings themselves');
  assert.equal(await setReferrer(db, old.accountId, theirs), false, 'only an older account brings another');
  assert.equal(await setReferrer(db, stranger.accountId, 'nothing'), false);
  for (let count = 0; count < 2; count++) {
    const { body, status } = await start(young);
    assert.equal(status, 200, JSON.stringify(body));
    await report(sessionPaid(body.id, 2000));
    await report(sessionPaid(body.id, 2000));
  }
  assert.deepEqual([await readAvailable(young), await readAvailable(old)], [43, 3]);
  const sums = await old.done('referral show');
  assert.deepEqual([sums.accounts, sums.paying, sums.credited], [1, 1, '3.00']);
  const reasons: string[] = (await old.done('ledger list')).map(({ reason }: { reason: string }) => reason);
  assert.ok(reasons.includes('referral: first payment of an account'));
  const payments: { id: string }[] = await young.done('payment list');
  await report(chargeRefunded(payments[1]?.id ?? '', 2000));
  assert.deepEqual([await readAvailable(young), await readAvailable(old)], [20, 0]);
});

test('codes in bulk are shown once, and counted by note', async () => {
  const { codes, code } = await shop.operator.done('code create', { amount: '5', count: 100, note: 'fair' });
  assert.deepEqual([codes.length, new Set(codes).size, codes[0]], [100, 100, code]);
  const customer = await shop.newCustomer();
  await customer.done('code redeem', { code: codes[99] });
  await customer.done('code redeem', { code: codes[0] });
  const listedCodes: { id: string; state: string }[] = await shop.operator.done('code list', {
    note: 'fair',
    limit: 1000,
  });
  assert.equal(listedCodes.length, 100);
  await shop.operator.done('code revoke', { id: listedCodes.find(({ state }) => state === 'good')?.id });
  const [line] = await shop.operator.done('code totals');
  const { first_created: _, ...counts } = line;
  assert.deepEqual(counts, {
    note: 'fair',
    amount: '5.00',
    codes: 100,
    valid: 97,
    redeemed: 2,
    revoked: 1,
    expired: 0,
  });
  assert.equal((await shop.operator.run('code create', { amount: '5', count: 10_001 })).status, 400);
});

test('lists of accounts have pages and find accounts by name, address and id; an export has all pages', async () => {
  const { operator, kinora } = shop;
  const accountIds: string[] = [];
  for (const name of ['Page One', 'Page Two', 'page three'])
    accountIds.unshift((await operator.done('account create', { name })).id);
  const owner = await signedIn(kinora, 'owner', accountIds[0]);
  type Line = { id?: string; account?: string; name: string };
  const listIds = (lines: Line[]) => lines.map(({ id, account }) => id ?? account);
  for (const list of ['account list', 'customer list']) {
    const find = async (input: Readonly<Record<string, unknown>>): Promise<Line[]> =>
      operator.done(list, input);
    assert.deepEqual(listIds(await find({ q: 'PAGE ' })), accountIds, `${list}, newest first`);
    const first = await find({ q: 'page', limit: 2 });
    const rest = await find({ q: 'page', limit: 2, before: listIds(first)[1] });
    assert.deepEqual(listIds([...first, ...rest]), accountIds);
    assert.deepEqual(listIds(await find({ q: owner.email })), [accountIds[0]], 'the address of a user');
    assert.deepEqual(listIds(await find({ q: accountIds[1] })), [accountIds[1]]);
    assert.deepEqual(await find({ q: '%' }), [], 'no pattern');
    assert.equal((await operator.run(list, { before: 'page' })).status, 400);
  }
  const customersByName = await operator.done('customer list', { sort: 'name', q: 'page', limit: 2 });
  const last = await operator.done('customer list', {
    sort: 'name',
    q: 'page',
    before: customersByName[1].account,
  });
  assert.deepEqual(
    [...customersByName, ...last].map(({ name }) => name),
    ['Page One', 'page three', 'Page Two'],
  );
});

test('an export has every account once, whatever the size of its pages', async () => {
  const { operator, kinora } = shop;
  await kinora.app.db.pool.query(
    `insert into accounts (id, name) select gen_random_uuid(), 'Bulk ' || n from generate_series(1, 2100) n`,
  );
  const { rows } = await kinora.app.db.pool.query('select count(*)::int as count from accounts');
  for (const name of ['account.list', 'customer.list']) {
    const fetchAll = async (format: string) =>
      (
        await fetch(`${kinora.url}/api/${name}?format=${format}`, { headers: { cookie: operator.cookie } })
      ).text();
    const csv = (await fetchAll('csv')).trim().split('\r\n');
    assert.equal(csv.length, rows[0].count + 1, 'with one header');
    assert.equal(new Set(csv).size, csv.length);
    assert.equal((await fetchAll('jsonl')).trim().split('\n').length, rows[0].count);
    const shortExport = await fetch(`${kinora.url}/api/${name}?format=csv&limit=5`, {
      headers: { cookie: operator.cookie },
    });
    assert.equal((await shortExport.text()).trim().split('\r\n').length, 6);
  }
  await kinora.app.db.pool.query(`delete from accounts where name like 'Bulk %'`);
});

test('an operator sees customers by what they bring in, and days by what came in and went back', async () => {
  const customer = await shop.newCustomer('Zebra');
  const { body } = await start(customer, undefined, '100');
  assert.ok(body.id, JSON.stringify(body));
  await report(sessionPaid(body.id, 10_000));
  await report(chargeRefunded(body.id, 2500));
  const [best] = await shop.operator.done('customer list', { sort: 'bought' });
  assert.deepEqual(
    [best.name, best.bought, best.available, best.users, best.tokens, best.tasks, best.margin],
    ['Zebra', '75.00', '75.00', 1, 0, 0, '0.00'],
  );
  assert.ok(Date.parse(best.active) > 0);
  const customersByName = await shop.operator.done('customer list', { sort: 'name', limit: 1000 });
  const names: string[] = customersByName.map(({ name }: { name: string }) => name);
  assert.equal(names.at(-1), 'Zebra');
  const days = await shop.operator.done('revenue show');
  const receipts: { kind: string; corrects: string | null; amount: string }[] = await shop.operator.done(
    'receipt list',
    { limit: 1000 },
  );
  const sum = (field: string) => days.reduce((all: number, day: any) => all + Number(day[field]), 0);
  const keptAmount = receipts.reduce(
    (all, { kind, amount }) => all + (kind === 'receipt' ? 1 : -1) * Number(amount),
    0,
  );
  assert.equal(sum('kept'), keptAmount);
  assert.equal(sum('payments'), receipts.filter(({ corrects }) => corrects === null).length);
  assert.equal(sum('new_accounts'), names.length);
  assert.equal((await customer.run('revenue show')).status, 403);
  assert.equal((await customer.run('customer list')).status, 403);
});

test('the overview says that reports are not genuine, and that a provider starts no payments', async () => {
  const attention = async (): Promise<string[]> => {
    const lines: { kind: string; text: string }[] = (await shop.operator.done('overview show')).attention;
    return lines.filter(({ kind }) => kind === 'payment').map(({ text }) => text);
  };
  assert.deepEqual(await attention(), []);
  const customer = await shop.newCustomer();
  const { body } = await start(customer);
  const forgedReports = await Promise.all(
    Array.from({ length: 12 }, () =>
      reportStripeEvent(shop.kinora, sessionPaid(body.id, 2000), { secret: 'whsec_guessed' }),
    ),
  );
  assert.ok(forgedReports.every(({ status }) => status === 400));
  shop.stripe.fail(500, 3);
  assert.equal((await start(customer)).status, 503);
  const [checkout, signature] = await attention();
  assert.match(checkout ?? '', /Payments that stripe did not start: 1,/);
  assert.match(signature ?? '', /wrong signature: 12,/);
});

test('after all of it, the ledger adds up', async () => {
  assert.deepEqual(await reconcile(shop.kinora.app.db), []);
});
