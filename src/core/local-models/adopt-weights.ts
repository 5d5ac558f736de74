/**
 * Takes a file of weights from a folder of another program instead of downloading it.
 * The file stays there as it is.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../platform/lib/disk/sync-folder.ts';
import type { PinnedFile } from './hub.ts';
import type { WeightsFolders } from './weights-folders.ts';

export interface AdoptCall {
  readonly weights: Pick<WeightsFolders, 'list'>;
  /** The path that the file is to have. */
  readonly file: string;
  readonly signal: AbortSignal;
  /** Bytes that were compared. */
  readonly onProgress: (bytes: number) => void;
}

/**
 * A file of the same size and hash, regardless of its name, gets a second name, which costs no space.
 * From another disk it is copied to `<file>.part`, as if it had been downloaded: it is checked
 * once more before it has its name.
 */
export async function adoptWeights(
  { size, sha256 }: Pick<PinnedFile, 'size' | 'sha256'>,
  { weights, file, signal, onProgress }: AdoptCall,
): Promise<void> {
  const candidates = (await weights.list()).filter(({ sizeBytes }) => sizeBytes === size);
  for (const { path } of candidates) {
    if ((await hashFile(path, { signal, onProgress })) !== sha256) continue;
    await mkdir(dirname(file), { recursive: true });
    await rm(file, { force: true });
    await link(path, file).catch(() => copyFile(path, `${file}.part`));
    return syncFolder(dirname(file));
  }
}

/** Returns undefined if it cannot be read. */
async function hashFile(
  path: string,
  { signal, onProgress }: Pick<AdoptCall, 'signal' | 'onProgress'>,
): Promise<string | undefined> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal })) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      onProgress(bytes);
    }
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
  return hash.digest('hex');
}
