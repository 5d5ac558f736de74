/**
 * Once a day, deletes what the sweep of expired files cannot know of: files that were written after their
 * folder was deleted, by a worker that hung meanwhile, those of trials, and what writes left that a crash
 * interrupted. A folder that the database does not know stays: it may belong to another installation.
 */
import { calendarNow } from '@kinora/shared/clock';
import { isBackupRunning } from '../../platform/db/backup-lock.ts';
import type { Database } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { folderOfFile } from './stored-file.ts';
import type { Storage } from './storage.ts';

/** The first worker of a day inserts its row, and no other. */
const claim = statement(
  'claim_file_sweep',
  `with deleted_sweeps as (
     -- Reports of sweeps are kept for 30 days.
     delete from file_sweeps where day < current_date - 30
   )
   insert into file_sweeps (day) values (current_date) on conflict do nothing returning day::text as day`,
);
const finish = statement(
  'finish_file_sweep',
  'update file_sweeps set finished_at = now(), files = $2 where day = $1::date',
);
/** Folders whose files were deleted when their task or upload had expired. */
const deletedFolders = statement(
  'deleted_folders',
  `select id::text as folder from tasks
   where id = any(array(select folder::uuid from unnest($1::text[]) folder where folder !~ '/'))
     and files_deleted_at is not null
   union all
   select 'uploads/' || lower(key) from uploads
   where 'uploads/' || lower(key) = any($1::text[]) and files_deleted_at is not null`,
);

const batchSize = 500;
/** A file that is younger may be written by a task that is just being saved. */
const minAgeMs = 24 * 3_600_000;

export interface OrphanSweep {
  readonly db: Database;
  readonly storage: Storage;
}

/** Returns the number of deleted files, or undefined if another worker swept today, or a backup runs. */
export async function sweepOrphansWhenDue(
  parts: OrphanSweep,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { db, storage } = parts;
  if (await isBackupRunning(db)) return undefined;
  const [claimRow] = await db.query<{ day: string }>(claim);
  if (!claimRow) return undefined;
  let files = await storage.removeUnfinished();
  for await (const folders of listOldFolders(storage)) {
    if (signal.aborted) return files;
    files += await deleteOrphans(parts, folders);
  }
  await db.query(finish, [claimRow.day, files]);
  return files;
}

async function deleteOrphans({ db, storage }: OrphanSweep, folders: readonly string[]): Promise<number> {
  const trials = folders.filter(folder => folder.startsWith(trialFolder));
  const knownFolders = folders.filter(folder => isTask.test(folder) || isUpload.test(folder));
  const deletedRows = await db.query<{ folder: string }>(deletedFolders, [knownFolders]);
  let files = 0;
  for (const folder of [...trials, ...deletedRows.map(row => row.folder)])
    files += await storage.deleteFolder(folder);
  return files;
}

const isTask = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isUpload = /^uploads\/[0-9a-z]{32}$/;
/** The spool of trials (`core/catalogue/engines/spool.ts`). A trial takes minutes. */
const trialFolder = 'trials/';

/** The folders of old files, in batches. A folder may come twice. */
async function* listOldFolders(storage: Storage): AsyncGenerator<readonly string[]> {
  let batch = new Set<string>();
  for await (const { key, modifiedMs } of storage.list()) {
    if (calendarNow() - modifiedMs < minAgeMs) continue;
    batch.add(key.startsWith(trialFolder) ? key.split('/').slice(0, 3).join('/') : folderOfFile(key));
    if (batch.size < batchSize) continue;
    yield [...batch];
    batch = new Set();
  }
  yield [...batch];
}
