/** The compressed files of a backup: written durably, and checked by size and hash. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { syncFolder } from '../../platform/lib/disk/sync-folder.ts';

export const partSchema = z.object({
  /** Path inside the backup. */
  path: z.string().regex(/^database-[0-9a-f-]{36}\/[a-z0-9_]+\.gz$/),
  sizeBytes: z.int().nonnegative(),
  sha256: z.string(),
});
export type Part = z.infer<typeof partSchema>;

const fileMode = 0o600;
/** Fast: the rows are mostly ids and JSON, of which a higher level saves little more. */
const compression = { level: 3 } as const;

export async function writePart(folder: string, path: string, source: Readable): Promise<Part> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  const file = createWriteStream(join(folder, path), { mode: fileMode, flush: true });
  await pipeline(source, createGzip(compression), measure, file);
  return { path, sizeBytes, sha256: hash.digest('hex') };
}

/** The content, uncompressed. */
export function readPart(folder: string, { path }: Part): Readable {
  const file = createReadStream(join(folder, path));
  const content = createGunzip();
  file.on('error', error => content.destroy(error));
  return file.pipe(content);
}

/** Returns why the part cannot be used, or undefined if it is as it was written. */
export async function faultOfPart(
  folder: string,
  { path, sizeBytes, sha256 }: Part,
): Promise<string | undefined> {
  const stats = await stat(join(folder, path)).catch(() => undefined);
  if (!stats) return `${path} is missing`;
  if (stats.size !== sizeBytes) return `${path} has ${stats.size} bytes instead of ${sizeBytes}`;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(join(folder, path))) hash.update(chunk as Buffer);
  return hash.digest('hex') === sha256 ? undefined : `${path} was changed: its SHA-256 does not match`;
}

/** Creates a file that only this user can read. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', fileMode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file that others may read: at no moment is it missing, or only a part of it there. */
export async function replaceDurably(path: string, text: string): Promise<void> {
  const draft = `${path}.tmp`;
  await rm(draft, { force: true });
  await writeDurably(draft, text);
  await rename(draft, path);
  await syncFolder(dirname(path));
}
