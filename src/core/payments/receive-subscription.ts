/**
 * Stores what a provider reported about a subscription, and does what follows from it in the same
 * transaction: each invoice that was paid is a payment with its receipt, and grants the credit of its period
 * once.
 */
import { formatMicros } from '@kinora/shared/money';
import type { Language } from '@kinora/shared/errors/errors';
import { isRowId } from '../../platform/lib/id.ts';
import { keyedLocks } from '../../platform/db/advisory-locks.ts';
import type { Database, Transaction } from '../../platform/db/open.ts';
import { readFirst } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { enqueueMail } from '../mail/mail.ts';
import { grantPlanCredit } from './plan-credit.ts';
import { findPlanVersion } from './plan-rows.ts';
import { readSettled, saveSettled } from './refresh-subscription.ts';
import type { PaidInvoice, SubscriptionFact } from './settle-subscription.ts';
import type { Subscription } from './subscription.ts';
import { insertSubscriptionEvent } from './subscription-event-rows.ts';
import { lockSubscription } from './subscription-rows.ts';
import type { SubscriptionNotice } from './payment-provider.ts';
import { insertPayment, insertPaymentEvent, nameOfInvoice, nameReference } from './payment-rows.ts';
import { lockPaymentName, type PaymentTermsAfter, type NoticeResult, settle } from './receive-notice.ts';

/** Credit whose invoice is reported late is valid for this long. */
const minDays = 3;

const selectPayer = statement(
  'subscriber_to_mail',
  `select email, language from users
   where disabled_at is null
     and (id = $2::uuid or ($2::uuid is null and account_id = $1 and role <> 'member'))
   order by created_at, id limit 1`,
);

export async function receiveSubscriptionNotice(
  { db, ...terms }: PaymentTermsAfter & { readonly db: Database },
  provider: string,
  notice: SubscriptionNotice,
): Promise<NoticeResult> {
  const { fact, reference, subscriptionId } = notice;
  // Another server, or something else that the provider sells, may name anything.
  if (!isRowId(subscriptionId)) return 'ignored';
  const invoice = fact.kind === 'status' ? undefined : fact.invoice;
  const lock = [Number(keyedLocks.payment), `${provider} ${invoice ?? reference}`] as const;
  const work = async (tx: Transaction): Promise<NoticeResult> => {
    // Events about the payment of the invoice wait. It is locked before the subscription, as they do.
    const name = await nameOfPaid(tx, provider, fact);
    if (name !== undefined) await lockPaymentName(tx, provider, name);
    const subscription = await lockSubscription(tx, subscriptionId);
    const isOwn = subscription?.provider === provider && (subscription.reference ?? reference) === reference;
    if (!subscription || !isOwn) return 'ignored';
    if (!(await insertSubscriptionEvent(tx, provider, notice))) return 'repeated';
    await apply(tx, { ...subscription, reference }, { terms, fact, name });
    return 'applied';
  };
  return db.transaction(work, { lock });
}

async function nameOfPaid(
  tx: Transaction,
  provider: string,
  fact: SubscriptionFact,
): Promise<string | undefined> {
  if (fact.kind !== 'invoice_paid') return undefined;
  return fact.payment ?? nameOfInvoice(tx, provider, fact.invoice);
}

interface Change {
  readonly terms: PaymentTermsAfter;
  readonly fact: SubscriptionFact;
  /** What the provider calls the payment of the invoice. */
  readonly name: string | undefined;
}

async function apply(tx: Transaction, subscription: Subscription, change: Change): Promise<void> {
  const { invoices, state } = await readSettled(tx, subscription);
  for (const invoice of invoices) await credit(tx, subscription, { invoice, ...change });
  // A refund may have been reported before the invoice.
  await saveSettled(tx, subscription, await readSettled(tx, subscription));
  const { fact, terms } = change;
  const isUnpaid =
    fact.kind === 'invoice_failed' && invoices.every(({ invoice }) => invoice !== fact.invoice);
  if (isUnpaid && state !== 'open' && terms.smtp !== undefined)
    await mailAboutFailure(tx, subscription, fact.invoice);
}

/** Grants the credit of an invoice, unless that was done. */
async function credit(
  tx: Transaction,
  { id, accountId, userId, provider }: Subscription,
  { invoice: paidInvoice, terms, name }: Change & { readonly invoice: PaidInvoice },
): Promise<void> {
  const { invoice, creditMicros, amountMicros, currency, endsAt, version } = paidInvoice;
  const isNew = await grantPlanCredit(tx, accountId, {
    subscriptionId: id,
    source: invoice,
    amountMicros: creditMicros,
    expiresAt: endsAt,
    minDays,
    plan: version.name,
    userId,
  });
  if (!isNew || amountMicros <= 0n) return;
  const payment = await insertPayment(tx, {
    accountId,
    userId,
    provider,
    method: 'card',
    currency,
    amountMicros,
    creditMicros,
    subscriptionId: id,
    invoice,
  });
  if (!payment) return;
  if (name !== undefined) await nameReference(tx, payment.id, name);
  await insertPaymentEvent(tx, provider, {
    id: `${invoice} paid`,
    paymentId: payment.id,
    reference: undefined,
    fact: { kind: 'paid', amountMicros, currency },
  });
  await settle(tx, { ...payment, reference: name }, terms);
}

async function mailAboutFailure(
  tx: Transaction,
  { accountId, userId, versionId }: Subscription,
  invoice: string,
): Promise<void> {
  const user = await readFirst<{ email: string; language: Language }>(tx, selectPayer, [
    accountId,
    userId ?? null,
  ]);
  const version = await findPlanVersion(tx, versionId);
  if (!user || !version) return;
  const { email: to, language } = user;
  const price = `${formatMicros(version.priceMicros)} ${version.currency}`;
  const data = { plan: version.name, price };
  await enqueueMail(tx, { kind: 'plan_payment_failed', to, language, data, onceKey: `invoice ${invoice}` });
}
