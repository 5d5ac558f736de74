/** Stores what a provider said about a payment, and moves the money that follows from it: both in one transaction, or neither. */
import { creditAccount, debitAccount } from '../billing/ledger.ts';
import { isRowId } from '../../platform/lib/id.ts';
import type { Database, Transaction } from '../../platform/db/open.ts';
import { keyedLocks } from '../../platform/db/advisory-locks.ts';
import { statement } from '../../platform/db/statement.ts';
import type { Payment } from './payment.ts';
import type { PaymentNotice } from './payment-provider.ts';
import { issueReceipts } from './receipts/issue-receipts.ts';
import type { ReceiptTerms } from './receipts/receipt.ts';
import { insertPaymentEvent, lockPayment, nameReference, readFacts, saveSettlement } from './payment-rows.ts';
import { mailAboutPayment } from './mail-about-payment.ts';
import { settlePayment } from './settle-payment.ts';

/** `kept`: it names no payment that is known. It counts as soon as one is. */
export type Received = 'applied' | 'repeated' | 'kept';

/** No hold or charge changes the balance meanwhile, so that what is available is taken back. */
const lockAccount = statement(
  'lock_account_for_payment',
  'select available_micros as available from accounts where id = $1 for no key update',
);

/** What follows from a notification besides the payment itself. */
export interface PaymentTermsAfter {
  readonly receiptTerms: ReceiptTerms;
  /** The currency of credit. */
  readonly currency: string;
  /** Undefined if the server sends no e-mail. */
  readonly smtp: unknown;
}

export async function receiveNotice(
  { db, ...terms }: PaymentTermsAfter & { readonly db: Database },
  provider: string,
  { paymentId: named, ...about }: PaymentNotice,
): Promise<Received> {
  // An event about something else that the provider sells may name anything.
  const notice = { ...about, paymentId: isRowId(named ?? '') ? named : undefined };
  // One event after the other about a payment, also about one that is not known yet.
  const lock = [Number(keyedLocks.payment), `${provider} ${notice.reference ?? notice.paymentId}`] as const;
  const work = async (tx: Transaction): Promise<Received> => {
    if (!(await insertPaymentEvent(tx, provider, notice))) return 'repeated';
    const payment = await lockPayment(tx, provider, notice);
    if (!payment) return 'kept';
    const reference = payment.reference ?? notice.reference;
    if (reference !== undefined && payment.reference === undefined)
      await nameReference(tx, payment.id, reference);
    await settle(tx, { ...payment, reference }, terms);
    return 'applied';
  };
  return db.transaction(work, { lock });
}

async function settle(
  tx: Transaction,
  payment: Payment,
  { receiptTerms: terms, smtp, currency }: PaymentTermsAfter,
): Promise<void> {
  const { state, creditMicros, keptMicros } = settlePayment(payment, await readFacts(tx, payment));
  const missing = creditMicros - payment.creditedMicros;
  const reason = `${payment.provider} ${payment.method} ${payment.id}`;
  let moved = 0n;
  if (missing > 0n) {
    const credit = { kind: 'top_up', amountMicros: missing, reason, userId: payment.userId } as const;
    if (await creditAccount(tx, payment.accountId, credit)) moved = missing;
  }
  if (missing < 0n)
    moved = -(await takeBack(tx, payment, { amountMicros: -missing, reason: `${reason}: ${state}` }));
  const creditedMicros = payment.creditedMicros + moved;
  const owedMicros = creditedMicros > creditMicros ? creditedMicros - creditMicros : 0n;
  await saveSettlement(tx, payment.id, { state, creditedMicros, owedMicros });
  const isPaid = state === 'paid' || state === 'refunded' || state === 'disputed';
  if (smtp !== undefined) await mailAboutPayment(tx, payment, { state, currency });
  await issueReceipts(tx, { payment, keptMicros: isPaid ? keptMicros : undefined, terms });
}

/** As much as is left: a balance never falls below zero. Returns what was taken. */
async function takeBack(
  tx: Transaction,
  { accountId }: Payment,
  { amountMicros, reason }: { readonly amountMicros: bigint; readonly reason: string },
): Promise<bigint> {
  const [row] = await tx.query<{ available: bigint }>(lockAccount, [accountId]);
  const available = row?.available ?? 0n;
  const taken = available < amountMicros ? available : amountMicros;
  if (taken === 0n) return 0n;
  return (await debitAccount(tx, accountId, { amountMicros: taken, reason })) ? taken : 0n;
}
