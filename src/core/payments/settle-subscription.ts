/**
 * The state of a subscription, from all that its payment provider has reported about it. The order in which
 * events arrive does not matter, and neither do repeats. The plan of an account follows from the invoices
 * that were paid, and not from the subscription itself: a change of the plan counts when it was paid for.
 */
import { z } from 'zod';
import type { Micros } from '@kinora/shared/money';
import type { PlanVersion } from './plan.ts';
import { type SubscriptionState, subscriptionStates } from './subscription.ts';

const micros = z.string().transform(BigInt);
const moment = z.iso.datetime().transform(text => new Date(text));
export const subscriptionFactShape = z.discriminatedUnion('kind', [
  /** What the subscription is. `order` grows with time. */
  z.object({
    kind: z.literal('status'),
    state: z.enum(subscriptionStates),
    /** What the provider calls the price of the next period. */
    price: z.string().optional(),
    isCancelled: z.boolean(),
    customer: z.string().optional(),
    order: z.number(),
  }),
  z.object({
    kind: z.literal('invoice_paid'),
    invoice: z.string(),
    /** What was paid, with tax. 0 if a coupon or a balance at the provider covered it. */
    amountMicros: micros,
    currency: z.string(),
    /** What the provider calls the payment, if the event contains it. */
    payment: z.string().optional(),
    /** Amounts are negative for what is given back of an earlier price. */
    lines: z.array(
      z.object({
        price: z.string().optional(),
        isProration: z.boolean(),
        amountMicros: micros,
        startsAt: moment,
        endsAt: moment,
      }),
    ),
    order: z.number(),
  }),
  z.object({
    kind: z.literal('invoice_failed'),
    invoice: z.string(),
    /** Where it can be paid. */
    payUrl: z.string().optional(),
    order: z.number(),
  }),
]);
export type SubscriptionFact = z.output<typeof subscriptionFactShape>;
type Status = Extract<SubscriptionFact, { kind: 'status' }>;
type PaidFact = Extract<SubscriptionFact, { kind: 'invoice_paid' }>;

/** An invoice that was paid, with the credit and the plan that it pays for. */
export interface PaidInvoice {
  readonly invoice: string;
  readonly payment: string | undefined;
  readonly amountMicros: Micros;
  readonly currency: string;
  readonly creditMicros: Micros;
  readonly version: PlanVersion;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly order: number;
}

export interface SettledSubscription {
  readonly state: SubscriptionState;
  readonly isCancelled: boolean;
  readonly invoices: readonly PaidInvoice[];
  /**
   * The invoice whose plan the account has. Undefined if none was paid, or if all of them were given back.
   */
  readonly current: PaidInvoice | undefined;
  /** The version of the next period, if it differs. */
  readonly next: PlanVersion | undefined;
  readonly payUrl: string | undefined;
  readonly customer: string | undefined;
}

export interface KnownPrices {
  /** The version that was bought first: for a line whose price is unknown. */
  readonly startVersion: PlanVersion;
  /** Versions by what the provider calls their prices. */
  readonly versions: ReadonlyMap<string, PlanVersion>;
  /** Invoices whose money went back in full. */
  readonly returnedInvoices: ReadonlySet<string>;
}

export function settleSubscription(
  facts: readonly SubscriptionFact[],
  knownPrices: KnownPrices,
): SettledSubscription {
  const status = newestStatus(facts);
  const invoices = paidInvoices(facts, knownPrices);
  const current = invoices
    .filter(({ invoice }) => !knownPrices.returnedInvoices.has(invoice))
    .reduce<PaidInvoice | undefined>((best, one) => (best && !isLater(one, best) ? best : one), undefined);
  const state = toState(status, invoices.length > 0);
  const next = knownPrices.versions.get(status?.price ?? '');
  return {
    state,
    isCancelled: status?.isCancelled ?? false,
    invoices,
    current,
    next: current && next && next.id !== current.version.id ? next : undefined,
    payUrl: state === 'ended' ? undefined : unpaidUrl(facts),
    customer: status?.customer,
  };
}

/**
 * Returns the state of a subscription. One with a paid invoice is active, even if it was reported as open
 * before.
 */
function toState(status: Status | undefined, isPaid: boolean): SubscriptionState {
  if (!status || status.state === 'open') return isPaid ? 'active' : 'open';
  return status.state;
}

