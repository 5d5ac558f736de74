/**
 * Redelivers the final event of a hook, regardless of its state, with the same webhook-id and all retries.
 */
import { changeTasks } from '../../platform/db/change-feed.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { rankOfTask } from './rank.ts';

const rearm = statement(
  'rearm_hook',
  `with due_hook as (
     -- The webhook, due now, as if it had sent nothing of the present state.
     update hooks
     set rank_sent = ${rankOfTask} - 1, tries = 0, due_at = now(), ended_at = null, ending = null,
       expires_at = null, lease_owner = null, lease_until = null
     from task_states tasks
     where hooks.id = $1::uuid
       and hooks.account_id = $2::uuid
       and tasks.id = hooks.task_id
       and tasks.finished_at is not null
       and tasks.deleted_at is null
       and (hooks.lease_until is null or hooks.lease_until < now())
     returning tasks.public_id
   ), announcements as (
     -- Pollers see the webhook.
     insert into task_changes (public_id, hooked) select public_id, true from due_hook
   )
   select public_id from due_hook`,
);

/**
 * Returns false if the account has no such hook, its task is in progress or deleted,
 * or a delivery is in progress.
 */
export async function redeliverHook(db: Queryable, hookId: string, accountId: string): Promise<boolean> {
  return (await changeTasks(db, rearm, [hookId, accountId])).length > 0;
}
