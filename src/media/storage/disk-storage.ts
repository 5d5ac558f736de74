/** Storage in a folder of a local or network volume that supports hard links, as all common file systems except FAT do. */
import { createHash } from 'node:crypto';
import {
  access,
  chmod,
  constants,
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
import { shareRead } from '../../lib/async/shared-read.ts';
import { isErrno, onDisk, unlessMissing } from './disk-errors.ts';
import { pathIn, readDiskFiles } from './disk-files.ts';
import {
  isKey,
  limitBytes,
  type ListedFile,
  type PutOptions,
  type Storage,
  StorageError,
  type StoredBytes,
  consuming,
} from './storage.ts';

/** Folder for files that are being written. No key can name it. It is on the same volume, so that files can be linked instead of copied. */
const TEMPORARY = '.tmp';
/** A temporary file that has not changed for this long was left by a crash. */
const STALE_MS = 3_600_000;
/** Only the user of this process may read the files. */
const [folderMode, fileMode] = [0o700, 0o600];

/** Opens the storage. Several processes may share one root. Throws StorageError if the folder cannot be created or written. */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const root = resolve(folder);
  const temporary = join(root, TEMPORARY);
  await onDisk(async () => {
    const created = await mkdir(temporary, { recursive: true, mode: folderMode });
    if (created !== undefined) await syncFolders(temporary, dirname(created), syncOnce);
    await closeToOthers(root);
    await removeStale(temporary);
  });
  const syncFolder = shareSyncs();
  const pathOf = (key: string) => pathIn(root, key);
  return {
    ...readDiskFiles(root),
    put: (key, bytes, options = {}) =>
      consuming(bytes, async () => {
        const path = pathOf(key);
        // This check only saves reading a stream. The link below decides.
        if (!(bytes instanceof Uint8Array) && (await isFile(path))) throw existsAlready(key);
        const target = { root, path, key, temporary: join(temporary, newRowId()) };
        return putFile({ ...target, bytes, options, syncFolder });
      }),
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
    check: shareRead(() => onDisk(() => access(temporary, constants.R_OK | constants.W_OK))),
    list: folder => walk(root, folder === undefined ? root : pathOf(folder)),
  };
}

/** Earlier versions left the root readable for every user of the machine. Restricting the root protects everything below it. */
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
  readonly syncFolder: SyncFolder;
}

/** Writes a temporary file, syncs it and links it to its name. A link never replaces a file, so the file is complete or absent. */
async function putFile(put: PutFile): Promise<StoredBytes> {
  const { root, path, key, temporary, bytes, options, syncFolder } = put;
  const handle = await onDisk(() => open(temporary, 'wx', fileMode));
  try {
    const stored = await writeAll(handle, limitBytes(bytes, options));
    await onDisk(async () => {
      await mkdir(dirname(path), { recursive: true, mode: folderMode });
      await link(temporary, path);
    }).catch(error => {
      throw isErrno(error.cause, 'EEXIST') ? existsAlready(key, error.cause) : error;
    });
    await onDisk(() => syncFolders(dirname(path), root, syncFolder));
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

type SyncFolder = (folder: string) => Promise<void>;

/** Syncs the folders up to the root: a name survives a crash only after the folder that contains it was synced. */
async function syncFolders(folder: string, root: string, syncFolder: SyncFolder): Promise<void> {
  // Windows cannot sync folders.
  if (process.platform === 'win32') return;
  await Promise.all([syncFolder(folder), folder !== root && syncFolders(dirname(folder), root, syncFolder)]);
}

/**
 * Syncs a folder once for all files that were linked before the sync began: the files of a task are stored together, and each sync
 * waits for the disk.
 */
function shareSyncs(): SyncFolder {
  const waiting = new Map<string, Promise<void>>();
  const running = new Map<string, Promise<void>>();
  const begin = async (folder: string): Promise<void> => {
    await running.get(folder)?.catch(() => {});
    waiting.delete(folder);
    const sync = syncOnce(folder);
    running.set(folder, sync);
    await sync.finally(() => running.delete(folder));
  };
  return folder => {
    const shared = waiting.get(folder) ?? begin(folder);
    waiting.set(folder, shared);
    return shared;
  };
}

async function syncOnce(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
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

/** Removes old temporary files. Their age is measured by the volume's clock, which may differ from ours. */
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
