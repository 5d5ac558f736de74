/** Deletes tasks. The row stays, because ledger entries and follow-ups refer to it. */
import { changeTasks } from '../../../platform/db/change-feed.ts';
import type { Database, Queryable } from '../../../platform/db/open.ts';
import { indexedStatement, statement } from '../../../platform/db/statement.ts';
import { racePoint } from '../../../platform/lib/async/race-point.ts';
import { cancelIn, type CancelRequest } from '../work/cancel-task.ts';

/** The task expires immediately, so the next sweep deletes its files. Its webhooks send nothing more. */
const hide = indexedStatement(
  'delete_task',
  `with deleted_tasks as (
     -- The task, unless it was deleted before.
     update tasks
     set deleted_at = now(),
       expires_at = case when expires_at is null then null else least(expires_at, now()) end
     where public_id = $1 and account_id = $2 and interface = $3 and deleted_at is null
     returning id, public_id
   ), changed_hooks as (
     -- Its webhooks, which send nothing more.
     update hooks
     set ended_at = now(), ending = 'given_up', expires_at = now(), lease_owner = null, lease_until = null
     from deleted_tasks
     where hooks.task_id = deleted_tasks.id and hooks.ended_at is null
   )
   select public_id from deleted_tasks`,
);

/**
 * Cancels and deletes the task in one transaction, so that no reader sees it cancelled before it is deleted:
 * its event stream would end with that. Returns false if there is no such task, or it was deleted before.
 */
export async function deleteTask(db: Database, request: CancelRequest): Promise<boolean> {
  return db.transaction(
    async tx => {
      await cancelIn(tx, request);
      await racePoint('delete a task');
      const values = [request.publicId, request.accountId, request.interface];
      return (await changeTasks(tx, hide, values)).length === 1;
    },
    { isIndexed: true },
  );
}

/** How long a deletion can be undone. The files stay a little longer, so that none is missing then. */
export const undoSeconds = 60;

const hideEnded = statement(
  'delete_ended_tasks',
  `with deleted_tasks as (
     -- The tasks, whose files are kept until the deletion cannot be undone any more.
     update tasks
     set deleted_at = now(), kept_until = expires_at,
       expires_at = least(expires_at, now() + $2 * interval '1 s' + interval '10 s')
     where id = any($1::uuid[]) and finished_at is not null and deleted_at is null
     returning id, public_id
   ), changed_hooks as (
     -- Their webhooks, which are kept as long.
     update hooks
     set ended_at = now(), ending = 'given_up', expires_at = now() + $2 * interval '1 s' + interval '10 s',
       lease_owner = null, lease_until = null
     from deleted_tasks
     where hooks.task_id = deleted_tasks.id and hooks.ended_at is null
   )
   select public_id from deleted_tasks`,
);
/** Webhooks that ended at the time of the deletion were ended by it, and continue. */
const showAgain = statement(
  'undelete_tasks',
  `with restorable_tasks as (
     -- Tasks whose deletion can still be undone.
     select id, deleted_at from tasks
     where id = any($1::uuid[]) and deleted_at > now() - $2 * interval '1 s' and kept_until is not null
     order by id for update
   ), changed_hooks as (
     -- Webhooks that the deletion ended.
     update hooks set ended_at = null, ending = null, expires_at = null, due_at = now()
     from restorable_tasks
     where hooks.task_id = restorable_tasks.id
       and hooks.ended_at = restorable_tasks.deleted_at
       and hooks.ending = 'given_up'
   ), restored_tasks as (
     -- The tasks as they were.
     update tasks set deleted_at = null, expires_at = kept_until, kept_until = null
     from restorable_tasks where tasks.id = restorable_tasks.id
     returning public_id
   ), announcements as (
     -- Pollers and webhooks get them again.
     insert into task_changes (public_id, hooked) select public_id, true from restored_tasks
   )
   select public_id from restored_tasks`,
);

/**
 * Deletes ended tasks, given by their rows. Can be undone for a minute. Returns the
 * public ids of the deleted tasks.
 */
export async function deleteTasks(db: Queryable, ids: readonly string[]): Promise<string[]> {
  return changeTasks(db, hideEnded, [ids, undoSeconds]);
}

/** Undoes a deletion. Returns the public ids of the restored tasks. */
export async function undeleteTasks(db: Queryable, ids: readonly string[]): Promise<string[]> {
  return changeTasks(db, showAgain, [ids, undoSeconds]);
}
