/**
 * Stripe's events about subscriptions and their invoices, in the shape of API versions since 2025-03-31 and
 * of those before. Facts: https://docs.stripe.com/api/invoices/object and
 * https://docs.stripe.com/changelog/basil, November 2026.
 */
import type { Stripe } from 'stripe';
import { calendarNow } from '@kinora/shared/clock';
import { z } from 'zod';
import { currencyUnit } from '../../billing/currency-unit.ts';
import type { SubscriptionFact } from '../settle-subscription.ts';
import type { SubscriptionState } from '../subscription.ts';
import type { PaymentNotice, SubscriptionNotice } from '../payment-provider.ts';

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();
const metadata = z.object({ subscription: z.string().optional() }).nullish();
const seconds = z.int().transform(time => new Date(time * 1000));

const subscriptionShape = z.object({
  id: z.string(),
  status: z.string(),
  metadata,
  customer: reference,
  cancel_at_period_end: z.boolean().nullish(),
  cancel_at: z.int().nullish(),
  items: z.object({ data: z.array(z.object({ price: z.object({ id: z.string() }) })) }),
});
const lineShape = z.object({
  amount: z.int(),
  period: z.object({ start: seconds, end: seconds }),
  pricing: z.object({ price_details: z.object({ price: reference }).nullish() }).nullish(),
  price: z.object({ id: z.string() }).nullish(),
  proration: z.boolean().nullish(),
  parent: z
    .object({
      subscription_item_details: z.object({ proration: z.boolean() }).nullish(),
      invoice_item_details: z.object({ proration: z.boolean() }).nullish(),
    })
    .nullish(),
});
const details = z.object({ metadata, subscription: reference }).nullish();
const invoiceShape = z.object({
  id: z.string(),
  amount_paid: z.int(),
  currency: z.string(),
  hosted_invoice_url: z.string().nullish(),
  lines: z.object({ data: z.array(lineShape) }),
  parent: z.object({ subscription_details: details }).nullish(),
  subscription: reference,
  subscription_details: details,
  payment_intent: reference,
});
const invoicePaymentShape = z.object({
  invoice: reference,
  payment: z.object({ payment_intent: reference }).nullish(),
});

/** The states of Stripe: https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses. */
const states: Readonly<Record<string, SubscriptionState>> = {
  incomplete: 'open',
  incomplete_expired: 'ended',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'ended',
};

/** Reads the present state of a subscription. */
export type ReadCurrent = (id: string) => Promise<unknown>;

/**
 * Returns undefined for an event of something else. Events have seconds and no order, so that one about a
 * subscription says only that something has changed: its state is asked for.
 */
export async function planNotice(
  { id, type, created, data }: Stripe.Event,
  readCurrent: ReadCurrent,
): Promise<PaymentNotice | SubscriptionNotice | undefined> {
  if (type.startsWith('customer.subscription.')) return noticeOfSubscription(id, data.object, readCurrent);
  if (type === 'invoice.paid' || type === 'invoice.payment_failed')
    return noticeOfInvoice({ id, created, isPaid: type === 'invoice.paid' }, data.object);
  if (type !== 'invoice_payment.paid') return undefined;
  const { invoice, payment } = invoicePaymentShape.parse(data.object);
  if (!invoice || !payment?.payment_intent) return undefined;
  const fact = { kind: 'named', reference: payment.payment_intent } as const;
  return { id, paymentId: undefined, reference: invoice, fact };
}

async function noticeOfSubscription(
  id: string,
  reported: unknown,
  readCurrent: ReadCurrent,
): Promise<SubscriptionNotice | undefined> {
  const { id: reference, metadata: about } = subscriptionShape.parse(reported);
  const subscriptionId = about?.subscription;
  if (subscriptionId === undefined) return undefined;
  const order = calendarNow() / 1000;
  const found = subscriptionShape.parse(await readCurrent(reference));
  const state = states[found.status];
  if (state === undefined) return undefined;
  const fact: SubscriptionFact = {
    kind: 'status',
    state,
    price: found.items.data[0]?.price.id,
    isCancelled: found.cancel_at_period_end === true || found.cancel_at != null,
    customer: found.customer ?? undefined,
    order,
  };
  return { id, subscriptionId, reference, fact };
}

function noticeOfInvoice(
  { id, created: order, isPaid }: { id: string; created: number; isPaid: boolean },
  object: unknown,
): SubscriptionNotice | undefined {
  const found = invoiceShape.parse(object);
  const about = found.parent?.subscription_details ?? found.subscription_details;
  const subscription = about?.subscription ?? found.subscription;
  const subscriptionId = about?.metadata?.subscription;
  if (!subscription || subscriptionId === undefined) return undefined;
  const invoice = found.id;
  const notice = { id, subscriptionId, reference: subscription };
  if (!isPaid)
    return {
      ...notice,
      fact: { kind: 'invoice_failed', invoice, payUrl: found.hosted_invoice_url ?? undefined, order },
    };
  const unit = currencyUnit(found.currency);
  const lines = found.lines.data.map(line => ({
    price: line.pricing?.price_details?.price ?? line.price?.id,
    isProration:
      line.parent?.subscription_item_details?.proration ??
      line.parent?.invoice_item_details?.proration ??
      line.proration ??
      false,
    amountMicros: BigInt(line.amount) * unit,
    startsAt: line.period.start,
    endsAt: line.period.end,
  }));
  const currency = found.currency.toUpperCase();
  const amountMicros = BigInt(found.amount_paid) * unit;
  const payment = found.payment_intent ?? undefined;
  return {
    ...notice,
    fact: { kind: 'invoice_paid', invoice, amountMicros, currency, payment, lines, order },
  };
}
