/** Copies one file from storage to storage and makes sure that it is the one that is wanted. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { readChunks, type OpenFile } from '../../media/storage/open-file.ts';
import { StorageError } from '../../media/storage/storage-error.ts';
import type { Storage } from '../../media/storage/storage.ts';
import type { StoredBytes } from '../../media/storage/stored-bytes.ts';
import type { StoredFile } from './manifest.ts';

/**
 * `present`: the target had it already, unchanged. `missing`, `damaged`: the source does
 * not have it, or not as it was.
 */
export type CopyResult = 'copied' | 'present' | 'missing' | 'damaged';

export async function copyFile(
  source: Pick<Storage, 'open'>,
  target: Storage,
  file: StoredFile,
): Promise<CopyResult> {
  const before = await readFacts(target, file.key);
  if (before && isSame(before, file)) return 'present';
  if (before) await target.deleteFile(file.key);
  const openFile = await source.open(file.key);
  if (!openFile) return 'missing';
  const stored = await putOnce(target, file.key, openFile);
  if (stored && !isSame(stored, file)) {
    await target.deleteFile(file.key);
    return 'damaged';
  }
  return 'copied';
}

/** Size and hash of a stored file. Returns undefined if it does not exist. */
export async function readFacts(storage: Storage, key: string): Promise<StoredBytes | undefined> {
  const file = await storage.open(key);
  if (!file) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of readChunks(file)) hash.update(chunk);
  return { sizeBytes: file.sizeBytes, sha256: hash.digest('hex') };
}

export function isSame(facts: StoredBytes, file: StoredFile): boolean {
  return facts.sizeBytes === file.sizeBytes && facts.sha256 === file.sha256;
}

/** A list may name a file twice. Returns undefined if it was stored at the same time. */
async function putOnce(storage: Storage, key: string, file: OpenFile): Promise<StoredBytes | undefined> {
  try {
    return await storage.put(key, Readable.from(readChunks(file)));
  } catch (error) {
    if (error instanceof StorageError && error.code === 'exists') return undefined;
    throw error;
  }
}
