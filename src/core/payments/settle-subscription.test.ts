import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PlanVersion } from './plan.ts';
import { settleSubscription, type SubscriptionFact } from './settle-subscription.ts';

const version = (id: string, price: bigint, credit: bigint): PlanVersion => ({
  id,
  planId: id,
  name: id,
  version: 1,
  description: '',
  priceMicros: price * 1_000_000n,
  currency: 'USD',
  creditMicros: credit * 1_000_000n,
  groups: [],
  maxOpen: undefined,
});
const basic = version('basic', 10n, 12n);
const pro = version('pro', 20n, 30n);
const knownPrices = {
  startVersion: basic,
  versions: new Map([
    ['price_basic', basic],
    ['price_pro', pro],
  ]),
  returnedInvoices: new Set<string>(),
};
const day = (number: number) => new Date(Date.UTC(2026, 10, number));
type Line = Extract<SubscriptionFact, { kind: 'invoice_paid' }>['lines'][number];
const line = (price: string | undefined, amount: number, other: Partial<Line> = {}): Line => ({
  price,
  isProration: false,
  amountMicros: BigInt(amount * 1e6),
  startsAt: day(1),
  endsAt: day(31),
  ...other,
});
const paidFact = (invoice: string, order: number, lines: Line[]): SubscriptionFact => ({
  kind: 'invoice_paid',
  invoice,
  amountMicros: lines.reduce((sum, { amountMicros }) => sum + amountMicros, 0n),
  currency: 'USD',
  lines,
  order,
});
const status = (
  state: Extract<SubscriptionFact, { kind: 'status' }>['state'],
  order: number,
  { price = 'price_basic', isCancelled = false } = {},
): SubscriptionFact => ({ kind: 'status', state, price, isCancelled, customer: 'cus_1', order });
const failed = (invoice: string, order: number): SubscriptionFact => ({
  kind: 'invoice_failed',
  invoice,
  payUrl: `https://pay/${invoice}`,
  order,
});
const first = paidFact('in_1', 1, [line('price_basic', 10)]);
const second = paidFact('in_2', 9, [line('price_basic', 10, { startsAt: day(31), endsAt: day(61) })]);
const half = { isProration: true, startsAt: day(16) };
const upgrade = paidFact('in_up', 5, [line('price_basic', -5, half), line('price_pro', 10, half)]);

type Row = readonly [
  what: string,
  facts: readonly SubscriptionFact[],
  state: string,
  credit: number,
  plan: string | undefined,
  next?: string,
];
const cases: readonly Row[] = [
  ['nothing', [], 'open', 0, undefined],
  ['a subscription that was not paid', [status('open', 1)], 'open', 0, undefined],
  ['one that was never paid', [status('open', 1), status('ended', 2)], 'ended', 0, undefined],
  ['a paid invoice before its subscription', [first], 'active', 12, 'basic'],
  ['a paid invoice', [status('open', 1), first, status('active', 1)], 'active', 12, 'basic'],
  ['an invoice that is reported twice', [first, first, status('active', 1)], 'active', 12, 'basic'],
  ['two periods', [first, second, status('active', 9)], 'active', 24, 'basic'],
  [
    'a change upwards after half of the period',
    [first, upgrade, status('active', 5, { price: 'price_pro' })],
    'active',
    21,
    'pro',
  ],
  ['the change before the first invoice', [upgrade, first], 'active', 21, 'pro'],
  ['a change downwards', [first, status('active', 3, { price: 'price_pro' })], 'active', 12, 'basic', 'pro'],
  ['a failed renewal', [first, status('past_due', 8), failed('in_2', 8)], 'past_due', 12, 'basic'],
  [
    'a renewal that was paid later',
    [first, status('past_due', 8), second, status('active', 9)],
    'active',
    24,
    'basic',
  ],
  ['an end', [first, status('ended', 3)], 'ended', 12, 'basic'],
  [
    'an end that is reported before the last change',
    [status('ended', 3), status('active', 3), first],
    'ended',
    12,
    'basic',
  ],
  ['a coupon that covers all', [paidFact('in_0', 1, [line('price_basic', 0)])], 'active', 12, 'basic'],
  ['a price that is unknown', [paidFact('in_1', 1, [line('price_other', 7)])], 'active', 12, 'basic'],
  [
    'something else on the invoice',
    [paidFact('in_1', 1, [line('price_basic', 10), line(undefined, 3, { isProration: true })])],
    'active',
    12,
    'basic',
  ],
  [
    'money that is given back only',
    [first, paidFact('in_d', 6, [line('price_basic', -5, half)])],
    'active',
    12,
    'basic',
  ],
];
for (const [description, facts, state, credit, plan, next] of cases)
  test(`${description}: ${state}, with a credit of ${credit}`, () => {
    const settlement = settleSubscription(facts, knownPrices);
    const sum = settlement.invoices.reduce((total, { creditMicros }) => total + creditMicros, 0n);
    assert.deepEqual(
      [settlement.state, Number(sum) / 1e6, settlement.current?.version.name, settlement.next?.name],
      [state, credit, plan, next],
    );
  });

test('an invoice whose money went back gives no plan, and the one before it counts again', () => {
  const facts = [first, upgrade, status('active', 5, { price: 'price_pro' })];
  const settle = (...returnedInvoices: string[]) =>
    settleSubscription(facts, { ...knownPrices, returnedInvoices: new Set(returnedInvoices) }).current
      ?.version.name;
  assert.deepEqual([settle(), settle('in_up'), settle('in_up', 'in_1')], ['pro', 'basic', undefined]);
});

test('a failed payment can be made until it was', () => {
  const facts = [first, status('past_due', 8), failed('in_2', 8)];
  assert.equal(settleSubscription(facts, knownPrices).payUrl, 'https://pay/in_2');
  assert.equal(settleSubscription([...facts, second], knownPrices).payUrl, undefined);
  assert.equal(settleSubscription([...facts, status('ended', 9)], knownPrices).payUrl, undefined);
});

test('the order of the events and repeats of them change nothing, and no credit is without a paid invoice', () => {
  const order = fc.integer({ min: 1, max: 4 });
  const fact: fc.Arbitrary<SubscriptionFact> = fc.oneof(
    fc.constantFrom(first, second, upgrade),
    fc
      .tuple(
        fc.constantFrom('open', 'active', 'past_due', 'ended'),
        order,
        fc.constantFrom('price_basic', 'price_pro'),
        fc.boolean(),
      )
      .map(([state, second, price, isCancelled]) => status(state, second, { price, isCancelled })),
    fc
      .tuple(fc.constantFrom('in_1', 'in_2', 'in_3'), order)
      .map(([invoice, second]) => failed(invoice, second)),
  );
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 10 }), fc.infiniteStream(fc.nat()), (facts, random) => {
      const settlement = settleSubscription(facts, knownPrices);
      const shuffledFacts = facts
        .map(each => [random.next().value as number, each] as const)
        .sort(([a], [b]) => a - b)
        .map(([, each]) => each);
      assert.deepEqual(settleSubscription([...shuffledFacts, ...facts], knownPrices), settlement);
      const invoices = new Set(facts.flatMap(each => (each.kind === 'invoice_paid' ? [each.invoice] : [])));
      assert.deepEqual(new Set(settlement.invoices.map(({ invoice }) => invoice)), invoices);
      assert.ok(settlement.current === undefined || invoices.size > 0);
    }),
  );
});
