/** A task that its owner does not want to see any more. Its row stays, for the ledger and for what follows it. */
import { changeTasks } from '../db/change-feed.ts';
import type { Database, Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import type { Interface } from './task.ts';

/** At once: the sweep takes the files of what has expired; its hooks need tell nothing more. */
const hide = statement(
  'delete_task',
  `with gone as (update tasks set deleted_at = now(), expires_at = case when expires_at is null then null else least(expires_at, now()) end
   where public_id = $1 and account_id = $2 and interface = $3 and deleted_at is null
   returning id, public_id
   ), hooked as (
     update hooks set ended_at = now(), ending = 'given_up', expires_at = now(), lease_owner = null, lease_until = null
     from gone where hooks.task_id = gone.id and hooks.ended_at is null
   )
   select public_id from gone`,
);

export interface DeleteRequest {
  readonly publicId: string;
  readonly accountId: string;
  readonly interface: Interface;
}

/** False: there is no such task, or it is deleted already. */
export async function deleteTask(db: Database, request: DeleteRequest): Promise<boolean> {
  const values = [request.publicId, request.accountId, request.interface];
  return (await changeTasks(db, hide, values)).length === 1;
}

/** How long deleting can be taken back; the files stay a little longer, so that none is missing then. */
export const undoSeconds = 60;

const hideEnded = statement(
  'delete_ended_tasks',
  `with gone as (
     update tasks set deleted_at = now(), kept_until = expires_at, expires_at = least(expires_at, now() + $2 * interval '1 s' + interval '10 s')
     where id = any($1::uuid[]) and finished_at is not null and deleted_at is null
     returning id, public_id
   ), hooked as (
     update hooks set ended_at = now(), ending = 'given_up', expires_at = now() + $2 * interval '1 s' + interval '10 s',
       lease_owner = null, lease_until = null
     from gone where hooks.task_id = gone.id and hooks.ended_at is null
   )
   select public_id from gone`,
);
/** The hooks that ended at the very time of the deletion were ended by it, and go on. */
const showAgain = statement(
  'undelete_tasks',
  `with back as (
     select id, deleted_at from tasks
     where id = any($1::uuid[]) and deleted_at > now() - $2 * interval '1 s' and kept_until is not null order by id for update
   ), hooked as (
     update hooks set ended_at = null, ending = null, expires_at = null, due_at = now()
     from back where hooks.task_id = back.id and hooks.ended_at = back.deleted_at and hooks.ending = 'given_up'
   ), shown as (
     update tasks set deleted_at = null, expires_at = kept_until, kept_until = null from back where tasks.id = back.id
     returning public_id
   ), announced as (insert into task_changes (public_id, hooked) select public_id, true from shown)
   select public_id from shown`,
);

/** Those that have ended, by their rows. For a minute it can be taken back. Answers with the public ids of what is gone. */
export async function deleteTasks(db: Queryable, ids: readonly string[]): Promise<string[]> {
  return changeTasks(db, hideEnded, [ids, undoSeconds]);
}

/** Answers with the public ids of what is there again. */
export async function undeleteTasks(db: Queryable, ids: readonly string[]): Promise<string[]> {
  return changeTasks(db, showAgain, [ids, undoSeconds]);
}
