/**
 * Storage in a folder of a local or network volume that supports hard links, as all
 * common file systems except FAT do.
 */
import { access, chmod, constants, mkdir, open, opendir, readdir, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { newRowId } from '../../platform/lib/id.ts';
import { shareRead } from '../../platform/lib/async/shared-read.ts';
import { onDisk, unlessMissing } from './disk-errors.ts';
import { pathIn, readDiskFiles } from './disk-files.ts';
import { isKey } from './storage-key.ts';
import { limitBytes } from './put-options.ts';
import type { ListedFile } from './listed-file.ts';
import type { Storage } from './storage.ts';
import { StorageError } from './storage-error.ts';
import { consume } from './consume.ts';
import { openSyncFolders, syncUpTo } from './sync-folders.ts';
import { folderMode, writeFileDurably } from './write-file.ts';

/**
 * Folder for files that are being written. No key can name it. It is on the same volume, so that files
 * can be linked instead of copied.
 */
const TEMPORARY = '.tmp';
/** A temporary file that has not changed for this long was left by a crash. */
const STALE_MS = 3_600_000;

/**
 * Opens the storage. Several processes may share one root. Throws StorageError if the folder
 * cannot be created or written.
 */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const root = resolve(folder);
  const temporary = join(root, TEMPORARY);
  await onDisk(async () => {
    const created = await mkdir(temporary, { recursive: true, mode: folderMode });
    if (created !== undefined) await syncUpTo(dirname(created), temporary);
    await closeToOthers(root);
    await removeStale(temporary);
  });
  const syncFolders = openSyncFolders(root);
  const toPath = (key: string) => pathIn(root, key);
  return {
    ...readDiskFiles(root),
    put: (key, bytes, options = {}) =>
      consume(bytes, async () => {
        const path = toPath(key);
        // This check only saves reading a stream. The link below decides.
        if (!(bytes instanceof Uint8Array) && (await isFile(path))) throw existsAlready(key);
        return writeFileDurably({
          path,
          temporary: join(temporary, newRowId()),
          chunks: limitBytes(bytes, options),
          syncFolders,
          existsAlready: cause => existsAlready(key, cause),
        });
      }),
    stat: async key => {
      const path = toPath(key);
      const stats = await unlessMissing(() => stat(path));
      return stats?.isFile() ? { sizeBytes: stats.size } : undefined;
    },
    deleteFile: async key => {
      const path = toPath(key);
      if (await isFile(path)) await unlessMissing(() => unlink(path));
    },
    deleteFolder: async folder => {
      const path = toPath(folder);
      let files = 0;
      for await (const file of walk(root, path)) {
        const isDeleted = await unlessMissing(() => unlink(join(root, file.key)).then(() => true));
        if (isDeleted) files++;
      }
      await onDisk(() => removeFolder(path));
      return files;
    },
    removeUnfinished: () => onDisk(() => removeStale(temporary)),
    check: shareRead(() => onDisk(() => access(temporary, constants.R_OK | constants.W_OK))),
    list: folder => walk(root, folder === undefined ? root : toPath(folder)),
  };
}

/**
 * Earlier versions left the root readable for every user of the machine. Restricting the root
 * protects everything below it.
 */
async function closeToOthers(root: string): Promise<void> {
  const { mode, uid } = await stat(root);
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) await chmod(root, folderMode);
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
    const stats = entry.isFile() ? await unlessMissing(() => stat(path)) : undefined;
    if (stats) yield { key, sizeBytes: stats.size, modifiedMs: stats.mtimeMs };
  }
}

async function isFile(path: string): Promise<boolean> {
  return (await unlessMissing(() => stat(path)))?.isFile() ?? false;
}

/**
 * Removes everything in the folder, also files that no key names. A file with the name of
 * the folder is a key and stays.
 */
async function removeFolder(path: string): Promise<void> {
  if (!(await isFile(path))) await rm(path, { recursive: true, force: true });
}

/** Removes old temporary files. Their age is measured by the volume's clock, which may differ from ours. */
async function removeStale(temporary: string): Promise<number> {
  const probe = join(temporary, newRowId());
  await (await open(probe, 'wx')).close();
  const { mtimeMs: nowMs } = await stat(probe);
  await unlink(probe);
  let count = 0;
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name);
    const stats = await unlessMissing(() => stat(path));
    if (!stats || nowMs - stats.mtimeMs <= STALE_MS) continue;
    await rm(path, { force: true });
    count++;
  }
  return count;
}

function existsAlready(key: string, cause?: unknown): StorageError {
  return new StorageError('exists', `There is a file ${key} already.`, cause);
}
