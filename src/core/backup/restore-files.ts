/** Restores the files of a backup, or checks those that were restored in another way. */
import type { Storage } from '../../media/storage/storage.ts';
import { copyFile, isSame, readFacts, type CopyResult } from './copy-file.ts';
import { listFiles, forEachFile } from './file-list.ts';
import type { CheckedBackup } from './check-backup.ts';
import type { StoredFile } from './manifest.ts';
import { readCopies } from './save-files.ts';

export interface RestoredFiles {
  /** Files that are there and as they were. */
  readonly count: number;
  /** Keys of files that are not there. */
  readonly missing: readonly string[];
  /** Keys of files that were changed since the backup. They are not restored. */
  readonly damaged: readonly string[];
}

export async function restoreFiles(
  target: Storage,
  { folder, manifest }: CheckedBackup,
  onFile: (done: number, all: number) => void,
): Promise<RestoredFiles> {
  const { files } = manifest;
  const source = files.mode === 'copy' ? readCopies(folder) : undefined;
  const absentKeys = new Set([...files.expired, ...files.missing]);
  const missingKeys: string[] = [];
  const damagedKeys: string[] = [];
  let done = 0;
  let count = 0;
  await forEachFile(listFiles(folder, manifest), async file => {
    onFile(++done, files.count + files.spool.length);
    if (absentKeys.has(file.key)) return;
    const result = source ? await copyFile(source, target, file) : await check(target, file);
    if (result === 'missing') missingKeys.push(file.key);
    else if (result === 'damaged') damagedKeys.push(file.key);
    else count++;
  });
  return { count, missing: missingKeys, damaged: damagedKeys };
}

async function check(storage: Storage, file: StoredFile): Promise<CopyResult> {
  const facts = await readFacts(storage, file.key);
  if (!facts) return 'missing';
  return isSame(facts, file) ? 'present' : 'damaged';
}
