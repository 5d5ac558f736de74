/** Tells the person who started a payment what became of it. */
import { formatMicros } from '@kinora/shared/money';
import type { Language } from '@kinora/shared/errors/errors';
import { enqueueMail } from '../mail/mail.ts';
import { readTimeZone } from '../../platform/db/calendar.ts';
import type { Transaction } from '../../platform/db/open.ts';
import { readFirst } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import type { Payment, PaymentState } from './payment.ts';
import { planDays, readPlanPeriods } from './plan-periods.ts';

const payer = statement(
  'payer_to_mail',
  'select email, language from users where id = $1 and disabled_at is null',
);

/**
 * Queues the mail in the transaction that settles the payment: once for each of the two states.
 * `currency` is that of credit.
 */
export async function mailAboutPayment(
  tx: Transaction,
  { id, userId, currency: paidIn, amountMicros, creditMicros, state: before }: Payment,
  { state, currency }: { readonly state: PaymentState; readonly currency: string },
): Promise<void> {
  if (state === before || userId === undefined || (state !== 'paid' && state !== 'failed')) return;
  const user = await readFirst<{ email: string; language: Language }>(tx, payer, [userId]);
  if (!user) return;
  const credit = `${formatMicros(creditMicros)} ${currency}`;
  const mail = { to: user.email, language: user.language, onceKey: `payment ${id} ${state}` };
  const paidAmount = `${formatMicros(amountMicros)} ${paidIn.toUpperCase()}`;
  if (state === 'paid') {
    const plan = await planToMail(tx, id);
    const data = { credit, paid: paidAmount, payment: id, ...(plan && { plan }) };
    await enqueueMail(tx, { ...mail, kind: 'payment_received', data });
  } else await enqueueMail(tx, { ...mail, kind: 'payment_failed', data: { credit, payment: id } });
}

/** The plan that was paid for, with the days of its period. Undefined for credit. */
async function planToMail(tx: Transaction, payment: string) {
  const period = (await readPlanPeriods(tx, [payment])).get(payment);
  return period && planDays(period, await readTimeZone(tx));
}
