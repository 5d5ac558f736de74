/**
 * Retains the files of starred tasks longer, unless the operator turns that off, up to a quota
 * per account. A task keeps its longer retention until it has passed or the star is removed.
 * Expired files are never restored.
 */
import type { Database, Queryable } from '../../platform/db/open.ts';
import { announceChanged, changeTasks } from '../../platform/db/change-feed.ts';
import { statement } from '../../platform/db/statement.ts';

export interface StarredFiles {
  /** Hours after the end of the task. 0: the same as other files. */
  readonly hours: number;
  /** Maximum total size of the files of one account that are retained longer. */
  readonly quotaBytes: number;
  /** The retention of all files. */
  readonly retentionHours: number;
}

const isGrantable = `tasks.bookmarked_at is not null and tasks.kept_bytes is null and tasks.deleted_at is null
  and tasks.files_deleted_at is null and tasks.phase = 'succeeded' and tasks.expires_at > now()`;

const accountsToGrant = statement(
  'accounts_with_stars',
  `select distinct account_id as id from tasks where ${isGrantable}`,
);
const lockAccount = statement('lock_account_for_stars', 'select id from accounts where id = $1 for update');
/** $1 account, $2 quota in bytes, $3 hours. The oldest stars come first. */
const grant = statement(
  'keep_starred',
  `with changed_tasks as (
     -- The starred tasks, first starred first, as far as there is space for their files.
     update tasks
     set kept_bytes = grantable_tasks.bytes,
       expires_at = greatest(tasks.expires_at, tasks.finished_at + $3::int * interval '1 hour')
     from (
       select id, bytes, sum(bytes) over (order by bookmarked_at, id) as total
       from (
         select id, bookmarked_at,
           (select coalesce(sum(size_bytes), 0)::bigint from outputs where task_id = tasks.id) as bytes
         from tasks where account_id = $1::uuid and ${isGrantable}
       ) sized
     ) grantable_tasks
     where tasks.id = grantable_tasks.id
       and ${isGrantable}
       and grantable_tasks.total <= $2::bigint
         - (
           select coalesce(sum(kept_bytes), 0) from tasks kept
           where kept.account_id = $1::uuid and kept.kept_bytes is not null
         )
     returning public_id
   ), announcements as (
     -- Pollers see the new expiry.
     ${announceChanged}
   )
   select public_id from changed_tasks`,
);
/** A short delay, so that a star removed by mistake can be restored. */
const release = statement(
  'release_unstarred',
  `with changed_tasks as (
     -- The tasks that nobody has starred any more.
     update tasks
     set kept_bytes = null,
       expires_at = least(
         expires_at, greatest(finished_at + $1::int * interval '1 hour', now() + interval '1 hour')
       )
     where kept_bytes is not null
       and bookmarked_at is null
       and deleted_at is null
       and files_deleted_at is null
     returning public_id
   ), announcements as (
     -- Pollers see the new expiry.
     ${announceChanged}
   )
   select public_id from changed_tasks`,
);

/**
 * Applies the rules above. It is safe on several nodes, because the quota of an account is
 * assigned under the account's lock.
 */
export async function keepStarred(db: Database, starredFiles: StarredFiles): Promise<void> {
  await changeTasks(db, release, [starredFiles.retentionHours]);
  if (starredFiles.hours <= starredFiles.retentionHours) return;
  for (const { id } of await db.query<{ id: string }>(accountsToGrant))
    await db.transaction(tx => grantRetention(tx, id, starredFiles));
}

/** The sum is read while the lock is held, so that it includes what other nodes granted. */
async function grantRetention(
  tx: Queryable,
  accountId: string,
  { quotaBytes, hours }: StarredFiles,
): Promise<void> {
  await tx.query(lockAccount, [accountId]);
  await changeTasks(tx, grant, [accountId, quotaBytes, hours]);
}
