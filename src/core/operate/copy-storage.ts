/**
 * Copies all files from one storage to another, also while a server uses the first one.
 * Files that an earlier run copied are not copied again.
 */
import { Readable } from 'node:stream';
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { readChunks, type OpenFile } from '../../media/storage/open-file.ts';
import { StorageError } from '../../media/storage/storage-error.ts';
import type { ListedFile } from '../../media/storage/listed-file.ts';
import type { Storage } from '../../media/storage/storage.ts';

export interface CopiedFiles {
  readonly copied: number;
  readonly copiedBytes: number;
  /** The target had them already, with the same size. */
  readonly present: number;
  /** Files that were deleted at the source while the copy ran. */
  readonly gone: number;
  /** Keys of files that are not as the database records. They are not copied. */
  readonly damaged: readonly string[];
}

export interface CopyDependencies {
  readonly db: Queryable;
  readonly from: Storage;
  readonly to: Storage;
  readonly onFile: (done: number) => void;
  /** Ends the copy after the files that are under way. */
  readonly signal: AbortSignal;
}

const selectFileHash = statement(
  'hash_of_file',
  `select sha256 from outputs where storage_key = $1
   union all
   select sha256 from uploads where storage_key = $1
   limit 1`,
);

/** Many copies run at the same time, because a request to a bucket is mostly waiting. */
const concurrency = 8;

/** Throws StorageError if the target, or the source, fails. Run it again to continue. */
export async function copyStorage({ db, from, to, onFile, signal }: CopyDependencies): Promise<CopiedFiles> {
  const files = from.list()[Symbol.asyncIterator]();
  const total = { copied: 0, copiedBytes: 0, present: 0, gone: 0, damaged: [] as string[] };
  let fileCount = 0;
  const copyUntilEnd = async () => {
    while (!signal.aborted) {
      const { value: file, done: isLast } = await files.next();
      if (isLast) return;
      const result = await copyOne({ db, from, to }, file);
      if (result === 'damaged') total.damaged.push(file.key);
      else total[result]++;
      if (result === 'copied') total.copiedBytes += file.sizeBytes;
      onFile(++fileCount);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, copyUntilEnd));
  return total;
}

async function copyOne(
  { db, from, to }: Pick<CopyDependencies, 'db' | 'from' | 'to'>,
  { key, sizeBytes }: ListedFile,
): Promise<'copied' | 'present' | 'gone' | 'damaged'> {
  const targetFile = await to.stat(key);
  if (targetFile?.sizeBytes === sizeBytes) return 'present';
  if (targetFile) await to.deleteFile(key);
  const file = await from.open(key);
  if (!file) return 'gone';
  const stored = await putOnce(to, key, file);
  if (!stored) return 'present';
  const [row] = await db.query<{ sha256: string }>(selectFileHash, [key]);
  if (!row || row.sha256 === stored.sha256) return 'copied';
  await to.deleteFile(key);
  return 'damaged';
}

/** Returns undefined if another copy stored it at the same time. */
async function putOnce(to: Storage, key: string, file: OpenFile) {
  try {
    return await to.put(key, Readable.from(readChunks(file)));
  } catch (error) {
    if (error instanceof StorageError && error.code === 'exists') return undefined;
    throw error;
  }
}
