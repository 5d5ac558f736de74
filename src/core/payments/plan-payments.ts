/**
 * What a payment for a plan is worth: its credit follows what was paid and did not go back, also
 * after the credit has expired.
 */
import { calendarNow } from '@kinora/shared/clock';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { Micros } from '@kinora/shared/money';
import type { Transaction } from '../../platform/db/open.ts';
import { readFirst } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { lockBalance } from '../billing/debit-account.ts';
import { bringTo } from './bring-to.ts';
import type { Payment } from './payment.ts';
import { grantPlanCredit } from './plan-credit.ts';
import { monthsAfter } from './plan-months.ts';
import { findPlanVersion } from './plan-rows.ts';
import { lockSubscription } from './subscription-rows.ts';

const lockGrant = statement(
  'lock_plan_credit',
  `select id, amount_micros, taken_micros, expires_at <= now() as is_over
   from credit_grants where subscription_id = $1 and source = $2 for update`,
);
/**
 * Credit that comes again after it has expired is taken back with the next sweep, as far as it was not
 * spent.
 */
const change = statement(
  'change_plan_credit',
  `update credit_grants
   set amount_micros = $2, taken_micros = $3, ended_at = case when $4 then null else ended_at end
   where id = $1`,
);

interface Grant {
  readonly id: string;
  readonly amountMicros: Micros;
  readonly takenMicros: Micros;
  readonly isOver: boolean;
}

/** The credit of a plan is granted for an invoice or, without invoices, for a payment. */
export function planSource({ invoice, id }: Pick<Payment, 'invoice' | 'id'>): string {
  return invoice ?? `payment ${id}`;
}

/**
 * Returns what the account has got for the payment afterwards. More than the target, if the rest was spent.
 */
export async function settlePlanCredit(
  tx: Transaction,
  payment: Payment,
  { targetMicros, state }: { readonly targetMicros: Micros; readonly state: string },
): Promise<Micros> {
  await lockBalance(tx, payment.accountId);
  const grant = await readFirst<Grant>(tx, lockGrant, [payment.subscriptionId, planSource(payment)]);
  if (!grant) return targetMicros > 0n ? grantMonth(tx, payment, targetMicros) : 0n;
  const { amountMicros, takenMicros, isOver } = grant;
  const reductionMicros = amountMicros - targetMicros;
  // What has expired left the balance then, and need not leave it again.
  const takenBackMicros =
    reductionMicros <= 0n ? 0n : reductionMicros < takenMicros ? reductionMicros : takenMicros;
  const reason = `plan, ${payment.provider} ${payment.id}`;
  // First, so that what is taken back is not withdrawn from it as well.
  await tx.query(change, [
    grant.id,
    targetMicros,
    takenMicros - takenBackMicros,
    isOver && reductionMicros < 0n,
  ]);
  return bringTo(tx, payment.accountId, {
    hasMicros: amountMicros + payment.owedMicros - takenBackMicros,
    targetMicros,
    kind: 'top_up',
    reason,
    takeReason: `${reason}: ${state}`,
    userId: payment.userId,
  });
}

/** A month that was paid without an invoice begins when it was paid. */
async function grantMonth(tx: Transaction, payment: Payment, amountMicros: Micros): Promise<Micros> {
  const { subscriptionId = '', accountId, userId } = payment;
  const subscription = await lockSubscription(tx, subscriptionId);
  const version = subscription && (await findPlanVersion(tx, subscription.versionId));
  if (!version) throw new InvariantError('A payment for a plan has no plan');
  const isNew = await grantPlanCredit(tx, accountId, {
    subscriptionId,
    source: planSource(payment),
    amountMicros,
    expiresAt: monthsAfter(new Date(calendarNow()), 1),
    minDays: 0,
    plan: version.name,
    userId,
  });
  return isNew ? amountMicros : 0n;
}
