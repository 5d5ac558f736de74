/**
 * Stores what a provider reported about a payment, and moves the money that follows from it: both in
 * one transaction, or neither.
 */
import type { Micros } from '@kinora/shared/money';
import { isRowId } from '../../platform/lib/id.ts';
import type { Database, Transaction } from '../../platform/db/open.ts';
import { keyedLocks } from '../../platform/db/advisory-locks.ts';
import type { Payment } from './payment.ts';
import type { PaymentNotice } from './payment-provider.ts';
import { bringTo } from './bring-to.ts';
import { useDiscount } from './discounts/discount-rows.ts';
import { creditReferral } from './referrals.ts';
import { issueReceipts } from './receipts/issue-receipts.ts';
import type { ReceiptTerms } from './receipts/receipt.ts';
import {
  insertPaymentEvent,
  lockPayment,
  lowerCredit,
  nameReference,
  readFacts,
  saveSettlement,
} from './payment-rows.ts';
import { mailAboutPayment } from './mail-about-payment.ts';
import { settlePayment } from './settle-payment.ts';
import { settlePlanCredit } from './plan-payments.ts';
import { readPlanPeriods } from './plan-periods.ts';
import { refreshSubscription } from './refresh-subscription.ts';
import { statement } from '../../platform/db/statement.ts';

/**
 * `kept`: the notification names no known payment. It counts as soon as the payment is known. `ignored`: the
 * notification is about something else.
 */
export type NoticeResult = 'applied' | 'repeated' | 'kept' | 'ignored';

const lockName = statement('lock_payment_name', 'select pg_advisory_xact_lock($1, hashtext($2))');

/** What follows from a notification besides the payment itself. */
export interface PaymentTermsAfter {
  readonly receiptTerms: ReceiptTerms;
  /** The currency of credit. */
  readonly currency: string;
  /** Undefined if the server sends no e-mail. */
  readonly smtp: unknown;
  /**
   * The credit that two accounts each get for the first payment of the account that the other one referred.
   */
  readonly referralMicros: Micros;
}

export async function receiveNotice(
  { db, ...terms }: PaymentTermsAfter & { readonly db: Database },
  provider: string,
  { paymentId: reportedId, ...details }: PaymentNotice,
): Promise<NoticeResult> {
  // An event about something else that the provider sells may name anything.
  const notice = { ...details, paymentId: isRowId(reportedId ?? '') ? reportedId : undefined };
  // One event after the other about a payment, also about one that is not known yet.
  const lock = [Number(keyedLocks.payment), `${provider} ${notice.reference ?? notice.paymentId}`] as const;
  const work = async (tx: Transaction): Promise<NoticeResult> => {
    if (!(await insertPaymentEvent(tx, provider, notice))) return 'repeated';
    const payment = await lockPayment(tx, provider, notice);
    if (!payment) return 'kept';
    const reference = payment.reference ?? (await readName(tx, provider, notice));
    if (reference !== undefined && payment.reference === undefined)
      await nameReference(tx, payment.id, reference);
    await settle(tx, { ...payment, reference }, terms);
    return 'applied';
  };
  return db.transaction(work, { lock });
}

/** Events that name the payment by its reference wait until the end of the transaction. */
export async function lockPaymentName(tx: Transaction, provider: string, reference: string): Promise<void> {
  await tx.query(lockName, [Number(keyedLocks.payment), `${provider} ${reference}`]);
}

async function readName(
  tx: Transaction,
  provider: string,
  { fact, reference }: Pick<PaymentNotice, 'fact' | 'reference'>,
): Promise<string | undefined> {
  if (fact.kind !== 'named') return reference;
  await lockPaymentName(tx, provider, fact.reference);
  return fact.reference;
}

/** Moves the money that follows from all that is known about a payment. */
export async function settle(
  tx: Transaction,
  storedPayment: Payment,
  terms: PaymentTermsAfter,
): Promise<void> {
  const facts = await readFacts(tx, storedPayment);
  const payment = await withDiscount(
    tx,
    storedPayment,
    settlePayment(storedPayment, facts).creditMicros > 0n,
  );
  const { state, creditMicros, keptMicros } = settlePayment(payment, facts);
  const reason = `${payment.provider} ${payment.method} ${payment.id}`;
  const creditedMicros =
    payment.subscriptionId === undefined
      ? await bringTo(tx, payment.accountId, {
          hasMicros: payment.creditedMicros,
          targetMicros: creditMicros,
          kind: 'top_up',
          reason,
          takeReason: `${reason}: ${state}`,
          userId: payment.userId,
        })
      : await settlePlanCredit(tx, payment, { targetMicros: creditMicros, state });
  const owedMicros = creditedMicros > creditMicros ? creditedMicros - creditMicros : 0n;
  await saveSettlement(tx, payment.id, { state, creditedMicros, owedMicros });
  const isPaid = state === 'paid' || state === 'refunded' || state === 'disputed';
  if (terms.smtp !== undefined) await mailAboutPayment(tx, payment, { state, currency: terms.currency });
  await issueReceipts(tx, {
    payment: { ...payment, plan: await nameSoldPlan(tx, payment) },
    keptMicros: isPaid ? keptMicros : undefined,
    terms: terms.receiptTerms,
  });
  await creditReferral(tx, payment, { isKept: creditMicros > 0n, creditMicros: terms.referralMicros });
  if (payment.subscriptionId !== undefined) await refreshSubscription(tx, payment.subscriptionId);
}

async function nameSoldPlan(tx: Transaction, { id, subscriptionId }: Payment): Promise<string | undefined> {
  if (subscriptionId === undefined) return undefined;
  return (await readPlanPeriods(tx, [id])).get(id)?.plan;
}

/**
 * A code counts as used when the payment is credited. If it has no use left by then, the payment buys as much
 * as without the code.
 */
async function withDiscount(tx: Transaction, payment: Payment, isCredited: boolean): Promise<Payment> {
  const {
    id,
    accountId,
    discountId,
    amountMicros,
    fullAmountMicros,
    creditMicros: fullCreditMicros,
  } = payment;
  if (!isCredited || discountId === undefined || payment.creditedMicros > 0n) return payment;
  if (await useDiscount(tx, { id, accountId, discountId })) return payment;
  const creditMicros = (fullCreditMicros * amountMicros) / fullAmountMicros;
  await lowerCredit(tx, id, creditMicros);
  return { ...payment, creditMicros, fullAmountMicros: amountMicros, discountId: undefined };
}
