/** Tells a hook the state of its task once more, whatever became of it before: with the same webhook-id, and all its tries. */
import type { Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import { rankOfTask } from './rank.ts';

const rearm = statement(
  'rearm_hook',
  `with hook as (
     update hooks set rank_sent = ${rankOfTask} - 1, tries = 0, due_at = now(), ended_at = null, ending = null, expires_at = null,
       lease_owner = null, lease_until = null
     from tasks where hooks.id = $1::uuid and hooks.account_id = $2::uuid and tasks.id = hooks.task_id
       and tasks.finished_at is not null and tasks.deleted_at is null and (hooks.lease_until is null or hooks.lease_until < now())
     returning tasks.public_id
   )
   select pg_notify('kinora_hook', ''), pg_notify('kinora_task', public_id) from hook`,
);

/** False: the account has no such hook, its task goes on or was deleted, or a message is on its way just now. */
export async function redeliverHook(db: Queryable, hookId: string, accountId: string): Promise<boolean> {
  return (await db.query(rearm, [hookId, accountId])).length === 1;
}
