/**
 * Stripe Checkout. Facts: https://docs.stripe.com/api/checkout/sessions and
 * https://docs.stripe.com/webhooks, November 2026.
 */
import { calendarNow } from '@kinora/shared/clock';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { currencyUnit } from '../../billing/currency-unit.ts';
import { InvalidNotification, type PaymentNotice, type PaymentProvider } from '../payment-provider.ts';
import { planNotice } from './stripe-plan-events.ts';
import { stripePlans } from './stripe-plans.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Undefined means https://api.stripe.com. */
  readonly url: string | undefined;
  /** ISO 4217: the currency of the server's credit. */
  readonly currency: string;
}

const timeoutMs = 20_000;
/** A signed event is accepted for this long, as the library does by default. */
const toleranceSeconds = 300;
const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();
const metadata = z.object({ payment: z.string().optional() }).nullish();
const sessionShape = z.object({
  mode: z.string().optional(),
  client_reference_id: z.string().nullish(),
  metadata,
  payment_intent: reference,
  payment_status: z.string(),
  amount_total: z.int().nullish(),
  currency: z.string().nullish(),
});
const chargeShape = z.object({
  metadata,
  payment_intent: reference,
  amount_refunded: z.int(),
  currency: z.string(),
});
const disputeShape = z.object({
  id: z.string(),
  payment_intent: reference,
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
});

export function openStripe({ webhookSecret, currency, ...account }: StripeSettings): PaymentProvider {
  let client: Promise<Stripe> | undefined;
  const open = () => (client ??= openLibrary(account));
  const unitMicros = currencyUnit(currency);
  return {
    name: 'stripe',
    methods: ['card'],
    currency,
    unitMicros,
    priceMicros: 1_000_000n,
    acknowledgement: 'ok',
    plans: stripePlans(open),
    async checkout({ payment: { id, amountMicros }, returnUrl, title }) {
      const stripe = await open();
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: id,
          metadata: { payment: id },
          // A refund names the payment by it, too.
          payment_intent_data: { metadata: { payment: id } },
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: currency.toLowerCase(),
                unit_amount: Number(amountMicros / unitMicros),
                product_data: { name: title },
              },
            },
          ],
          success_url: returnUrl,
          cancel_url: returnUrl,
        },
        { idempotencyKey: id },
      );
      if (!session.url) throw new Error('Stripe returned a session without a page');
      return session.url;
    },
    read: async ({ headers, body }) => {
      const stripe = await open();
      const event = genuineEvent(() =>
        stripe.webhooks.constructEvent(
          Buffer.from(body),
          headers['stripe-signature'] ?? '',
          webhookSecret,
          toleranceSeconds,
          undefined,
          calendarNow(),
        ),
      );
      const readCurrent = (id: string) => stripe.subscriptions.retrieve(id);
      return (await planNotice(event, readCurrent)) ?? readNotice(event);
    },
  };
}

/** The library is loaded when it is used first: most commands and processes never need it. */
async function openLibrary({ secretKey, url }: Pick<StripeSettings, 'secretKey' | 'url'>): Promise<Stripe> {
  const { Stripe } = await import('stripe');
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(url !== undefined && readAddress(url)),
  });
}

function readAddress(url: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(url);
  const isPlain = protocol === 'http:';
  return { host: hostname, port: Number(port || (isPlain ? 80 : 443)), protocol: isPlain ? 'http' : 'https' };
}

function genuineEvent(read: () => Stripe.Event): Stripe.Event {
  try {
    return read();
  } catch (error) {
    throw new InvalidNotification('The signature of the event is missing, wrong or too old', {
      cause: error,
    });
  }
}

function readNotice({ id, type, created, data }: Stripe.Event): PaymentNotice | undefined {
  if (type.startsWith('checkout.session.')) return noticeOfSession(id, type, data.object);
  if (type === 'charge.refunded') {
    const charge = chargeShape.parse(data.object);
    const amountMicros = BigInt(charge.amount_refunded) * currencyUnit(charge.currency);
    const fact = { kind: 'refunded', amountMicros } as const;
    return {
      id,
      paymentId: charge.metadata?.payment,
      reference: charge.payment_intent ?? undefined,
      fact,
    };
  }
  if (!type.startsWith('charge.dispute.')) return undefined;
  const dispute = disputeShape.parse(data.object);
  const fact = {
    kind: 'disputed',
    dispute: dispute.id,
    amountMicros: BigInt(dispute.amount) * currencyUnit(dispute.currency),
    // `warning_…`: an inquiry, which takes no money.
    isWon: dispute.status === 'won' || dispute.status.startsWith('warning_'),
    order: created,
  } as const;
  return { id, paymentId: undefined, reference: dispute.payment_intent ?? undefined, fact };
}

function noticeOfSession(id: string, type: string, object: unknown): PaymentNotice | undefined {
  const session = sessionShape.parse(object);
  // What is paid for a subscription is reported by its invoices.
  if (session.mode === 'subscription') return undefined;
  const about = {
    id,
    paymentId: session.metadata?.payment ?? session.client_reference_id ?? undefined,
    reference: session.payment_intent ?? undefined,
  };
  if (type === 'checkout.session.expired' || type === 'checkout.session.async_payment_failed')
    return { ...about, fact: { kind: 'failed' } };
  const isPaid =
    type === 'checkout.session.async_payment_succeeded' ||
    (type === 'checkout.session.completed' && session.payment_status === 'paid');
  if (!isPaid || session.amount_total == null || session.currency == null) return undefined;
  const currency = session.currency.toUpperCase();
  const amountMicros = BigInt(session.amount_total) * currencyUnit(currency);
  return { ...about, fact: { kind: 'paid', amountMicros, currency } };
}
