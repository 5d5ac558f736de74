/** Writes one file of a folder durably, completely or not at all. */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { isErrno, onDisk } from './disk-errors.ts';
import type { StoredBytes } from './stored-bytes.ts';
import type { SyncFolders } from './sync-folders.ts';

/**
 * The files of a task are small and many. With descriptors, writing one takes half of the processor time that
 * it takes with file handles of `node:fs/promises`.
 */
const open = promisify(fs.open);
const write = promisify(fs.write);
const fsync = promisify(fs.fsync);
const link = promisify(fs.link);
const unlink = promisify(fs.unlink);
const close = promisify(fs.close);

/** The permissions of files and folders: only the user of this process may read them. */
export const [folderMode, fileMode] = [0o700, 0o600];

export interface FileToWrite {
  readonly path: string;
  /** A path on the same volume as `path`, which is gone afterwards. */
  readonly temporary: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly syncFolders: SyncFolders;
  /** The error if there is a file at `path` already. */
  readonly existsAlready: (cause: unknown) => Error;
}

/**
 * Writes a temporary file, syncs it and links it to its name. A link never replaces a file, so
 * the file is complete or absent.
 */
export async function writeFileDurably(file: FileToWrite): Promise<StoredBytes> {
  const { path, temporary, chunks, syncFolders, existsAlready } = file;
  const descriptor = await onDisk(() => open(temporary, 'wx', fileMode));
  let removing: Promise<void> | undefined;
  const remove = () => (removing ??= removeTemporary(descriptor, temporary));
  try {
    const stored = await writeAll(descriptor, chunks);
    // Together, because both wait for the disk.
    await onDisk(() => Promise.all([fsync(descriptor), makeFolder(path)]));
    await onDisk(() => linkInFolder(temporary, path)).catch(error => {
      throw isErrno(error.cause, 'EEXIST') ? existsAlready(error.cause) : error;
    });
    // The name is what counts from here on, so the temporary one goes while the disk is waited for.
    await Promise.all([onDisk(() => syncFolders(dirname(path))), remove()]);
    return stored;
  } finally {
    await remove();
  }
}

async function writeAll(descriptor: number, chunks: AsyncIterable<Uint8Array>): Promise<StoredBytes> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    sizeBytes += chunk.length;
    await onDisk(() => writeWhole(descriptor, chunk));
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** Writes the whole chunk, although a volume may accept only a part of it at a time. */
async function writeWhole(descriptor: number, chunk: Uint8Array): Promise<void> {
  for (let writtenBytes = 0; writtenBytes < chunk.length;)
    writtenBytes += (await write(descriptor, chunk, writtenBytes, chunk.length - writtenBytes)).bytesWritten;
}

function makeFolder(path: string): Promise<unknown> {
  return mkdir(dirname(path), { recursive: true, mode: folderMode });
}

/** The folder of a task may be deleted at any time. */
async function linkInFolder(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
    await makeFolder(path);
    await link(temporary, path);
  }
}

async function removeTemporary(descriptor: number, temporary: string): Promise<void> {
  await close(descriptor);
  await onDisk(() => unlink(temporary)).catch(error => {
    if (!isErrno(error.cause, 'ENOENT')) throw error;
  });
}
