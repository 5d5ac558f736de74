/**
 * Issues what is missing so that the documents of a payment add up to what was paid and did not go back: a
 * receipt first, then a credit note for what went back, or a further receipt for what came again. Inside the
 * transaction that settles the payment, which has locked it.
 */
import type { Transaction } from '../../../platform/db/open.ts';
import type { Micros } from '@kinora/shared/money';
import { includedTax } from './included-tax.ts';
import type { Receipt, ReceiptKind, ReceiptTerms } from './receipt.ts';
import {
  insertReceipt,
  type NewReceipt,
  readBuyer,
  readPaymentReceipts,
  receiptSign,
} from './receipt-rows.ts';

interface PaidPayment {
  readonly id: string;
  readonly accountId: string;
  readonly userId: string | undefined;
  readonly currency: string;
  readonly amountMicros: Micros;
  /** The name of the plan that it pays for. Undefined for credit. */
  readonly plan: string | undefined;
}

/** `keptMicros`: what was paid and did not go back. Undefined if nothing was paid. */
export async function issueReceipts(
  tx: Transaction,
  {
    payment,
    keptMicros,
    terms,
  }: { payment: PaidPayment; keptMicros: bigint | undefined; terms: ReceiptTerms },
): Promise<void> {
  if (keptMicros === undefined) return;
  const receipts = await readPaymentReceipts(tx, payment.id);
  const isFirst = receipts.length === 0;
  if (isFirst) await insertReceipt(tx, await firstReceipt(tx, payment, terms));
  const sum = isFirst ? payment.amountMicros : sumAmounts(receipts);
  if (sum === keptMicros) return;
  const [first] = isFirst ? await readPaymentReceipts(tx, payment.id) : receipts;
  if (first) await insertReceipt(tx, makeCorrection(first, sum, keptMicros));
}

async function firstReceipt(
  tx: Transaction,
  payment: PaidPayment,
  { seller, tax }: ReceiptTerms,
): Promise<NewReceipt> {
  const { id, accountId, userId, currency, amountMicros, plan } = payment;
  return {
    kind: 'receipt',
    paymentId: id,
    accountId,
    corrects: undefined,
    currency,
    amountMicros,
    taxMicros: tax ? includedTax(amountMicros, tax.percentMicros, currency) : 0n,
    taxName: tax?.name,
    taxPercentMicros: tax?.percentMicros,
    seller,
    buyer: await readBuyer(tx, accountId, userId),
    plan,
  };
}

/**
 * Repeats what the first one contains, at its rate. The taxes of all documents add up to the tax of what is
 * left.
 */
function makeCorrection(first: Receipt, sum: bigint, keptMicros: bigint): NewReceipt {
  const { paymentId, accountId, currency, taxName, taxPercentMicros, seller, buyer, plan } = first;
  const taxIn = (amount: bigint) =>
    taxPercentMicros === undefined ? 0n : includedTax(amount, taxPercentMicros, currency);
  const kind: ReceiptKind = keptMicros > sum ? 'receipt' : 'credit_note';
  return {
    kind,
    paymentId,
    accountId,
    corrects: first.number,
    currency,
    amountMicros: receiptSign(kind) * (keptMicros - sum),
    taxMicros: receiptSign(kind) * (taxIn(keptMicros) - taxIn(sum)),
    taxName,
    taxPercentMicros,
    seller,
    buyer,
    plan,
  };
}

function sumAmounts(receipts: readonly Receipt[]): bigint {
  return receipts.reduce((sum, { kind, amountMicros }) => sum + receiptSign(kind) * amountMicros, 0n);
}
