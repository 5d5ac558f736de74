/**
 * The contract of a payment provider. A new one is a file in providers/ and a line in
 * app/start/payment-parts.ts.
 */
import type { Micros } from '@kinora/shared/money';
import type { PlanVersion } from './plan.ts';
import type { SubscriptionFact } from './settle-subscription.ts';
import type { Payment } from './payment.ts';
import type { PaymentFact } from './settle-payment.ts';

/** A notification that was verified. */
export interface PaymentNotice {
  /** The provider's id of the event: the same event is used once. */
  readonly id: string;
  /** The payment that it names. Undefined if it names only the `reference`. */
  readonly paymentId: string | undefined;
  /** What the provider calls the payment in events like this one and in later ones. */
  readonly reference: string | undefined;
  readonly fact: PaymentFact;
}

/** A notification about a subscription that was verified. */
export interface SubscriptionNotice {
  readonly id: string;
  /** The subscription that it names. */
  readonly subscriptionId: string;
  /** What the provider calls the subscription. */
  readonly reference: string;
  readonly fact: SubscriptionFact;
}

/** A notification as it arrived. */
export interface NotificationRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: string;
  readonly body: Uint8Array;
}

export interface CheckoutRequest {
  readonly payment: Pick<Payment, 'id' | 'method' | 'currency' | 'amountMicros'>;
  /** Where the browser goes afterwards. Nothing is credited by that. */
  readonly returnUrl: string;
  /** The URL for notifications, for providers that take it with each payment. */
  readonly notifyUrl: string;
  /** What is bought, in the language of the buyer. */
  readonly title: string;
}

export interface PaymentProvider {
  readonly name: string;
  readonly methods: readonly string[];
  /** ISO 4217, of what is paid. */
  readonly currency: string;
  /** The smallest amount of `currency` that can be paid, in millionths. */
  readonly unitMicros: Micros;
  /** What one unit of credit costs in `currency`, in millionths. */
  readonly priceMicros: Micros;
  /**
   * Returns the page on which the buyer pays. May be repeated: it is the same payment then. Throws if
   * the provider does not answer.
   */
  checkout(request: CheckoutRequest): Promise<string>;
  /**
   * Returns undefined for a genuine notification that is of no interest. Throws
   * InvalidNotification if it is not genuine.
   */
  read(request: NotificationRequest): Promise<PaymentNotice | SubscriptionNotice | undefined>;
  /** Undefined if the provider has no subscriptions: a plan is then paid for one month at a time. */
  readonly plans: PlanSeller | undefined;
  /** The response that the provider expects when its notification was stored. */
  readonly acknowledgement: string;
}

/** A change of what a subscription costs. */
export interface PriceChange {
  /** What the provider calls the subscription, its new price, and the price of its current period. */
  readonly reference: string;
  readonly price: string;
  readonly currentPrice: string;
  /**
   * Whether the price changes now, with the difference for the rest of the period. Otherwise, it changes at
   * the end of the period.
   */
  readonly isNow: boolean;
  /** The moment up to which the current price counts. Undefined means now. */
  readonly prorationAt: Date | undefined;
}

/** What a change of the price charges now. */
export interface Proration {
  readonly amountMicros: Micros;
  /** The moment from which the new price counts. A change at this moment charges exactly this. */
  readonly at: Date;
}

/**
 * The methods of a provider for subscriptions. The results arrive as notifications. Each throws if the
 * provider does not answer.
 */
export interface PlanSeller {
  /** Returns what the provider calls the price of a version: the same each time. */
  price(version: PlanVersion): Promise<string>;
  /** Returns the page on which a subscription is started. May be repeated: it is the same page then. */
  subscribe(request: {
    readonly subscriptionId: string;
    readonly price: string;
    readonly returnUrl: string;
  }): Promise<{ readonly url: string; readonly checkout: string }>;
  /** Closes such a page. Returns false if it was used already. */
  close(checkout: string): Promise<boolean>;
  /** Computes what a change that takes effect now would charge, and changes nothing. */
  preview(change: Omit<PriceChange, 'isNow' | 'prorationAt'>): Promise<Proration>;
  /** Returns the page of the payment that the change waits for, if it does. */
  change(change: PriceChange): Promise<string | undefined>;
  /** Sets whether the subscription ends with its period. */
  setCancelled(reference: string, isCancelled: boolean): Promise<void>;
  /** Ends it immediately. */
  end(reference: string): Promise<void>;
  /** Returns the page on which the buyer changes the card and sees invoices. */
  portal(customer: string, returnUrl: string): Promise<string>;
}

/** The sender of the notification does not have the provider's secret, or sent it too late. */
export class InvalidNotification extends Error {
  override readonly name = 'InvalidNotification';
}
