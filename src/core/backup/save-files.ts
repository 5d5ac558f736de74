/**
 * Saves the files of a snapshot into the folder of a backup, and removes from there
 * what no longer belongs to it.
 */
import { join } from 'node:path';
import type { Database } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { openDiskStorage } from '../../media/storage/disk-storage.ts';
import { readDiskFiles } from '../../media/storage/disk-files.ts';
import { folderOfFile } from '../../media/storage/stored-file.ts';
import type { Storage } from '../../media/storage/storage.ts';
import { copyFile, readFacts } from './copy-file.ts';
import { listFiles, forEachFile, listedFiles, measureList } from './file-list.ts';
import { names, type Manifest, type StoredFile } from './manifest.ts';
import type { Snapshot } from './snapshot.ts';

export interface FileDependencies {
  readonly db: Database;
  readonly storage: Storage;
  readonly folder: string;
  readonly mode: 'copy' | 'list';
  readonly onFile: (done: number, all: number) => void;
}

export interface SavedFiles {
  readonly files: Manifest['files'];
  /** Files that an earlier backup in this folder had already. */
  readonly present: number;
}

/** Finds which missing files are still named by a task or upload. The others have expired meanwhile. */
const stillNamed = statement(
  'files_still_named',
  `select storage_key
   from outputs join tasks on tasks.id = outputs.task_id
   where storage_key = any($1) and files_deleted_at is null
   union all
   select storage_key from uploads
   where storage_key = any($1) and files_deleted_at is null`,
);

export async function saveFiles(parts: FileDependencies, { list, running }: Snapshot): Promise<SavedFiles> {
  const { db, storage, folder, mode } = parts;
  const spool = await listSpooled(storage, running);
  const total = await measureList(folder, list);
  if (mode === 'list')
    return { files: { mode, list, ...total, spool, expired: [], missing: [] }, present: 0 };
  const target = await openCopies(folder);
  const uncopiedKeys: string[] = [];
  let done = 0;
  let present = 0;
  const save = async (file: StoredFile) => {
    const result = await copyFile(storage, target, file);
    if (result === 'missing' || result === 'damaged') uncopiedKeys.push(file.key);
    if (result === 'present') present++;
    parts.onFile(++done, total.count);
  };
  await forEachFile(listedFiles(folder, list), save);
  const spoolFiles: StoredFile[] = [];
  for (const file of spool)
    if (['copied', 'present'].includes(await copyFile(storage, target, file))) spoolFiles.push(file);
  const rows = await db.query<{ storage_key: string }>(stillNamed, [uncopiedKeys]);
  const missing = new Set(rows.map(row => row.storage_key));
  const expiredKeys = uncopiedKeys.filter(key => !missing.has(key));
  return {
    files: {
      mode,
      list,
      ...total,
      spool: spoolFiles,
      expired: expiredKeys,
      missing: uncopiedKeys.filter(key => missing.has(key)),
    },
    present,
  };
}

/** The copies of a backup. */
function openCopies(folder: string): Promise<Storage> {
  return openDiskStorage(join(folder, names.files));
}

/** The copies in a backup that may be mounted read-only. */
export const readCopies = (folder: string): Pick<Storage, 'open'> => readDiskFiles(join(folder, names.files));

/**
 * Deletes the copies of tasks and uploads that the backup no longer has. Call it
 * when its manifest was written.
 */
export async function removeOldCopies(folder: string, manifest: Manifest): Promise<void> {
  if (manifest.files.mode === 'list') return;
  const current = new Set<string>();
  for await (const { key } of listFiles(folder, manifest)) current.add(folderOfFile(key));
  const storage = await openCopies(folder);
  const old = new Set<string>();
  for await (const { key } of storage.list()) if (!current.has(folderOfFile(key))) old.add(folderOfFile(key));
  for (const each of old) await storage.deleteFolder(each);
}

/** Answers that engines give only once are kept with the files of their task, and no table names them. */
async function listSpooled(storage: Storage, running: readonly string[]): Promise<StoredFile[]> {
  const spool: StoredFile[] = [];
  for (const task of running) {
    for await (const { key } of storage.list(`${task}/spool`)) {
      const facts = await readFacts(storage, key);
      if (facts) spool.push({ key, ...facts });
    }
  }
  return spool;
}
