/**
 * The part of Stripe Billing that Kinora uses: prices, subscriptions with prorations as Stripe computes
 * them, and the events that follow, in the shape of API versions since 2025-03-31 or of those before.
 * Time passes when a test says so.
 */
import { calendarNow } from '@kinora/shared/clock';

export interface BillingEvent {
  readonly id: string;
  readonly type: string;
  readonly object: object;
  readonly created: number;
}

export interface FakeSubscription {
  readonly id: string;
  readonly metadata: Readonly<Record<string, string>>;
  price: string;
  status: string;
  isCancelled: boolean;
  startsAt: number;
  endsAt: number;
  /** A change that waits for its payment. */
  pending: string | undefined;
}

export interface StripeBilling {
  readonly subscriptions: ReadonlyMap<string, FakeSubscription>;
  /** Whether the next payments succeed. */
  isCardGood: boolean;
  /** Events as old API versions write them. */
  isOldVersion: boolean;
  /** The time of Stripe, in seconds. */
  now: number;
  /** The buyer pays on the page of a session. Returns its subscription. */
  pay(fields: Readonly<Record<string, string>>): FakeSubscription;
  /** The period of a subscription is over. */
  endPeriod(id: string): void;
  /** The buyer pays an invoice that failed, or the change that waits. */
  payOpen(id: string): void;
  /** What was not reported yet. */
  takeEvents(): BillingEvent[];
  answer(request: { method: string; url: string; body: string }): object | undefined;
}

const monthSeconds = 30 * 86_400;

// oxlint-disable-next-line max-lines-per-function -- the state of a server, which all of its parts share
export function openStripeBilling(): StripeBilling {
  const prices = new Map<string, { cents: number; currency: string; key: string }>();
  const subscriptions = new Map<string, FakeSubscription>();
  const unpaidInvoices = new Map<string, Invoice>();
  let events: BillingEvent[] = [];
  let count = 0;
  const report = (type: string, object: object) =>
    void events.push({ id: `evt_b${++count}`, type, object, created: billing.now });
  const reportState = (type: string, one: FakeSubscription) =>
    report(`customer.subscription.${type}`, subscriptionObject(one, billing.isOldVersion));
  const priceCents = (price: string) => prices.get(price)?.cents ?? 0;

  /** An invoice that is paid or fails. */
  const charge = (one: FakeSubscription, lines: readonly Line[]): boolean => {
    const invoice = { id: `in_${++count}`, subscription: one, lines };
    if (billing.isCardGood) settle(invoice);
    else {
      unpaidInvoices.set(one.id, invoice);
      report('invoice.payment_failed', invoiceObject(invoice, billing.isOldVersion));
    }
    return billing.isCardGood;
  };
  const settle = (invoice: Invoice): void => {
    unpaidInvoices.delete(invoice.subscription.id);
    const object = invoiceObject(invoice, billing.isOldVersion);
    report('invoice.paid', object);
    if (object.amount_paid > 0 && !billing.isOldVersion)
      report('invoice_payment.paid', {
        invoice: invoice.id,
        payment: { type: 'payment_intent', payment_intent: `pi_${invoice.id}` },
      });
  };
  const wholePeriod = ({ price, startsAt, endsAt }: FakeSubscription): Line[] => [
    { price, cents: priceCents(price), isProration: false, startsAt, endsAt },
  ];
  const prorate = (
    { price, startsAt, endsAt }: FakeSubscription,
    { next, at = billing.now }: { readonly next: string; readonly at?: number | undefined },
  ): Line[] => {
    const share = (cents: number) => Math.round((cents * (endsAt - at)) / (endsAt - startsAt));
    const rest = { isProration: true, startsAt: at, endsAt };
    return [
      { ...rest, price, cents: -share(priceCents(price)) },
      { ...rest, price: next, cents: share(priceCents(next)) },
    ];
  };

  const update = (one: FakeSubscription, fields: Readonly<Record<string, string>>): void => {
    const price = fields['items[0][price]'] ?? one.price;
    if (fields['cancel_at_period_end'] !== undefined)
      one.isCancelled = fields['cancel_at_period_end'] === 'true';
    if (price !== one.price && fields['proration_behavior'] === 'always_invoice') {
      const at = fields['proration_date'] === undefined ? undefined : Number(fields['proration_date']);
      const isPaid = charge(one, prorate(one, { next: price, at }));
      if (isPaid) one.price = price;
      else one.pending = price;
    } else one.price = price;
    reportState('updated', one);
  };

  const billing: StripeBilling = {
    subscriptions,
    isCardGood: true,
    isOldVersion: false,
    now: Math.floor(calendarNow() / 1000),
    pay: fields => {
      const id = `sub_${++count}`;
      const one: FakeSubscription = {
        id,
        metadata: { subscription: fields['subscription_data[metadata][subscription]'] ?? '' },
        price: fields['line_items[0][price]'] ?? '',
        status: 'incomplete',
        isCancelled: false,
        startsAt: billing.now,
        endsAt: billing.now + monthSeconds,
        pending: undefined,
      };
      subscriptions.set(id, one);
      reportState('created', one);
      if (charge(one, wholePeriod(one))) one.status = 'active';
      reportState('updated', one);
      return one;
    },
    endPeriod: id => {
      const one = subscriptions.get(id);
      if (!one || one.status === 'canceled') return;
      billing.now = Math.max(billing.now, one.endsAt);
      if (one.isCancelled) {
        one.status = 'canceled';
        return reportState('deleted', one);
      }
      one.pending = undefined;
      [one.startsAt, one.endsAt] = [one.endsAt, one.endsAt + monthSeconds];
      one.status = charge(one, wholePeriod(one)) ? 'active' : 'past_due';
      reportState('updated', one);
    },
    payOpen: id => {
      const invoice = unpaidInvoices.get(id);
      if (!invoice) return;
      settle(invoice);
      const { subscription: one } = invoice;
      one.price = one.pending ?? one.price;
      one.pending = undefined;
      one.status = 'active';
      reportState('updated', one);
    },
    takeEvents: () => {
      const batch = events;
      events = [];
      return batch;
    },
    answer: ({ method, url, body }) => {
      const { pathname, searchParams } = new URL(url, 'http://stripe');
      const fields = Object.fromEntries(new URLSearchParams(body));
      const [, , noun, id, verb] = pathname.split('/');
      if (noun === 'prices') {
        const key = searchParams.get('lookup_keys[0]') ?? fields['lookup_key'] ?? '';
        const existingPrice = [...prices].find(([, price]) => price.key === key)?.[0];
        if (method === 'GET')
          return { object: 'list', data: existingPrice ? [{ id: existingPrice, object: 'price' }] : [] };
        const price = existingPrice ?? `price_${++count}`;
        prices.set(price, { cents: Number(fields['unit_amount']), currency: fields['currency'] ?? '', key });
        return { id: price, object: 'price' };
      }
      if (noun === 'checkout')
        return { id: id === 'sessions' ? verb : id, object: 'checkout.session', status: 'open' };
      if (noun === 'billing_portal')
        return { id: 'bps_1', url: `https://portal.example/${fields['customer']}` };
      if (noun === 'invoices' && id === 'create_preview') {
        const subscription = subscriptions.get(fields['subscription'] ?? '');
        const date = fields['subscription_details[proration_date]'];
        const change = {
          next: fields['subscription_details[items][0][price]'] ?? '',
          at: date === undefined ? undefined : Number(date),
        };
        if (fields['subscription_details[proration_behavior]'] !== 'always_invoice') return undefined;
        return (
          subscription &&
          invoiceObject({ id: 'upcoming_in_1', subscription, lines: prorate(subscription, change) }, false)
        );
      }
      const one = noun === 'subscriptions' ? subscriptions.get(id ?? '') : undefined;
      if (!one) return undefined;
      if (method === 'POST') update(one, fields);
      if (method === 'DELETE') {
        one.status = 'canceled';
        reportState('deleted', one);
      }
      return {
        ...subscriptionObject(one, false),
        pending_update: one.pending === undefined ? null : {},
        latest_invoice: {
          id: 'in_latest',
          object: 'invoice',
          hosted_invoice_url: `https://invoice.example/${one.id}`,
        },
      };
    },
  };
  return billing;
}

