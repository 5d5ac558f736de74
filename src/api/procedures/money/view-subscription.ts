/** Reads what a record of a subscription needs besides its row. */
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import { planCreditLeft } from '../../../core/billing/expiring-credit.ts';
import { findPlanVersion } from '../../../core/payments/plan-rows.ts';
import type { Subscription } from '../../../core/payments/subscription.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { toSubscriptionRecord } from '../records/plan-record.ts';

/** `isListed`: without what is left, which takes the charges of a month. */
export async function viewSubscription(
  db: Queryable,
  subscription: Subscription,
  { isListed = false }: { readonly isListed?: boolean } = {},
) {
  const { versionId, nextVersionId, accountId, id } = subscription;
  const version = await findPlanVersion(db, versionId);
  if (!version) throw new InvariantError('A subscription has no version');
  const next = nextVersionId === undefined ? undefined : await findPlanVersion(db, nextVersionId);
  const leftMicros = isListed ? undefined : await planCreditLeft(db, { accountId, subscriptionId: id });
  return toSubscriptionRecord({ subscription, version, nextPlan: next?.name, leftMicros });
}
