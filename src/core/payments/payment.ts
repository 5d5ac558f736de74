/** A payment of an account at a payment provider, for credit. */
import type { Micros } from '@kinora/shared/money';

/**
 * `open`: nothing was paid yet. `failed`: it was given up or rejected, and may still be paid. `wrong`:
 * another amount or currency was paid than was asked for, so that a person has to decide. `refunded`,
 * `disputed`: all or a part of what was paid went back, or is contested.
 */
export const paymentStates = ['open', 'paid', 'failed', 'wrong', 'refunded', 'disputed'] as const;
export type PaymentState = (typeof paymentStates)[number];

export interface Payment {
  readonly id: string;
  readonly accountId: string;
  /** The user who started it. Undefined if it was started on the command line. */
  readonly userId: string | undefined;
  /** Name of the provider, such as `stripe`. */
  readonly provider: string;
  /** What it is paid with, such as `card` or `alipay`. */
  readonly method: string;
  /** ISO 4217, of what is paid. */
  readonly currency: string;
  /** What is to be paid, in millionths of `currency`. */
  readonly amountMicros: Micros;
  /** What it would cost without its discount code. */
  readonly fullAmountMicros: Micros;
  /** The discount code that it was started with. */
  readonly discountId: string | undefined;
  /** The credit that it buys, in millionths of the server's currency. */
  readonly creditMicros: Micros;
  readonly state: PaymentState;
  /** Credit that the account has got for it and that was not taken back. */
  readonly creditedMicros: Micros;
  /** Credit that was to be taken back, but was spent already. */
  readonly owedMicros: Micros;
  /** What the provider calls the payment in later events. */
  readonly reference: string | undefined;
  /** The subscription whose period it pays for. Undefined for a top-up. */
  readonly subscriptionId: string | undefined;
  /** What the provider calls the invoice that it pays, if there is one. */
  readonly invoice: string | undefined;
  readonly createdAt: Date;
  readonly changedAt: Date;
}
