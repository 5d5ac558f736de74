/**
 * Brings a subscription up to date with what its provider has reported about it and with what was paid for
 * it.
 */
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { Transaction } from '../../platform/db/open.ts';
import { readFirst } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { findPlanVersion } from './plan-rows.ts';
import { settleSubscription, type SettledSubscription } from './settle-subscription.ts';
import type { Subscription } from './subscription.ts';
import { readPlanPrices, readReturnedInvoices, readSubscriptionFacts } from './subscription-event-rows.ts';
import { lockSubscription, saveSubscription } from './subscription-rows.ts';

/** The month that was paid last and did not go back, of one that is paid for each month. */
const lastGrant = statement(
  'last_plan_credit',
  `select created_at as starts_at, expires_at as ends_at,
     (select count(*)::int from credit_grants where subscription_id = $1) as count
   from credit_grants where subscription_id = $1 and amount_micros > 0
   order by expires_at desc limit 1`,
);

/** The state that follows from all events. The row is locked. */
export async function readSettled(tx: Transaction, subscription: Subscription): Promise<SettledSubscription> {
  const startVersion = await findPlanVersion(tx, subscription.versionId);
  if (!startVersion) throw new InvariantError('A subscription has no version');
  return settleSubscription(await readSubscriptionFacts(tx, subscription.id), {
    startVersion,
    versions: await readPlanPrices(tx, subscription.provider),
    returnedInvoices: await readReturnedInvoices(tx, subscription.id),
  });
}

/** Stores what follows from all events. */
export async function saveSettled(
  tx: Transaction,
  subscription: Subscription,
  { state, isCancelled, current, next, payUrl, customer, invoices }: SettledSubscription,
): Promise<void> {
  await saveSubscription(tx, {
    ...subscription,
    state,
    isCancelled,
    versionId: current?.version.id ?? subscription.versionId,
    nextVersionId: next?.id,
    periods: invoices.length,
    periodStartsAt: current?.startsAt,
    periodEndsAt: current?.endsAt,
    payUrl,
    customer: customer ?? subscription.customer,
  });
}

/** Brings a subscription up to date after a payment of it was settled. */
export async function refreshSubscription(tx: Transaction, id: string): Promise<void> {
  const subscription = await lockSubscription(tx, id);
  if (!subscription) throw new InvariantError('A payment has no subscription');
  if (subscription.reference !== undefined)
    return saveSettled(tx, subscription, await readSettled(tx, subscription));
  const month = await readFirst<{ startsAt: Date; endsAt: Date; count: number }>(tx, lastGrant, [id]);
  await saveSubscription(tx, {
    ...subscription,
    state: month ? 'active' : subscription.periods > 0 ? 'ended' : 'open',
    isCancelled: true,
    periods: month?.count ?? subscription.periods,
    periodStartsAt: month?.startsAt,
    periodEndsAt: month?.endsAt,
  });
}
