/**
 * The credit of a period of a plan: granted once, spent before other credit, and taken
 * back at the end of the period.
 */
import type { Micros } from '@kinora/shared/money';
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { creditAccount } from '../billing/ledger.ts';

const insert = statement(
  'insert_plan_credit',
  `insert into credit_grants (id, account_id, kind, amount_micros, expires_at, subscription_id, source)
   values ($1, $2, 'plan', $3, greatest($4::timestamptz, now() + $5::int * interval '1 day'), $6, $7)
   on conflict do nothing returning expires_at`,
);
/** What is left is taken back with the next sweep of expired credit. */
const end = statement(
  'end_plan_credit',
  `update credit_grants set expires_at = greatest(now(), created_at + interval '1 microsecond')
   where subscription_id = $1 and expires_at > now()`,
);

export interface PlanCredit {
  readonly subscriptionId: string;
  /** What it is granted for: an invoice, a payment, or the number of a period. */
  readonly source: string;
  readonly amountMicros: Micros;
  readonly expiresAt: Date;
  /** Days that it is valid at least, if it is granted late. */
  readonly minDays: number;
  /** The name of the plan. */
  readonly plan: string;
  readonly userId: string | undefined;
}

/** Returns false if it was granted before. */
export async function grantPlanCredit(
  tx: Queryable,
  accountId: string,
  { subscriptionId, source, amountMicros, expiresAt, minDays, plan, userId }: PlanCredit,
): Promise<boolean> {
  const values = [newRowId(), accountId, amountMicros, expiresAt, minDays, subscriptionId, source];
  const [grant] = await tx.query<{ expires_at: Date }>(insert, values);
  if (!grant) return false;
  const reason = `plan ${plan}, ${source}, expires on ${grant.expires_at.toISOString().slice(0, 10)}`;
  if (amountMicros > 0n) await creditAccount(tx, accountId, { kind: 'top_up', amountMicros, reason, userId });
  return true;
}

/** Ends the credit of a subscription that is ended at once. */
export async function endPlanCredit(tx: Queryable, subscriptionId: string): Promise<void> {
  await tx.query(end, [subscriptionId]);
}
