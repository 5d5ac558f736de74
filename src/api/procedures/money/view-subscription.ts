/** Reads what records of subscriptions need besides their rows. */
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import { planCreditLeft } from '../../../core/billing/expiring-credit.ts';
import type { PlanVersion } from '../../../core/payments/plan.ts';
import { findPlanVersions } from '../../../core/payments/plan-rows.ts';
import type { Subscription } from '../../../core/payments/subscription.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { toSubscriptionRecord } from '../records/plan-record.ts';

export async function viewSubscription(db: Queryable, subscription: Subscription) {
  const versions = await readVersions(db, [subscription]);
  const { accountId, id } = subscription;
  return view(subscription, versions, await planCreditLeft(db, { accountId, subscriptionId: id }));
}

/**
 * Leaves out the remaining credit of the subscriptions, because to compute it all charges of a month are
 * read.
 */
export async function viewSubscriptions(db: Queryable, subscriptions: readonly Subscription[]) {
  const versions = await readVersions(db, subscriptions);
  return subscriptions.map(subscription => view(subscription, versions, undefined));
}

async function readVersions(
  db: Queryable,
  subscriptions: readonly Subscription[],
): Promise<ReadonlyMap<string, PlanVersion>> {
  const ids = subscriptions.flatMap(({ versionId, nextVersionId }) => [
    versionId,
    nextVersionId ?? versionId,
  ]);
  return new Map((await findPlanVersions(db, ids)).map(version => [version.id, version]));
}

function view(
  subscription: Subscription,
  versions: ReadonlyMap<string, PlanVersion>,
  leftMicros: bigint | undefined,
) {
  const version = versions.get(subscription.versionId);
  if (!version) throw new InvariantError('A subscription has no version');
  const nextPlan = versions.get(subscription.nextVersionId ?? '')?.name;
  return toSubscriptionRecord({ subscription, version, nextPlan, leftMicros });
}
