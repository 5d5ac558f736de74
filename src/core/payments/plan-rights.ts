/** How long an account has what its plan allows, and what follows from that for its account. */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import type { Subscription } from './subscription.ts';

/**
 * How many days the rights of a plan stay after a period that was not renewed: time for late reports and for
 * a payment that failed.
 */
export const graceDays = 7;

type Rights = Pick<Subscription, 'state' | 'isCancelled' | 'periodEndsAt'>;

/**
 * The end of the rights. Undefined if there are none: nothing was paid, it all went back,
 * or the subscription has ended.
 */
export function rightsEnd({ state, isCancelled, periodEndsAt }: Rights): Date | undefined {
  if (!periodEndsAt || state === 'open' || state === 'ended') return undefined;
  if (isCancelled) return periodEndsAt;
  return new Date(periodEndsAt.getTime() + graceDays * 86_400_000);
}

/** An account that has several plans has the groups of all, and the highest limit. */
const refresh = statement(
  'refresh_plan_rights',
  `with current_plans as (
     -- The plans that the account has now, with their rights.
     select groups, max_open, rights_until
     from subscriptions join plan_versions on plan_versions.id = version_id
     where account_id = $1 and rights_until > now()
   )
   update accounts
   set plan_groups = array(select distinct unnest(groups) from current_plans order by 1),
     plan_max_open = (select max(max_open) from current_plans),
     plan_until = (select max(rights_until) from current_plans)
   where id = $1
   returning pg_notify('kinora_token', '')`,
);

/**
 * Brings the account up to date with its subscriptions, on every node immediately. Call it in the
 * transaction that changed one of them.
 */
export async function refreshRights(tx: Queryable, accountId: string): Promise<void> {
  await tx.query(refresh, [accountId]);
  tx.hint('tokens');
}
