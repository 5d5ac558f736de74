/** A receipt or a credit note, in plain fields, so that a file of them is a table. */
import { z } from 'zod';
import { receiptKinds, type ReceiptWithPlan } from '../../../core/payments/receipts/receipt.ts';
import { percentText } from '../../../core/payments/receipts/receipt-document.ts';
import type { ReadOnly } from '../../../platform/lib/read-only.ts';
import { money } from '../fields/fields.ts';
import { decimal, time } from './values.ts';

export const receiptRecord = z.strictObject({
  number: z.string(),
  kind: z
    .enum(receiptKinds)
    .describe('"credit_note": money went back. Its amounts are subtracted from those of receipts.'),
  corrects: z.string().nullable().describe('The first receipt of the payment. Null for that one itself.'),
  issued: time,
  payment: z.string(),
  method: z.string(),
  plan: z.string().nullable().describe('The plan that was paid for. Null: credit.'),
  period_start: time.nullable().describe('The period of the plan that the payment is for.'),
  period_end: time.nullable(),
  account: z.string(),
  currency: z.string(),
  amount: decimal.describe('What was paid or went back, with tax.'),
  tax: decimal.describe('The part of the amount that is tax.'),
  tax_name: z.string().nullable(),
  tax_percent: z.string().nullable(),
  seller_name: z.string(),
  seller_address: z.string(),
  seller_tax_id: z.string(),
  buyer_name: z.string(),
  buyer_address: z.string(),
  buyer_tax_id: z.string(),
  buyer_email: z.string(),
});

export function toReceiptRecord(receipt: ReceiptWithPlan): ReadOnly<z.output<typeof receiptRecord>> {
  const { seller, buyer, taxPercentMicros, soldPlan: planPeriod } = receipt;
  return {
    number: receipt.number,
    kind: receipt.kind,
    corrects: receipt.corrects ?? null,
    issued: receipt.issuedAt.toISOString(),
    payment: receipt.paymentId,
    method: receipt.method,
    plan: planPeriod?.plan ?? null,
    period_start: planPeriod?.startsAt.toISOString() ?? null,
    period_end: planPeriod?.endsAt.toISOString() ?? null,
    account: receipt.accountId,
    currency: receipt.currency,
    amount: money(receipt.amountMicros),
    tax: money(receipt.taxMicros),
    tax_name: receipt.taxName ?? null,
    tax_percent: taxPercentMicros === undefined ? null : percentText(taxPercentMicros),
    seller_name: seller.name,
    seller_address: seller.address,
    seller_tax_id: seller.taxId,
    buyer_name: buyer.name,
    buyer_address: buyer.address,
    buyer_tax_id: buyer.taxId,
    buyer_email: buyer.email,
  };
}
