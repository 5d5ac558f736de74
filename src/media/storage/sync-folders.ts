/** Makes the names of new files durable. */
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const open = promisify(fs.open);
const fsync = promisify(fs.fsync);
const close = promisify(fs.close);

/** Syncs a folder and those above it, up to the root. */
export type SyncFolders = (folder: string) => Promise<void>;

/**
 * A name survives a crash only after the folder that contains it was synced. A folder is synced once
 * for all files that were linked before the sync began: the files of a task are stored together, and
 * each sync waits for the disk.
 */
export function openSyncFolders(root: string): SyncFolders {
  const syncShared = shareSyncs();
  return folder => syncUpTo(root, folder, syncShared);
}

type SyncFolder = (folder: string) => Promise<void>;

/** Syncs the folders up to `root`. */
export async function syncUpTo(
  root: string,
  folder: string,
  syncFolder: SyncFolder = syncOnce,
): Promise<void> {
  // Windows cannot sync folders.
  if (process.platform === 'win32') return;
  await Promise.all([syncFolder(folder), folder !== root && syncUpTo(root, dirname(folder), syncFolder)]);
}

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
  const descriptor = await open(folder, 'r');
  try {
    await fsync(descriptor);
  } finally {
    await close(descriptor);
  }
}
