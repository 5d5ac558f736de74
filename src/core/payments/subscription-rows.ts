/** Subscriptions in the database. */
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst, readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { refreshRights, rightsEnd } from './plan-rights.ts';
import type { Subscription } from './subscription.ts';

const columns = `id, account_id, user_id, provider, version_id, next_version_id, state, is_cancelled, anchor_at, periods, max_periods,
  period_starts_at, period_ends_at, rights_until, reference, customer, checkout, pay_url, created_at, ended_at`;
const insert = statement(
  'insert_subscription',
  `insert into subscriptions (id, account_id, user_id, provider, version_id, max_periods)
   values ($1, $2, $3, $4, $5, $6)
   returning ${columns}`,
);
/** Locks the account, so that plans are started one after the other. */
const lockAccount = statement(
  'lock_account_for_plan',
  'select from accounts where id = $1 for no key update',
);
const running = statement(
  'running_subscription',
  `select ${columns} from subscriptions
   where account_id = $1 and state in ('active', 'past_due')
   order by created_at desc limit 1`,
);
const lock = statement('lock_subscription', `select ${columns} from subscriptions where id = $1 for update`);
const lockDue = statement(
  'lock_due_subscription',
  `select ${columns}, now() as now from subscriptions
   where provider = 'hand' and state = 'active' and period_ends_at <= now()
   order by period_ends_at limit 1 for update skip locked`,
);
const update = statement(
  'update_subscription',
  `update subscriptions
   set version_id = $2, next_version_id = $3, state = $4, is_cancelled = $5, periods = $6,
     period_starts_at = $7, period_ends_at = $8, rights_until = $9, reference = $10, customer = $11,
     pay_url = $12, changed_at = now(), ended_at = case when $4 = 'ended' then coalesce(ended_at, now()) end
   where id = $1`,
);
const updateOutdatedRights = statement(
  'outdated_rights',
  `update subscriptions
   set rights_until = null, state = case when is_cancelled then 'ended' else state end,
     ended_at = case when is_cancelled then coalesce(ended_at, now()) end
   where id in (
     select id from subscriptions where rights_until <= now()
     order by rights_until limit 100 for update skip locked
   )
   returning account_id`,
);
/** $1 account, $2 the last one of the previous page, $3 limit. */
const list = statement(
  'list_subscriptions',
  `select ${columns} from subscriptions
   where ($1::uuid is null or account_id = $1)
     and period_ends_at is not null
     and (created_at, id) < (
       coalesce((select created_at from subscriptions where id = $2), 'infinity'),
       coalesce($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
     )
   order by created_at desc, id desc limit $3`,
);

export interface NewSubscription {
  readonly accountId: string;
  readonly userId: string | undefined;
  readonly provider: string;
  readonly versionId: string;
  readonly maxPeriods?: number | undefined;
}

export async function insertSubscription(
  tx: Queryable,
  { accountId, userId, provider, versionId, maxPeriods }: NewSubscription,
): Promise<Subscription | undefined> {
  const values = [newRowId(), accountId, userId ?? null, provider, versionId, maxPeriods ?? null];
  return readFirst(tx, insert, values);
}

export async function lockAccountForPlan(tx: Queryable, accountId: string): Promise<void> {
  await tx.query(lockAccount, [accountId]);
}

/** The subscription that gives an account its plan, newest first. Undefined if it has none. */
export async function runningSubscription(
  db: Queryable,
  accountId: string,
): Promise<Subscription | undefined> {
  return readFirst(db, running, [accountId]);
}

export async function lockSubscription(tx: Queryable, id: string): Promise<Subscription | undefined> {
  return readFirst(tx, lock, [id]);
}

/**
 * Locks a subscription that the server renews and whose period is over, unless another process has it.
 * Returns it with the time of the transaction.
 */
export async function lockDueSubscription(
  tx: Queryable,
): Promise<(Subscription & { readonly now: Date }) | undefined> {
  return readFirst(tx, lockDue);
}

/** Stores what changed, and what follows for the rights of the account. Returns it with them. */
export async function saveSubscription(tx: Queryable, subscription: Subscription): Promise<Subscription> {
  const { id, accountId, versionId, nextVersionId, state, isCancelled, periods } = subscription;
  const { periodStartsAt, periodEndsAt, reference, customer, payUrl } = subscription;
  const rightsUntil = rightsEnd(subscription);
  const period = [periods, periodStartsAt ?? null, periodEndsAt ?? null, rightsUntil ?? null];
  const provider = [reference, customer, payUrl].map(value => value ?? null);
  await tx.query(update, [id, versionId, nextVersionId ?? null, state, isCancelled, ...period, ...provider]);
  await refreshRights(tx, accountId);
  return { ...subscription, rightsUntil };
}

/** Ends the rights of subscriptions whose time is over. Tokens in memory still have them until then. */
export async function endOutdatedRights(tx: Queryable): Promise<void> {
  const rows = await tx.query<{ account_id: string }>(updateOutdatedRights);
  for (const { account_id: accountId } of rows) await refreshRights(tx, accountId);
}

/** Lists the subscriptions, newest first, without those that were never paid. */
export async function listSubscriptions(
  db: Queryable,
  { accountId, before, limit }: { accountId: string | undefined; before?: string | undefined; limit: number },
): Promise<Subscription[]> {
  return readRows(db, list, [accountId ?? null, before ?? null, limit]);
}