interface Line {
  readonly price: string;
  readonly cents: number;
  readonly isProration: boolean;
  readonly startsAt: number;
  readonly endsAt: number;
}

interface Invoice {
  readonly id: string;
  readonly subscription: FakeSubscription;
  readonly lines: readonly Line[];
}

function subscriptionObject(one: FakeSubscription, isOld: boolean) {
  const { id, status, metadata, isCancelled, startsAt, endsAt, price } = one;
  const period = { current_period_start: startsAt, current_period_end: endsAt };
  return {
    id,
    object: 'subscription',
    status,
    metadata,
    customer: `cus_${metadata['subscription']}`,
    cancel_at_period_end: isCancelled,
    cancel_at: null,
    ...(isOld && period),
    items: {
      object: 'list',
      data: [{ id: `si_${id}`, price: { id: price, object: 'price' }, ...(!isOld && period) }],
    },
  };
}

function invoiceObject({ id, subscription, lines }: Invoice, isOld: boolean) {
  const details = { metadata: subscription.metadata, subscription: subscription.id };
  const total = lines.reduce((sum, { cents }) => sum + cents, 0);
  return {
    id,
    object: 'invoice',
    total,
    amount_due: Math.max(0, total),
    amount_paid: Math.max(0, total),
    currency: 'usd',
    hosted_invoice_url: `https://invoice.example/${id}`,
    lines: {
      object: 'list',
      data: lines.map(({ price, cents, isProration, startsAt, endsAt }) => ({
        amount: cents,
        period: { start: startsAt, end: endsAt },
        ...(isOld
          ? { price: { id: price }, proration: isProration }
          : {
              pricing: { type: 'price_details', price_details: { price } },
              parent: {
                type: 'subscription_item_details',
                subscription_item_details: { proration: isProration },
              },
            }),
      })),
    },
    ...(isOld
      ? {
          subscription: subscription.id,
          subscription_details: { metadata: subscription.metadata },
          payment_intent: `pi_${id}`,
        }
      : { parent: { type: 'subscription_details', subscription_details: details } }),
  };
}
