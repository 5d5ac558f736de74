/** Files are kept for a limited time: the sweep deletes those of expired tasks, and forgets old idempotency keys. */
import type { Database } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import type { Events } from '../events.ts';
import type { Storage } from './storage.ts';

const expired = statement(
  'expired_tasks',
  'select id from tasks where expires_at <= now() and files_deleted_at is null order by expires_at limit $1',
);
const markDeleted = statement(
  'mark_files_deleted',
  'update tasks set files_deleted_at = now(), once_key = null where id = any($1::uuid[])',
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
export async function sweepExpired(
  { db, storage, events }: SweepParts,
  signal?: AbortSignal,
): Promise<number> {
  await db.query(forgetKeys);
  let tasks = 0;
  for (;;) {
    const rows = await db.query<{ id: string }>(expired, [batchSize]);
    if (rows.length === 0) return tasks;
    const deleted: string[] = [];
    let files = 0;
    for (const { id } of rows) {
      try {
        files += await storage.deleteFolder(id);
        deleted.push(id);
      } catch (error) {
        events.workerTroubled(error);
      }
    }
    await db.query(markDeleted, [deleted]);
    events.filesSwept(deleted.length, files);
    tasks += deleted.length;
    // What could not be deleted would come again at once: the next sweep tries it.
    if (deleted.length < rows.length || signal?.aborted) return tasks;
  }
}
