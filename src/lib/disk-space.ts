/** The free space of a folder's volume. */
import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Undefined if the volume does not report it. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace | undefined> {
  const { bavail, blocks, bsize } = await statfs(folder).catch(() => ({ bavail: 0, blocks: 0, bsize: 0 }));
  return blocks > 0 ? { freeBytes: bavail * bsize, totalBytes: blocks * bsize } : undefined;
}
