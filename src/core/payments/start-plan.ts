/**
 * A customer starts, changes, cancels and resumes a plan at a payment provider. The results arrive as
 * notifications.
 */
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { Database, Transaction } from '../../platform/db/open.ts';
import { readFirst } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import type { PaymentProvider, PlanSeller, PriceChange, Proration } from './payment-provider.ts';
import type { PlanVersion } from './plan.ts';
import { findPlanVersion } from './plan-rows.ts';
import { rejectRunning } from './plans-by-hand.ts';
import type { Subscription } from './subscription.ts';
import { insertPlanPrice } from './subscription-event-rows.ts';
import { insertSubscription, lockAccountForPlan } from './subscription-rows.ts';

/** A page of the provider can be used for a day. */
const openOne = statement(
  'open_subscription',
  `select id, version_id, checkout from subscriptions
   where account_id = $1 and provider = $2 and state = 'open' and created_at > now() - interval '23 hours'
   order by created_at desc limit 1`,
);
const giveUp = statement(
  'give_up_subscription',
  `update subscriptions set state = 'ended', ended_at = now() where id = $1 and state = 'open'`,
);
const setCheckout = statement('set_checkout', 'update subscriptions set checkout = $2 where id = $1');

export interface PlanPurchase {
  readonly accountId: string;
  readonly userId: string | undefined;
  readonly version: PlanVersion;
  readonly provider: PaymentProvider;
  readonly seller: PlanSeller;
  readonly returnUrl: string;
}

interface OpenSubscription {
  readonly id: string;
  readonly versionId: string;
  readonly checkout: string | undefined;
}

/**
 * Returns the page on which a plan is started. At most one such page of an account can be used: that of
 * another plan is closed first. Throws AppError `plan_running`, `plan_paid` or `payment_unavailable`.
 */
export async function startPlan(
  db: Database,
  { accountId, userId, version, provider, seller, returnUrl }: PlanPurchase,
): Promise<{ readonly id: string; readonly url: string }> {
  const earlierSubscription = await readFirst<OpenSubscription>(db, openOne, [accountId, provider.name]);
  if (earlierSubscription && earlierSubscription.versionId !== version.id)
    await closePage(db, seller, earlierSubscription);
  const work = async (tx: Transaction): Promise<string> => {
    await lockAccountForPlan(tx, accountId);
    await rejectRunning(tx, accountId);
    const open = await readFirst<OpenSubscription>(tx, openOne, [accountId, provider.name]);
    if (open?.versionId === version.id) return open.id;
    // Another plan was started meanwhile.
    if (open) throw new AppError('submit_again');
    const newSubscription = { accountId, userId, provider: provider.name, versionId: version.id };
    return (await insertSubscription(tx, newSubscription))?.id ?? '';
  };
  const id = await db.transaction(work);
  const price = await findPrice(db, { provider: provider.name, seller }, version);
  const page = await requireAnswer(seller.subscribe({ subscriptionId: id, price, returnUrl }));
  await db.query(setCheckout, [id, page.checkout]);
  return { id, url: page.url };
}

/**
 * Closes the page on which another plan was started. Throws AppError `plan_paid` if the page was used
 * already.
 */
async function closePage(db: Database, seller: PlanSeller, open: OpenSubscription): Promise<void> {
  if (open.checkout !== undefined && !(await requireAnswer(seller.close(open.checkout))))
    throw new AppError('plan_paid');
  await db.query(giveUp, [open.id]);
}

/** The price is known before anything with it can be reported. */
async function findPrice(
  db: Database,
  { provider, seller }: { readonly provider: string; readonly seller: PlanSeller },
  version: PlanVersion,
): Promise<string> {
  const reference = await requireAnswer(seller.price(version));
  await insertPlanPrice(db, { provider, reference, versionId: version.id });
  return reference;
}

export interface PlanSwitch {
  /**
   * Whether the plan changes now, with the difference for the rest of the period. Otherwise, it changes at
   * the end of the period.
   */
  readonly isNow: boolean;
  readonly payUrl: string | undefined;
}

export interface NextPlan {
  readonly seller: PlanSeller;
  readonly version: PlanVersion;
}

/**
 * Changes the plan: to a higher price now, with the difference for the rest of the period, and to a lower one
 * at the end of the period. `prorationAt`: the moment of a preview, so that the amount that it showed is
 * charged. Throws AppError `field_invalid` or `payment_unavailable`.
 */
export async function switchPlan(
  db: Database,
  subscription: Subscription,
  { seller, version, prorationAt }: NextPlan & { readonly prorationAt: Date | undefined },
): Promise<PlanSwitch> {
  const { isNow, ...change } = await priceChange(db, subscription, { seller, version });
  // A customer who changes the plan does not want it to end.
  if (subscription.isCancelled) await requireAnswer(seller.setCancelled(change.reference, false));
  const payUrl = await requireAnswer(seller.change({ ...change, isNow, prorationAt }));
  return { isNow, payUrl };
}

/**
 * Computes what `switchPlan` would charge now. Undefined if it charges nothing and takes effect at the end of
 * the period. Throws AppError `field_invalid` or `payment_unavailable`.
 */
export async function previewSwitch(
  db: Database,
  subscription: Subscription,
  next: NextPlan,
): Promise<Proration | undefined> {
  const { isNow, ...change } = await priceChange(db, subscription, next);
  return isNow ? requireAnswer(next.seller.preview(change)) : undefined;
}

async function priceChange(
  db: Database,
  { reference, provider, versionId }: Subscription,
  { seller, version }: NextPlan,
): Promise<Omit<PriceChange, 'prorationAt'>> {
  const current = await findPlanVersion(db, versionId);
  if (!current || reference === undefined) throw new InvariantError('The subscription was never paid');
  if (current.currency !== version.currency)
    throw fieldInvalid('plan', 'plan_currency', { currency: current.currency });
  return {
    reference,
    price: await findPrice(db, { provider, seller }, version),
    currentPrice: await findPrice(db, { provider, seller }, current),
    isNow: version.priceMicros > current.priceMicros,
  };
}

/** Throws AppError `payment_unavailable`. */
export async function requireAnswer<Result>(answer: Promise<Result>): Promise<Result> {
  return answer.catch((error: unknown) => {
    throw new AppError('payment_unavailable', {}, error);
  });
}
