/**
 * Deletes the files of expired tasks, and old idempotency keys. Files that an open task starts from stay
 * until it has ended, even if they are expired or deleted: its parent with its recipe, and every file that
 * its job names.
 */
import type { Database, Transaction } from '../../platform/db/open.ts';
import { statement, type Statement } from '../../platform/db/statement.ts';
import { isBackupRunning } from '../../platform/db/backup-lock.ts';
import { announceChanged, changeTasks } from '../../platform/db/change-feed.ts';
import { keepStarred, type StarredFiles } from './keep-starred.ts';
import type { Storage } from './storage.ts';

/** The folders of the files that open tasks start from. */
const neededFolders = `array(
     select parent_id::text from open_inputs where parent_id is not null
     union
     select case
       when key like 'uploads/%' then 'uploads/' || split_part(key, '/', 2)
       else split_part(key, '/', 1)
     end
     from open_inputs, jsonb_path_query(job, '$.*[*].storageKey') path,
       lateral (select path #>> '{}' as key) named
   )`;
const open = `open_inputs as (
     -- What open tasks, and modals that wait for an answer, start from.
     select tasks.parent_id, tasks.job
     from tasks
       join (select task_id from task_queue union all select task_id from task_runs) open_tasks
         on task_id = id
     union all
     select parent_id, job from tasks where phase = 'waiting'
   )`;
const selectExpiredTasks = statement(
  'expired_tasks',
  `with ${open}
   select id, id::text as folder from tasks
   where expires_at <= now() and files_deleted_at is null and id::text <> all(${neededFolders})
   order by expires_at limit $1`,
);
const markDeleted = statement(
  'mark_files_deleted',
  `with deleted_phases as (
     -- Their timelines.
     delete from task_phases where task_id = any($1::uuid[])
   ), deleted_results as (
     -- Handles of results that nobody has fetched.
     delete from unfetched_results where task_id = any($1::uuid[])
   ), deleted_prompts as (
     -- Their words, which searches find.
     delete from task_prompts
     using tasks
     where tasks.id = task_id and task_id = any($1::uuid[]) and deleted_at is not null
   ), changed_tasks as (
     -- The tasks without their files, and without what only the files needed.
     update tasks
     set files_deleted_at = now(), once_key = null, recipe = null, kept_until = null, kept_bytes = null,
       job = case when deleted_at is null then job else (job - 'inputs' - 'clip') || '{"prompt": ""}' end,
       prompt = case when deleted_at is null then prompt else '' end,
       texts = case when deleted_at is null then texts end
     where id = any($1::uuid[])
     returning public_id
   ), announcements as (
     -- Pollers see that the files are gone.
     ${announceChanged}
   )
   select public_id from changed_tasks`,
);
/**
 * Tasks that were deleted after their files had expired. Their words are erased when the
 * deletion can no longer be undone.
 */
const selectTasksDeletedLate = statement(
  'tasks_deleted_late',
  `with ${open}
   select id, id::text as folder from tasks
   where deleted_at > files_deleted_at
     and deleted_at <= now() - interval '70 s'
     and id::text <> all(${neededFolders})
   order by deleted_at limit $1`,
);
const selectExpiredUploads = statement(
  'expired_uploads',
  `with ${open}
   select key as id, 'uploads/' || lower(key) as folder from uploads
   where expires_at <= now()
     and files_deleted_at is null
     and 'uploads/' || lower(key) <> all(${neededFolders})
   order by expires_at limit $1`,
);
const markUploads = statement(
  'mark_uploads_deleted',
  'update uploads set files_deleted_at = now() where key = any($1)',
);
const forgetKeys = statement(
  'forget_idempotency_keys',
  `update tasks set idempotency_key = null
   where id in (
     select id from tasks
     where idempotency_key is not null and created_at < now() - interval '24 hours' limit $1
   )
   returning id`,
);

const batchSize = 100;
const keysAtOnce = 1_000;

export interface SweepEvents {
  filesSwept(tasks: number, files: number): void;
  workerError(error: unknown): void;
}

export interface SweepDependencies {
  readonly db: Database;
  readonly storage: Storage;
  readonly events: SweepEvents;
  readonly starredFiles: StarredFiles;
  /** Erases the words of deleted tasks that the interfaces stored. Ignores tasks that are not deleted. */
  readonly eraseWords: (tx: Transaction, taskIds: readonly string[]) => Promise<void>;
}

/**
 * Deletes expired files and returns the number of tasks; none while a backup runs. Safe on several nodes,
 * because a row is marked only after its files are deleted.
 */
export async function sweepExpired(dependencies: SweepDependencies, signal?: AbortSignal): Promise<number> {
  const { db, events, starredFiles } = dependencies;
  while ((await db.query(forgetKeys, [keysAtOnce])).length === keysAtOnce);
  await keepStarred(db, starredFiles);
  const uploads = await sweep(dependencies, {
    find: selectExpiredUploads,
    mark: ids => db.query(markUploads, [ids]),
    signal,
  });
  const mark = (ids: readonly string[]) => markTasks(dependencies, ids);
  const tasks = await sweep(dependencies, { find: selectExpiredTasks, mark, signal });
  const lateTasks = await sweep(dependencies, { find: selectTasksDeletedLate, mark, signal });
  const files = uploads.files + tasks.files + lateTasks.files;
  if (files > 0 || tasks.sweptCount > 0) events.filesSwept(tasks.sweptCount, files);
  return tasks.sweptCount;
}

/**
 * Marks tasks in one transaction. The rows are locked, so that a later sweep erases the words of a
 * task deleted in the meantime.
 */
async function markTasks({ db, eraseWords }: SweepDependencies, ids: readonly string[]): Promise<void> {
  await db.transaction(async tx => {
    await changeTasks(tx, markDeleted, [ids]);
    await eraseWords(tx, ids);
  });
}

interface Sweep {
  /** Selects the ids and folders of expired rows. */
  readonly find: Statement;
  /** Marks rows whose files were deleted. */
  readonly mark: (ids: readonly string[]) => Promise<unknown>;
  readonly signal: AbortSignal | undefined;
}

async function sweep(
  { db, storage, events }: SweepDependencies,
  { find, mark, signal }: Sweep,
): Promise<{ sweptCount: number; files: number }> {
  let sweptCount = 0;
  let files = 0;
  for (;;) {
    // A backup copies files for hours. Those that expire meanwhile stay until it has finished.
    if (await isBackupRunning(db)) return { sweptCount, files };
    const rows = await db.query<{ id: string; folder: string }>(find, [batchSize]);
    const deleted: string[] = [];
    for (const { id, folder } of rows) {
      try {
        files += await storage.deleteFolder(folder);
        deleted.push(id);
      } catch (error) {
        events.workerError(error);
      }
    }
    if (deleted.length > 0) await mark(deleted);
    sweptCount += deleted.length;
    // Folders that could not be deleted would be found again immediately, so they are left to the next sweep.
    if (rows.length < batchSize || deleted.length < rows.length || signal?.aborted)
      return { sweptCount, files };
  }
}
