/**
 * Subscriptions at Stripe. Each version of a plan is a price there, found by its lookup key, so that nothing
 * depends on which account of Stripe, or which of its modes, the key belongs to. Facts:
 * https://docs.stripe.com/api/subscriptions, https://docs.stripe.com/api/invoices/create_preview and
 * https://docs.stripe.com/billing/subscriptions/pending-updates, November 2026.
 */
import type { Stripe } from 'stripe';
import { currencyUnit } from '../../billing/currency-unit.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { PlanVersion } from '../plan.ts';
import type { PlanSeller, PriceChange, Proration } from '../payment-provider.ts';

export function stripePlans(open: () => Promise<Stripe>): PlanSeller {
  return {
    price: async version => findOrCreatePrice(await open(), version),
    async subscribe({ subscriptionId, price, returnUrl }) {
      const stripe = await open();
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          client_reference_id: subscriptionId,
          line_items: [{ quantity: 1, price }],
          // Each event about the subscription and its invoices has it.
          subscription_data: { metadata: { subscription: subscriptionId } },
          success_url: returnUrl,
          cancel_url: returnUrl,
        },
        { idempotencyKey: subscriptionId },
      );
      if (!session.url) throw new InvariantError('Stripe returned a session without a page');
      return { url: session.url, checkout: session.id };
    },
    async close(checkout) {
      const stripe = await open();
      const { status } = await stripe.checkout.sessions.retrieve(checkout);
      if (status === 'open') await stripe.checkout.sessions.expire(checkout);
      return status !== 'complete';
    },
    preview: async change => previewPrice(await open(), change),
    change: async change => changePrice(await open(), change),
    async setCancelled(reference, isCancelled) {
      const stripe = await open();
      await stripe.subscriptions.update(reference, { cancel_at_period_end: isCancelled });
    },
    async end(reference) {
      const stripe = await open();
      await stripe.subscriptions.cancel(reference);
    },
    async portal(customer, returnUrl) {
      const stripe = await open();
      const session = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
      return session.url;
    },
  };
}

/** Returns the price of a version. It is created when the version is first sold. */
async function findOrCreatePrice(
  stripe: Stripe,
  { id, name, priceMicros, currency }: PlanVersion,
): Promise<string> {
  const key = `kinora_${id}`;
  const list = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
  const [existingPrice] = list.data;
  if (existingPrice) return existingPrice.id;
  const price = await stripe.prices.create(
    {
      currency: currency.toLowerCase(),
      unit_amount: Number(priceMicros / currencyUnit(currency)),
      recurring: { interval: 'month' },
      lookup_key: key,
      transfer_lookup_key: true,
      product_data: { name },
    },
    { idempotencyKey: key },
  );
  return price.id;
}

/**
 * A preview is computed from the price that the subscription has. If another one was chosen for the next
 * period, the change back to the price of this period, which comes first, is subtracted.
 */
async function previewPrice(
  stripe: Stripe,
  { reference, price, currentPrice }: Parameters<PlanSeller['preview']>[0],
): Promise<Proration> {
  const item = await findItem(stripe, reference);
  const change = { reference, item: item.id };
  const newInvoice = await previewInvoice(stripe, { ...change, price });
  if (item.price.id === currentPrice) return { amountMicros: newInvoice.dueMicros, at: newInvoice.at };
  const currentInvoice = await previewInvoice(stripe, { ...change, price: currentPrice, at: newInvoice.at });
  const difference = newInvoice.totalMicros - currentInvoice.totalMicros;
  return { amountMicros: difference > 0n ? difference : 0n, at: newInvoice.at };
}

interface PreviewRequest {
  readonly reference: string;
  readonly item: string;
  readonly price: string;
  readonly at?: Date;
}

async function previewInvoice(stripe: Stripe, { reference, item, price, at }: PreviewRequest) {
  const invoice = await stripe.invoices.createPreview({
    subscription: reference,
    subscription_details: {
      items: [{ id: item, price }],
      proration_behavior: 'always_invoice',
      ...(at && { proration_date: unixSeconds(at) }),
    },
  });
  const unit = currencyUnit(invoice.currency);
  const { data: lines } = invoice.lines;
  const prorations = lines.filter(isProration);
  const sum = prorations.reduce((all, { amount }) => all + amount, 0);
  // Lines of a renewal would be charged later.
  const isAlone = prorations.length === lines.length;
  return {
    totalMicros: BigInt(isAlone ? invoice.total : sum) * unit,
    dueMicros: BigInt(isAlone ? invoice.amount_due : Math.max(0, sum)) * unit,
    at: new Date(Math.max(...prorations.map(({ period }) => period.start)) * 1000),
  };
}

/** Lines of a proration begin at its moment. */
function isProration({ parent }: Stripe.InvoiceLineItem): boolean {
  return (parent?.subscription_item_details ?? parent?.invoice_item_details)?.proration === true;
}

function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

async function changePrice(
  stripe: Stripe,
  { reference, price, currentPrice, isNow, prorationAt }: PriceChange,
): Promise<string | undefined> {
  if (!isNow) {
    const { id } = await findItem(stripe, reference);
    await stripe.subscriptions.update(reference, { items: [{ id, price }], proration_behavior: 'none' });
    return undefined;
  }
  // The customer pays the difference to the price of this period, even if another price was chosen for the
  // next.
  const item = await restore(stripe, { reference, currentPrice });
  const subscription = await stripe.subscriptions.update(reference, {
    items: [{ id: item, price }],
    proration_behavior: 'always_invoice',
    ...(prorationAt && { proration_date: unixSeconds(prorationAt) }),
    // The plan changes when the difference was paid, and not before.
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice'],
  });
  const { latest_invoice: invoice, pending_update: pending } = subscription;
  return pending && invoice && typeof invoice === 'object'
    ? (invoice.hosted_invoice_url ?? undefined)
    : undefined;
}

async function findItem(stripe: Stripe, reference: string): Promise<Stripe.SubscriptionItem> {
  const { items } = await stripe.subscriptions.retrieve(reference);
  const [item] = items.data;
  if (!item) throw new InvariantError('A subscription at Stripe has no item');
  return item;
}

/** Undoes a change that waits for the end of the period. Returns the item of the subscription. */
async function restore(
  stripe: Stripe,
  { reference, currentPrice }: { readonly reference: string; readonly currentPrice: string },
): Promise<string> {
  const { id, price } = await findItem(stripe, reference);
  if (price.id !== currentPrice)
    await stripe.subscriptions.update(reference, {
      items: [{ id, price: currentPrice }],
      proration_behavior: 'none',
    });
  return id;
}
