/** A numbered document about money that came in, or that went back. */
import type { Micros } from '@kinora/shared/money';

/**
 * `credit_note`: money went back. A receipt that corrects another one: a dispute was
 * won, so that it came in again.
 */
export const receiptKinds = ['receipt', 'credit_note'] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

/** A side of the sale as the document names it. Empty texts are left out. */
export interface Party {
  readonly name: string;
  readonly address: string;
  readonly taxId: string;
  readonly email: string;
}

export interface Tax {
  /** What it is called on the document, such as `VAT`. */
  readonly name: string;
  /** Included in the price, in millionths of a percent. */
  readonly percentMicros: bigint;
}

/** What the settings say about receipts. */
export interface ReceiptTerms {
  readonly seller: Party;
  /** Undefined if prices include none. */
  readonly tax: Tax | undefined;
}

export interface Receipt {
  /** `R-2026-000123`, for credit notes `C-2026-000123`. No number of a year is missing. */
  readonly number: string;
  readonly kind: ReceiptKind;
  readonly paymentId: string;
  readonly accountId: string;
  /** The first receipt of the payment. Undefined for that one itself. */
  readonly corrects: string | undefined;
  readonly currency: string;
  /** What was paid or went back, with tax. */
  readonly amountMicros: Micros;
  readonly taxMicros: Micros;
  readonly taxName: string | undefined;
  readonly taxPercentMicros: bigint | undefined;
  readonly seller: Party;
  readonly buyer: Party;
  /**
   * The name of the plan that was sold, as it was when the document was issued. Undefined for credit, and for
   * documents of versions that did not store it.
   */
  readonly plan: string | undefined;
  readonly issuedAt: Date;
  /** What it was paid with, such as `card`. */
  readonly method: string;
  /** The credit that the whole payment buys. */
  readonly creditMicros: Micros;
}

/** A plan, and the period of it that a payment is for. */
export interface PlanPeriod {
  /** The name of the plan. */
  readonly plan: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** The period of a plan in days, such as `2026-11-29`, as documents and mails name it. */
export interface PlanDays {
  readonly plan: string;
  readonly from: string;
  readonly until: string;
}

/** A receipt, with the period of the plan that was sold. */
export interface ReceiptWithPlan extends Receipt {
  /** Undefined for credit. */
  readonly soldPlan: PlanPeriod | undefined;
}
