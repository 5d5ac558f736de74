/**
 * Plans without a payment provider: an operator starts and stops them, and the
 * clock of the server renews them.
 */
import { AppError } from '@kinora/shared/errors/errors';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import { writeAudit } from '../accounts/audit.ts';
import type { Database, Queryable } from '../../platform/db/open.ts';
import type { PlanVersion } from './plan.ts';
import { endPlanCredit, grantPlanCredit } from './plan-credit.ts';
import { monthsAfter, periodAt } from './plan-months.ts';
import { findPlanVersion } from './plan-rows.ts';
import { byHand, type Subscription } from './subscription.ts';
import {
  endOutdatedRights,
  insertSubscription,
  lockAccountForPlan,
  lockDueSubscription,
  lockSubscription,
  runningSubscription,
  saveSubscription,
} from './subscription-rows.ts';

export interface PlanStart {
  readonly accountId: string;
  readonly userId: string | undefined;
  readonly version: PlanVersion;
  /** The number of months. Undefined means until it is stopped. */
  readonly months: number | undefined;
}

/** Starts a plan, with the credit of its first month. Throws AppError `plan_running`. */
export async function startByHand(
  tx: Queryable,
  { accountId, userId, version, months }: PlanStart,
): Promise<Subscription> {
  await lockAccountForPlan(tx, accountId);
  await rejectRunning(tx, accountId);
  const newSubscription = { accountId, userId, provider: byHand, versionId: version.id, maxPeriods: months };
  const subscription = await insertSubscription(tx, newSubscription);
  if (!subscription) throw new InvariantError('The subscription was not inserted');
  return beginPeriod(tx, { ...subscription, state: 'active' }, { number: 1, version });
}

/** Throws AppError `plan_running` if the account has a plan. */
export async function rejectRunning(tx: Queryable, accountId: string): Promise<void> {
  const running = await runningSubscription(tx, accountId);
  const version = running && (await findPlanVersion(tx, running.versionId));
  if (version) throw new AppError('plan_running', { plan: version.name });
}

/** Stops a plan at the end of its month. `isNow`: immediately, with what is left of its credit. */
export async function stopByHand(
  tx: Queryable,
  id: string,
  { isNow }: { readonly isNow: boolean },
): Promise<Subscription> {
  const subscription = await lockSubscription(tx, id);
  if (!subscription) throw new InvariantError('A subscription that was found is gone');
  if (subscription.state === 'ended') return subscription;
  const state = isNow ? 'ended' : subscription.state;
  const stopped = await saveSubscription(tx, { ...subscription, state, isCancelled: true });
  if (isNow) await endPlanCredit(tx, id);
  return stopped;
}

/** Undoes a stop of a plan at the end of its month. */
export async function resumeByHand(tx: Queryable, id: string): Promise<void> {
  const subscription = await lockSubscription(tx, id);
  if (subscription && subscription.state !== 'ended')
    await saveSubscription(tx, { ...subscription, isCancelled: false });
}

/** Changes the plan from the next month on. */
export async function switchByHand(tx: Queryable, id: string, versionId: string): Promise<void> {
  const subscription = await lockSubscription(tx, id);
  const nextVersionId = versionId === subscription?.versionId ? undefined : versionId;
  if (subscription && subscription.state !== 'ended')
    await saveSubscription(tx, { ...subscription, nextVersionId });
}

/**
 * Renews the plans whose month is over, each in a transaction of its own, and ends the rights
 * of those that are not renewed.
 */
export async function renewPlans(db: Database): Promise<void> {
  while (await db.transaction(renewNext));
  await db.transaction(endOutdatedRights);
}

/** Returns false if none is due, or if other processes have those that are. */
async function renewNext(tx: Queryable): Promise<boolean> {
  const dueSubscription = await lockDueSubscription(tx);
  if (!dueSubscription) return false;
  const { accountId, id, anchorAt, isCancelled, maxPeriods = Infinity } = dueSubscription;
  // Months in which no process ran are over, with their credit.
  const number = periodAt(anchorAt, dueSubscription.now);
  const version = await findPlanVersion(tx, dueSubscription.nextVersionId ?? dueSubscription.versionId);
  const isOver = isCancelled || number > maxPeriods || !version;
  if (isOver) await saveSubscription(tx, { ...dueSubscription, state: 'ended' });
  else
    await beginPeriod(
      tx,
      { ...dueSubscription, versionId: version.id, nextVersionId: undefined },
      { number, version },
    );
  await writeAudit(tx, {
    userId: undefined,
    actor: 'server',
    address: undefined,
    action: isOver ? 'plan end' : 'plan renew',
    accountId,
    object: id,
    before: undefined,
    after: { plan: version?.name, ...(!isOver && { period: number }) },
  });
  return true;
}

async function beginPeriod(
  tx: Queryable,
  subscription: Subscription,
  { number, version }: { readonly number: number; readonly version: PlanVersion },
): Promise<Subscription> {
  const { id, accountId, userId, anchorAt } = subscription;
  const periodEndsAt = monthsAfter(anchorAt, number);
  const savedSubscription = await saveSubscription(tx, {
    ...subscription,
    periods: number,
    periodStartsAt: monthsAfter(anchorAt, number - 1),
    periodEndsAt,
  });
  await grantPlanCredit(tx, accountId, {
    subscriptionId: id,
    source: `month ${number}`,
    amountMicros: version.creditMicros,
    expiresAt: periodEndsAt,
    minDays: 0,
    plan: version.name,
    userId,
  });
  return savedSubscription;
}
