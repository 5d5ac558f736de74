/** Storage in a folder of a local or network volume that knows hard links (all common ones but FAT). */
import { createHash } from 'node:crypto';
import {
  chmod,
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  readdir,
  rm,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { newRowId } from '../../lib/id.ts';
import {
  type ByteRange,
  checkKey,
  cutRange,
  isKey,
  limitBytes,
  type ListedFile,
  type OpenFile,
  type PutOptions,
  type Storage,
  StorageError,
  type StorageErrorCode,
  type StoredBytes,
  takingOver,
} from './storage.ts';

/** Folder for files that are being written. No key can name it. It is on the same volume, so that files can be linked instead of copied. */
const TEMPORARY = '.tmp';
/** A temporary file that has not changed for this long was left by a crash. */
const STALE_MS = 3_600_000;
/** Only the user of this process may read the files. */
const folderMode = 0o700;
const fileMode = 0o600;

/** Opens the storage. Several processes may share one root. Throws StorageError if the folder cannot be created or written. */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const root = resolve(folder);
  const temporary = join(root, TEMPORARY);
  await onDisk(async () => {
    const made = await mkdir(temporary, { recursive: true, mode: folderMode });
    if (made !== undefined) await syncFolders(temporary, dirname(made));
    await closeToOthers(root);
    await removeStale(temporary);
  });
  const pathOf = (key: string) => {
    checkKey(key);
    return join(root, ...key.split('/'));
  };
  return {
    put: (key, bytes, options = {}) =>
      takingOver(bytes, async () => {
        const path = pathOf(key);
        // This check only saves work. The link below decides.
        if (await isFile(path)) throw existsAlready(key);
        return putFile({ root, path, key, temporary: join(temporary, newRowId()), bytes, options });
      }),
    open: async (key, range) => {
      const path = pathOf(key);
      const handle = await unlessMissing(() => open(path, 'r'));
      return handle && openFile(handle, range);
    },
    stat: async key => {
      const path = pathOf(key);
      const found = await unlessMissing(() => stat(path));
      return found?.isFile() ? { sizeBytes: found.size } : undefined;
    },
    deleteFolder: async folder => {
      const path = pathOf(folder);
      let files = 0;
      for await (const file of walk(root, path)) {
        const gone = await unlessMissing(() => unlink(join(root, file.key)).then(() => true));
        if (gone) files++;
      }
      await onDisk(() => removeFolder(path));
      return files;
    },
    list: folder => walk(root, folder === undefined ? root : pathOf(folder)),
  };
}

/** Earlier versions left the root readable for every user of the machine. Closing it also protects everything below. */
async function closeToOthers(root: string): Promise<void> {
  const { mode, uid } = await stat(root);
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) await chmod(root, folderMode);
}

interface PutFile {
  readonly root: string;
  readonly path: string;
  readonly key: string;
  readonly temporary: string;
  readonly bytes: Uint8Array | Readable;
  readonly options: PutOptions;
}

/** Writes a temporary file, syncs it and links it to its name. A link never replaces a file, so the file is complete or absent. */
async function putFile({ root, path, key, temporary, bytes, options }: PutFile): Promise<StoredBytes> {
  const handle = await onDisk(() => open(temporary, 'wx', fileMode));
  try {
    const stored = await writeAll(handle, limitBytes(bytes, options));
    await onDisk(async () => {
      await mkdir(dirname(path), { recursive: true, mode: folderMode });
      await link(temporary, path);
    }).catch(error => {
      throw isErrno(error.cause, 'EEXIST') ? existsAlready(key, error.cause) : error;
    });
    await onDisk(() => syncFolders(dirname(path), root));
    return stored;
  } finally {
    await handle.close();
    await onDisk(() => rm(temporary, { force: true }));
  }
}

async function writeAll(handle: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<StoredBytes> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    sizeBytes += chunk.length;
    await onDisk(() => handle.writeFile(chunk));
  }
  await onDisk(() => handle.sync());
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** Syncs the folders up to the root: a name survives a crash only after the folder that contains it was synced. */
async function syncFolders(folder: string, root: string): Promise<void> {
  // Windows cannot sync folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (folder !== root) await syncFolders(dirname(folder), root);
}

async function openFile(handle: FileHandle, range: ByteRange | undefined): Promise<OpenFile | undefined> {
  try {
    const found = await onDisk(() => handle.stat());
    if (found.isFile()) return partOf(handle, found.size, cutRange(range, found.size));
    await handle.close();
    return undefined;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function partOf(handle: FileHandle, sizeBytes: number, { start, end }: ByteRange): OpenFile {
  let position = start;
  return {
    sizeBytes,
    read: async into => {
      const wanted = Math.min(into.length, end + 1 - position);
      const { bytesRead } = await onDisk(() => handle.read(into, 0, wanted, position));
      position += bytesRead;
      return bytesRead;
    },
    close: () => handle.close(),
  };
}

async function* walk(root: string, folder: string): AsyncGenerator<ListedFile> {
  const entries = await unlessMissing(() => opendir(folder));
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    const key = relative(root, path).split(sep).join('/');
    // Skips temporary files, and files that other programs put here.
    if (!isKey(key)) continue;
    if (entry.isDirectory()) yield* walk(root, path);
    const found = entry.isFile() ? await unlessMissing(() => stat(path)) : undefined;
    if (found) yield { key, sizeBytes: found.size, modifiedMs: found.mtimeMs };
  }
}

async function isFile(path: string): Promise<boolean> {
  return (await unlessMissing(() => stat(path)))?.isFile() ?? false;
}

/** Removes everything in the folder, also files that no key names. A file with the name of the folder is a key and stays. */
async function removeFolder(path: string): Promise<void> {
  if (!(await isFile(path))) await rm(path, { recursive: true, force: true });
}

/** Removes old temporary files, judged by the volume's clock, which may differ from ours. */
async function removeStale(temporary: string): Promise<void> {
  const probe = join(temporary, newRowId());
  await (await open(probe, 'wx')).close();
  const { mtimeMs: nowMs } = await stat(probe);
  await unlink(probe);
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name);
    const found = await unlessMissing(() => stat(path));
    if (found && nowMs - found.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}

function existsAlready(key: string, cause?: unknown): StorageError {
  return new StorageError('exists', `There is a file ${key} already.`, cause);
}

async function unlessMissing<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isErrno(error, 'ENOENT') || isErrno(error, 'ENOTDIR')) return undefined;
    throw storageErrorOf(error);
  }
}

async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storageErrorOf(error);
  }
}

const codes: Readonly<Record<string, StorageErrorCode>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
};

/** Converts an error of the file system into a StorageError, with the original as its cause. */
export function storageErrorOf(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  return new StorageError(codes[code] ?? 'failed', `The volume refused: ${message}`, error);
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code;
}
