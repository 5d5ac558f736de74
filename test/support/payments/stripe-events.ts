/** What Stripe reports about payments. Each event has an id of its own. */
import { type EventOptions, signedEvent } from './stripe-server.ts';

export type StripeEvent = Parameters<typeof signedEvent>[0];

let events = 0;

/** A session that was paid. */
export const sessionPaid = (payment: string, cents: number, other: object = {}): StripeEvent => ({
  id: `evt_${++events}`,
  type: 'checkout.session.completed',
  object: {
    client_reference_id: payment,
    metadata: { payment },
    payment_intent: `pi_${payment}`,
    payment_status: 'paid',
    amount_total: cents,
    currency: 'usd',
    ...other,
  },
});

/** `cents`: all that was refunded so far. */
export const chargeRefunded = (payment: string, cents: number): StripeEvent => ({
  id: `evt_${++events}`,
  type: 'charge.refunded',
  object: {
    metadata: { payment },
    payment_intent: `pi_${payment}`,
    amount_refunded: cents,
    currency: 'usd',
  },
});

export const chargeDisputed = (
  payment: string,
  status: string,
  { created, cents = 2000 }: { readonly created: number; readonly cents?: number },
): StripeEvent => ({
  id: `evt_${++events}`,
  type: 'charge.dispute.updated',
  created,
  object: { id: `dp_${payment}`, payment_intent: `pi_${payment}`, amount: cents, currency: 'usd', status },
});

/** Sends it to a server as Stripe does. */
export async function reportStripeEvent(
  { url }: { readonly url: string },
  event: StripeEvent,
  options?: EventOptions,
): Promise<{ readonly status: number; readonly text: string }> {
  const { body, headers } = signedEvent(event, options);
  const response = await fetch(`${url}/payments/stripe`, { method: 'POST', body, headers });
  return { status: response.status, text: await response.text() };
}
