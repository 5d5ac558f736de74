import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type PaymentFact, settlePayment } from './settle-payment.ts';

const asked = { amountMicros: 72_000_000n, currency: 'CNY', creditMicros: 10_000_000n };
const paid: PaymentFact = { kind: 'paid', amountMicros: 72_000_000n, currency: 'CNY' };
const refunded = (amountMicros: bigint): PaymentFact => ({ kind: 'refunded', amountMicros });
const disputed = (order: number, isWon: boolean, amountMicros = 72_000_000n): PaymentFact => ({
  kind: 'disputed',
  dispute: 'd',
  amountMicros,
  isWon,
  order,
});

const cases: readonly (readonly [string, readonly PaymentFact[], string, bigint])[] = [
  ['nothing', [], 'open', 0n],
  ['a rejected card', [{ kind: 'failed' }], 'failed', 0n],
  ['a rejected card, then another one', [{ kind: 'failed' }, paid], 'paid', 10_000_000n],
  ['a payment', [paid], 'paid', 10_000_000n],
  ['a payment that is reported twice', [paid, paid], 'paid', 10_000_000n],
  ['too little', [{ ...paid, amountMicros: 71_990_000n }], 'wrong', 0n],
  ['too much', [{ ...paid, amountMicros: 73_000_000n }], 'wrong', 0n],
  ['another currency', [{ ...paid, currency: 'JPY' }], 'wrong', 0n],
  ['the wrong amount, then the right one', [{ ...paid, amountMicros: 1n }, paid], 'paid', 10_000_000n],
  ['half of it refunded', [paid, refunded(36_000_000n)], 'refunded', 5_000_000n],
  ['refunded in two steps', [paid, refunded(36_000_000n), refunded(72_000_000n)], 'refunded', 0n],
  ['a refund that is reported before the payment', [refunded(36_000_000n), paid], 'refunded', 5_000_000n],
  ['a refund without a payment', [refunded(36_000_000n)], 'open', 0n],
  ['a refund of a fraction', [paid, refunded(1n)], 'refunded', 9_999_999n],
  ['a dispute', [paid, disputed(1, false)], 'disputed', 0n],
  ['a dispute that was won', [paid, disputed(1, false), disputed(2, true)], 'paid', 10_000_000n],
  [
    'a won dispute whose beginning arrives late',
    [paid, disputed(2, true), disputed(1, false)],
    'paid',
    10_000_000n,
  ],
  [
    'a dispute of a part, and a refund',
    [paid, disputed(1, false, 36_000_000n), refunded(36_000_000n)],
    'disputed',
    0n,
  ],
  [
    'a dispute with two amounts of one moment, the larger one first',
    [paid, disputed(1, false), disputed(1, false, 36_000_000n)],
    'disputed',
    0n,
  ],
  ['more back than was paid', [paid, disputed(1, false), refunded(72_000_000n)], 'disputed', 0n],
];
for (const [what, facts, state, creditMicros] of cases)
  test(`${what} is ${state}, with a credit of ${creditMicros}`, () => {
    const settled = settlePayment(asked, facts);
    assert.deepEqual([settled.state, settled.creditMicros], [state, creditMicros]);
    assert.equal((settled.keptMicros * asked.creditMicros) / asked.amountMicros, creditMicros);
  });

test('the order of the events and repeats of them change nothing, and no credit exceeds what was bought', () => {
  const amount = fc.bigInt(1n, 80_000_000n);
  const fact = fc.oneof(
    fc.constant(paid),
    fc.constant<PaymentFact>({ kind: 'failed' }),
    amount.map(refunded),
    fc.tuple(fc.integer({ min: 1, max: 4 }), fc.boolean()).map(([order, isWon]) => disputed(order, isWon)),
  );
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (facts, random) => {
      const settled = settlePayment(asked, facts);
      const shuffled = facts
        .map(each => [random.next().value as number, each] as const)
        .sort(([a], [b]) => a - b)
        .map(([, each]) => each);
      assert.deepEqual(settlePayment(asked, [...shuffled, ...facts]), settled);
      assert.ok(settled.creditMicros >= 0n && settled.creditMicros <= asked.creditMicros);
      assert.ok(settled.creditMicros === 0n || facts.includes(paid));
    }),
  );
});
