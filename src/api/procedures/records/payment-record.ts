/** A payment for credit. */
import { z } from 'zod';
import { paymentStates } from '../../../core/payments/payment.ts';
import type { ListedPayment } from '../../../core/payments/payment-rows.ts';
import type { ReadOnly } from '../../../platform/lib/read-only.ts';
import { money } from '../fields/fields.ts';
import { decimal, time } from './values.ts';

export const paymentRecord = z.strictObject({
  id: z.string(),
  account: z.string(),
  state: z
    .enum(paymentStates)
    .describe('"wrong": the amount or currency paid does not match the request, and nothing was credited.'),
  method: z.string(),
  amount: decimal.describe('What is paid.'),
  full_amount: decimal.describe('What it costs without its discount code.'),
  currency: z.string().describe('Currency of what is paid.'),
  credit: decimal.describe('Credit that it buys.'),
  credited: decimal.describe('Credit that the account has got for it, less what was taken back.'),
  owed: decimal.describe('Credit that was to be taken back after a refund or a dispute, but was spent.'),
  created: time,
  receipts: z.array(z.string()).describe('Numbers of its receipt and of its credit notes.'),
});

export function toPaymentRecord(payment: ListedPayment): ReadOnly<z.output<typeof paymentRecord>> {
  return {
    id: payment.id,
    account: payment.accountId,
    state: payment.state,
    method: payment.method,
    amount: money(payment.amountMicros),
    full_amount: money(payment.fullAmountMicros),
    currency: payment.currency,
    credit: money(payment.creditMicros),
    credited: money(payment.creditedMicros),
    owed: money(payment.owedMicros),
    created: payment.createdAt.toISOString(),
    receipts: [...payment.receipts],
  };
}
