/** Files are kept for a limited time: the sweep deletes those of expired tasks, and forgets old idempotency keys. */
import type { Database } from '../db/open.ts';
import { statement, type Statement } from '../db/statement.ts';
import type { Events } from '../events.ts';
import type { Storage } from './storage.ts';

const expired = statement(
  'expired_tasks',
  'select id, id::text as folder from tasks where expires_at <= now() and files_deleted_at is null order by expires_at limit $1',
);
const markDeleted = statement(
  'mark_files_deleted',
  `with lives as (delete from task_phases where task_id = any($1::uuid[])),
   words as (
     delete from task_prompts using tasks where tasks.id = task_id and task_id = any($1::uuid[]) and deleted_at is not null
   )
   update tasks set files_deleted_at = now(), once_key = null, recipe = null, kept_until = null,
     job = case when deleted_at is null then job else (job - 'inputs') || '{"prompt": ""}' end,
     wire = case when deleted_at is null or interface = 'video' then wire
       else (wire - 'parameters' - 'pictureName') || '{"prompt": "", "finalPrompt": "", "description": ""}' end,
     texts = case when deleted_at is null then texts end
   where id = any($1::uuid[])
   returning pg_notify('kinora_task', public_id)`,
);
/** Deleted when their files had expired already: their words go when that cannot be taken back any more. */
const deletedLate = statement(
  'tasks_deleted_late',
  `select id, id::text as folder from tasks where deleted_at > files_deleted_at and deleted_at <= now() - interval '70 s' order by deleted_at limit $1`,
);
const expiredUploads = statement(
  'expired_uploads',
  `select key as id, 'uploads/' || lower(key) as folder from uploads where expires_at <= now() and files_deleted_at is null order by expires_at limit $1`,
);
const markUploads = statement(
  'mark_uploads_deleted',
  'update uploads set files_deleted_at = now() where key = any($1)',
);
const forgetKeys = statement(
  'forget_idempotency_keys',
  `update tasks set idempotency_key = null where idempotency_key is not null and created_at < now() - interval '24 hours'`,
);

const batchSize = 100;

export interface SweepParts {
  readonly db: Database;
  readonly storage: Storage;
  readonly events: Events;
}

/** Safe to run on several nodes and to repeat: the row is marked after its files are gone. Answers with the number of tasks. */
export async function sweepExpired(parts: SweepParts, signal?: AbortSignal): Promise<number> {
  const { db, events } = parts;
  await db.query(forgetKeys);
  const uploads = await sweep(parts, { find: expiredUploads, mark: markUploads, signal });
  const tasks = await sweep(parts, { find: expired, mark: markDeleted, signal });
  const late = await sweep(parts, { find: deletedLate, mark: markDeleted, signal });
  const files = uploads.files + tasks.files + late.files;
  if (files > 0 || tasks.swept > 0) events.filesSwept(tasks.swept, files);
  return tasks.swept;
}

interface Sweep {
  /** Ids and folders of what has expired. */
  readonly find: Statement;
  readonly mark: Statement;
  readonly signal: AbortSignal | undefined;
}

async function sweep(
  { db, storage, events }: SweepParts,
  { find, mark, signal }: Sweep,
): Promise<{ swept: number; files: number }> {
  let swept = 0;
  let files = 0;
  for (;;) {
    const rows = await db.query<{ id: string; folder: string }>(find, [batchSize]);
    const deleted: string[] = [];
    for (const { id, folder } of rows) {
      try {
        files += await storage.deleteFolder(folder);
        deleted.push(id);
      } catch (error) {
        events.workerTroubled(error);
      }
    }
    if (deleted.length > 0) await db.query(mark, [deleted]);
    swept += deleted.length;
    // What could not be deleted would come again at once: the next sweep tries it.
    if (rows.length < batchSize || deleted.length < rows.length || signal?.aborted) return { swept, files };
  }
}
