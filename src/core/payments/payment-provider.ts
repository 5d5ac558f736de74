/** What a payment provider does. A new one is a file in providers/ and a line in app/start/payment-parts.ts. */
import type { Micros } from '@kinora/shared/money';
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
  /** Where the provider reports, if it is told with each payment. */
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
  /** Returns the page on which the buyer pays. May be repeated: it is the same payment then. Throws if the provider does not answer. */
  checkout(request: CheckoutRequest): Promise<string>;
  /** Returns undefined for a genuine notification that is of no interest. Throws InvalidNotification if it is not genuine. */
  read(request: NotificationRequest): Promise<PaymentNotice | undefined>;
  /** What the provider wants to be answered when its notification was stored. */
  readonly acknowledgement: string;
}

/** Whoever sent it does not know the provider's secret, or sent it too late. */
export class InvalidNotification extends Error {
  override readonly name = 'InvalidNotification';
}
