/**
 * What a payment is worth, from all that its provider has reported about it. The order of the events does not
 * matter, because providers promise none, and neither do repeats under another id.
 */
import { z } from 'zod';
import type { Payment, PaymentState } from './payment.ts';

const micros = z.string().transform(BigInt);
export const factShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paid'), amountMicros: micros, currency: z.string() }),
  z.object({ kind: z.literal('failed') }),
  /** The payment of an invoice is called so from now on. */
  z.object({ kind: z.literal('named'), reference: z.string() }),
  /** All that was refunded so far. */
  z.object({ kind: z.literal('refunded'), amountMicros: micros }),
  /** The newest state of each dispute counts. `order` grows with time. */
  z.object({
    kind: z.literal('disputed'),
    dispute: z.string(),
    amountMicros: micros,
    isWon: z.boolean(),
    order: z.number(),
  }),
]);
export type PaymentFact = z.output<typeof factShape>;

export interface Settlement {
  readonly state: PaymentState;
  /** The credit that the account should have for the payment, in millionths. */
  readonly creditMicros: bigint;
  /** What was paid and did not go back, in millionths of the currency of the payment. */
  readonly keptMicros: bigint;
}

/** The worth of a payment that was not made. */
const nothing = { creditMicros: 0n, keptMicros: 0n };

/**
 * Returns the result of a payment by all that its provider has reported, in any order: nothing unless
 * exactly its amount was paid in its currency, otherwise that less what was refunded or lost in disputes.
 */
export function settlePayment(
  { amountMicros, currency, creditMicros }: Pick<Payment, 'amountMicros' | 'currency' | 'creditMicros'>,
  facts: readonly PaymentFact[],
): Settlement {
  const paidFacts = facts.filter(fact => fact.kind === 'paid');
  if (paidFacts.length === 0)
    return { state: facts.some(fact => fact.kind === 'failed') ? 'failed' : 'open', ...nothing };
  const isRight = paidFacts.some(fact => fact.amountMicros === amountMicros && fact.currency === currency);
  if (!isRight) return { state: 'wrong', ...nothing };
  const refundedMicros = largest(
    facts.flatMap(fact => (fact.kind === 'refunded' ? [fact.amountMicros] : [])),
  );
  const disputedMicros = sumDisputed(facts);
  const restMicros = amountMicros - refundedMicros - disputedMicros;
  const positiveRest = restMicros > 0n ? restMicros : 0n;
  return {
    state: disputedMicros > 0n ? 'disputed' : refundedMicros > 0n ? 'refunded' : 'paid',
    // Rounded down: what went back is never credited.
    creditMicros: (creditMicros * positiveRest) / amountMicros,
    keptMicros: positiveRest,
  };
}

function sumDisputed(facts: readonly PaymentFact[]): bigint {
  const newest = new Map<string, Extract<PaymentFact, { kind: 'disputed' }>>();
  for (const fact of facts) {
    if (fact.kind !== 'disputed') continue;
    const previous = newest.get(fact.dispute);
    // The state that takes back more counts, if two have the same moment: what is
    // lost cannot be won by a repeat.
    const isNewer =
      !previous ||
      fact.order > previous.order ||
      (fact.order === previous.order && takenMicros(fact) > takenMicros(previous));
    if (isNewer) newest.set(fact.dispute, fact);
  }
  return [...newest.values()].reduce((sum, fact) => sum + takenMicros(fact), 0n);
}

function takenMicros({ isWon, amountMicros }: Extract<PaymentFact, { kind: 'disputed' }>): bigint {
  return isWon ? 0n : amountMicros;
}

function largest(amounts: readonly bigint[]): bigint {
  return amounts.reduce((most, amount) => (amount > most ? amount : most), 0n);
}
