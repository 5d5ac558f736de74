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
 * subscription only shows that something has changed: its state is read again.
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
  object: unknown,
  readCurrent: ReadCurrent,
): Promise<SubscriptionNotice | undefined> {
  const { id: reference, metadata: about } = subscriptionShape.parse(object);
  const subscriptionId = about?.subscription;
  if (subscriptionId === undefined) return undefined;
  const order = calendarNow() / 1000;
  const subscription = subscriptionShape.parse(await readCurrent(reference));
  const state = states[subscription.status];
  if (state === undefined) return undefined;
  const fact: SubscriptionFact = {
    kind: 'status',
    state,
    price: subscription.items.data[0]?.price.id,
    isCancelled: subscription.cancel_at_period_end === true || subscription.cancel_at != null,
    customer: subscription.customer ?? undefined,
    order,
  };
  return { id, subscriptionId, reference, fact };
}

function noticeOfInvoice(
  { id, created: order, isPaid }: { id: string; created: number; isPaid: boolean },
  object: unknown,
): SubscriptionNotice | undefined {
  const parsedInvoice = invoiceShape.parse(object);
  const about = parsedInvoice.parent?.subscription_details ?? parsedInvoice.subscription_details;
  const subscription = about?.subscription ?? parsedInvoice.subscription;
  const subscriptionId = about?.metadata?.subscription;
  if (!subscription || subscriptionId === undefined) return undefined;
  const invoice = parsedInvoice.id;
  const notice = { id, subscriptionId, reference: subscription };
  if (!isPaid)
    return {
      ...notice,
      fact: { kind: 'invoice_failed', invoice, payUrl: parsedInvoice.hosted_invoice_url ?? undefined, order },
    };
  const unit = currencyUnit(parsedInvoice.currency);
  const lines = parsedInvoice.lines.data.map(line => ({
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
  const currency = parsedInvoice.currency.toUpperCase();
  const amountMicros = BigInt(parsedInvoice.amount_paid) * unit;
  const payment = parsedInvoice.payment_intent ?? undefined;
  return {
    ...notice,
    fact: { kind: 'invoice_paid', invoice, amountMicros, currency, payment, lines, order },
  };
}