/** The one that comes later in the life of a subscription counts, if two have the same moment. */
const ranks: Readonly<Record<SubscriptionState, number>> = { open: 0, past_due: 1, active: 2, ended: 3 };

function newestStatus(facts: readonly SubscriptionFact[]): Status | undefined {
  const sortKey = ({ state, order, isCancelled, price = '' }: Status) =>
    [state === 'ended' ? 1 : 0, order, ranks[state], Number(isCancelled), price] as const;
  return facts
    .filter(fact => fact.kind === 'status')
    .reduce<Status | undefined>(
      (best, one) => (best && !isAfter(sortKey(one), sortKey(best)) ? best : one),
      undefined,
    );
}

function isAfter(one: readonly (number | string)[], other: readonly (number | string)[]): boolean {
  const place = one.findIndex((value, index) => value !== other[index]);
  return place >= 0 && (one[place] ?? 0) > (other[place] ?? 0);
}

function paidInvoices(facts: readonly SubscriptionFact[], knownPrices: KnownPrices): PaidInvoice[] {
  const byInvoice = new Map<string, PaidFact>();
  for (const fact of facts) {
    if (fact.kind !== 'invoice_paid') continue;
    const before = byInvoice.get(fact.invoice);
    // The first report counts. Sometimes only a repeat of it contains the name of the payment.
    const firstReport = before && before.order <= fact.order ? before : fact;
    byInvoice.set(fact.invoice, { ...firstReport, payment: before?.payment ?? fact.payment });
  }
  return [...byInvoice.values()].map(fact => toPaidInvoice(fact, knownPrices)).sort(byOrder);
}

function byOrder(one: PaidInvoice, other: PaidInvoice): number {
  return one.order - other.order || (one.invoice < other.invoice ? -1 : 1);
}

/**
 * A line of a whole period is worth the credit of its version, also if a coupon made it
 * cheaper. One of a change in between is worth its share of the price, so that what is given
 * back of the old version is subtracted.
 */
function toPaidInvoice(fact: PaidFact, { startVersion, versions }: KnownPrices): PaidInvoice {
  const lines = fact.lines.map(line => ({
    ...line,
    version: versions.get(line.price ?? '') ?? (line.isProration ? undefined : startVersion),
  }));
  const credit = lines.reduce((sum, { version, isProration, amountMicros }) => {
    if (!version) return sum;
    if (!isProration) return sum + version.creditMicros;
    return sum + floorShare(version.creditMicros, amountMicros, version.priceMicros);
  }, 0n);
  const mainLine = lines
    .filter(({ amountMicros, isProration }) => amountMicros > 0n || !isProration)
    .reduce<(typeof lines)[number] | undefined>(
      (best, one) => (best && best.endsAt >= one.endsAt ? best : one),
      undefined,
    );
  const reportedAt = new Date(fact.order * 1000);
  return {
    invoice: fact.invoice,
    payment: fact.payment,
    amountMicros: fact.amountMicros,
    currency: fact.currency,
    creditMicros: credit > 0n ? credit : 0n,
    version: mainLine?.version ?? startVersion,
    startsAt: mainLine?.startsAt ?? reportedAt,
    endsAt: mainLine?.endsAt ?? reportedAt,
    order: fact.order,
  };
}

/** Rounds down, also below zero, so that no amount is credited that was not paid. */
function floorShare(amount: bigint, part: bigint, price: bigint): bigint {
  const product = amount * part;
  return product >= 0n ? product / price : -((-product + price - 1n) / price);
}

function isLater(one: PaidInvoice, other: PaidInvoice): boolean {
  const [end, otherEnd] = [one.endsAt.getTime(), other.endsAt.getTime()];
  return end !== otherEnd ? end > otherEnd : byOrder(one, other) > 0;
}

/** Where the newest invoice that failed and was not paid afterwards can be paid. */
function unpaidUrl(facts: readonly SubscriptionFact[]): string | undefined {
  const paidInvoiceIds = new Set(facts.flatMap(fact => (fact.kind === 'invoice_paid' ? [fact.invoice] : [])));
  return facts
    .filter(fact => fact.kind === 'invoice_failed')
    .filter(({ invoice }) => !paidInvoiceIds.has(invoice))
    .sort((one, other) => one.order - other.order || (one.invoice < other.invoice ? -1 : 1))
    .at(-1)?.payUrl;
}
