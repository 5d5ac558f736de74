import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type PaymentFact, settlePayment } from './settle-payment.ts';

const payment = { amountMicros: 72_000_000n, currency: 'CNY', creditMicros: 10_000_000n };
const paidFact: PaymentFact = { kind: 'paid', amountMicros: 72_000_000n, currency: 'CNY' };
const refundFact = (amountMicros: bigint): PaymentFact => ({ kind: 'refunded', amountMicros });
const disputeFact = (order: number, isWon: boolean, amountMicros = 72_000_000n): PaymentFact => ({
  kind: 'disputed',
  dispute: 'd',
  amountMicros,
  isWon,
  order,
});

const cases: readonly (readonly [string, readonly PaymentFact[], string, bigint])[] = [
  ['nothing', [], 'open', 0n],
  ['a rejected card', [{ kind: 'failed' }], 'failed', 0n],
  ['a rejected card, then another one', [{ kind: 'failed' }, paidFact], 'paid', 10_000_000n],
  ['a payment', [paidFact], 'paid', 10_000_000n],
  ['a payment that is reported twice', [paidFact, paidFact], 'paid', 10_000_000n],
  ['too little', [{ ...paidFact, amountMicros: 71_990_000n }], 'wrong', 0n],
  ['too much', [{ ...paidFact, amountMicros: 73_000_000n }], 'wrong', 0n],
  ['another currency', [{ ...paidFact, currency: 'JPY' }], 'wrong', 0n],
  [
    'the wrong amount, then the right one',
    [{ ...paidFact, amountMicros: 1n }, paidFact],
    'paid',
    10_000_000n,
  ],
  ['half of it refunded', [paidFact, refundFact(36_000_000n)], 'refunded', 5_000_000n],
  ['refunded in two steps', [paidFact, refundFact(36_000_000n), refundFact(72_000_000n)], 'refunded', 0n],
  [
    'a refund that is reported before the payment',
    [refundFact(36_000_000n), paidFact],
    'refunded',
    5_000_000n,
  ],
  ['a refund without a payment', [refundFact(36_000_000n)], 'open', 0n],
  ['a refund of a fraction', [paidFact, refundFact(1n)], 'refunded', 9_999_999n],
  ['a dispute', [paidFact, disputeFact(1, false)], 'disputed', 0n],
  ['a dispute that was won', [paidFact, disputeFact(1, false), disputeFact(2, true)], 'paid', 10_000_000n],
  [
    'a won dispute whose beginning arrives late',
    [paidFact, disputeFact(2, true), disputeFact(1, false)],
    'paid',
    10_000_000n,
  ],
  [
    'a dispute of a part, and a refund',
    [paidFact, disputeFact(1, false, 36_000_000n), refundFact(36_000_000n)],
    'disputed',
    0n,
  ],
  [
    'a dispute with two amounts of one moment, the larger one first',
    [paidFact, disputeFact(1, false), disputeFact(1, false, 36_000_000n)],
    'disputed',
    0n,
  ],
  ['more back than was paid', [paidFact, disputeFact(1, false), refundFact(72_000_000n)], 'disputed', 0n],
];
for (const [description, facts, state, creditMicros] of cases)
  test(`${description} is ${state}, with a credit of ${creditMicros}`, () => {
    const settlement = settlePayment(payment, facts);
    assert.deepEqual([settlement.state, settlement.creditMicros], [state, creditMicros]);
    assert.equal((settlement.keptMicros * payment.creditMicros) / payment.amountMicros, creditMicros);
  });

test('the order of the events and repeats of them change nothing, and no credit exceeds what was bought', () => {
  const amount = fc.bigInt(1n, 80_000_000n);
  const fact = fc.oneof(
    fc.constant(paidFact),
    fc.constant<PaymentFact>({ kind: 'failed' }),
    amount.map(refundFact),
    fc.tuple(fc.integer({ min: 1, max: 4 }), fc.boolean()).map(([order, isWon]) => disputeFact(order, isWon)),
  );
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (facts, random) => {
      const settlement = settlePayment(payment, facts);
      const shuffledFacts = facts
        .map(each => [random.next().value as number, each] as const)
        .sort(([a], [b]) => a - b)
        .map(([, each]) => each);
      assert.deepEqual(settlePayment(payment, [...shuffledFacts, ...facts]), settlement);
      assert.ok(settlement.creditMicros >= 0n && settlement.creditMicros <= payment.creditMicros);
      assert.ok(settlement.creditMicros === 0n || facts.includes(paidFact));
    }),
  );
});
