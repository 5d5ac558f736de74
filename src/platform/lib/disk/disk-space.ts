/** The free space of a folder's volume. */
import { statfs } from 'node:fs/promises';
import { shareRead } from '../async/shared-read.ts';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const readers = new Map<string, () => Promise<DiskSpace | undefined>>();

/** Returns undefined if the volume does not report it. Callers share a pending read of the folder. */
export function measureDiskSpace(folder: string): Promise<DiskSpace | undefined> {
  const read = readers.get(folder) ?? shareRead(() => readSpace(folder));
  readers.set(folder, read);
  return read();
}

async function readSpace(folder: string): Promise<DiskSpace | undefined> {
  const { bavail, blocks, bsize } = await statfs(folder).catch(() => ({ bavail: 0, blocks: 0, bsize: 0 }));
  return blocks > 0 ? { freeBytes: bavail * bsize, totalBytes: blocks * bsize } : undefined;
}
