/**
 * Takes a backup: first the database, then the files that it names, then the
 * manifest, which makes it complete.
 */
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { lockBackup, type BackupLock } from '../../platform/db/backup-lock.ts';
import type { Database } from '../../platform/db/open.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { revealSecretKey, type SecretKey } from '../../platform/lib/secret-key.ts';
import { syncFolder } from '../../platform/lib/disk/sync-folder.ts';
import type { Storage } from '../../media/storage/storage.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { describeInterruption } from './describe-interruption.ts';
import { keyFilePath, readManifest, writeManifest, type Manifest } from './manifest.ts';
import { writeDurably } from './parts.ts';
import { removeOldCopies, saveFiles, type SavedFiles } from './save-files.ts';
import { takeSnapshot, type Snapshot } from './snapshot.ts';

export interface BackupDependencies {
  readonly db: Database;
  readonly storage: Storage;
  /** Absolute path of the backup's folder. */
  readonly folder: string;
  readonly mode: 'copy' | 'list';
  /** Keys to save with the backup. Undefined if none are saved. */
  readonly secretKeys: readonly SecretKey[] | undefined;
  /** Version of the Kinora that takes the backup. */
  readonly version: string;
  readonly onProgress: (percent: number, stage: string) => void;
}

export interface Backup {
  readonly manifest: Manifest;
  readonly present: number;
}

/**
 * An earlier backup in the folder stays usable until the new one is complete. A run that was interrupted can
 * be repeated: it saves the database again, and only those files that are not there yet. Throws StartError.
 */
export async function takeBackup(parts: BackupDependencies): Promise<Backup> {
  const earlier = await prepareFolder(parts);
  const lock = await lockBackup(parts.db);
  if (!lock) throw new StartError('Another backup of this database is running. Wait until it has finished.');
  try {
    return await describeInterruption('The backup', () => saveAll(parts, { earlier, lock }));
  } finally {
    await lock.release();
  }
}

async function saveAll(
  parts: BackupDependencies,
  { earlier, lock }: { readonly earlier: Manifest | undefined; readonly lock: BackupLock },
): Promise<Backup> {
  const { db, folder, onProgress } = parts;
  const id = newRowId();
  const snapshot = await takeSnapshot(db, {
    folder,
    id,
    onTable: (done, all) => onProgress(Math.floor((10 * done) / all), 'database'),
  });
  if (!snapshot) throw new StartError('The database has no account: no Kinora has used it yet.');
  if (earlier && earlier.installation !== snapshot.installation)
    throw new StartError(`${folder} holds a backup of another installation. Choose another folder.`);
  const onFile = (done: number, all: number) => onProgress(10 + Math.floor((90 * done) / all), 'files');
  const savedFiles = await saveFiles({ ...parts, onFile }, snapshot);
  const manifest = toManifest({ id, parts, snapshot, savedFiles });
  if (!(await lock.isHeld()))
    throw new StartError(
      'The connection that kept others from deleting files was lost. Run the backup again: it continues.',
    );
  await complete(parts, manifest);
  return { manifest, present: savedFiles.present };
}

interface Contents {
  readonly id: string;
  readonly parts: BackupDependencies;
  readonly snapshot: Snapshot;
  readonly savedFiles: SavedFiles;
}

function toManifest({ id, parts, snapshot, savedFiles }: Contents): Manifest {
  const { list: _, running: __, ...database } = snapshot;
  const hasSecretKey = (parts.secretKeys?.length ?? 0) > 0;
  return { format: 1, id, version: parts.version, ...database, files: savedFiles.files, hasSecretKey };
}

/** Makes the backup valid, and only then removes what the one before it needed. */
async function complete({ folder, secretKeys }: BackupDependencies, manifest: Manifest): Promise<void> {
  const part = `database-${manifest.id}`;
  if (manifest.hasSecretKey && secretKeys)
    await writeDurably(
      keyFilePath(folder, manifest),
      secretKeys.map(key => `${revealSecretKey(key)}\n`).join(''),
    );
  await syncFolder(join(folder, part));
  await syncFolder(folder);
  await writeManifest(folder, manifest);
  for (const name of await readdir(folder))
    if (name.startsWith('database-') && name !== part) await rm(join(folder, name), { recursive: true });
  await removeOldCopies(folder, manifest);
}

const isOurs = /^(?:manifest\.json(?:\.tmp)?|files|database-[0-9a-f-]{36})$/;

/**
 * Returns the manifest of the backup that is there. Throws StartError if the folder has
 * anything else, or cannot be used.
 */
async function prepareFolder({ folder, mode }: BackupDependencies): Promise<Manifest | undefined> {
  try {
    const created = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (created !== undefined) await syncFolder(dirname(created));
    const names = await readdir(folder);
    // A data folder has `files`, too, but no database.
    const isBackup =
      names.every(name => isOurs.test(name)) && names.some(name => name.startsWith('database-'));
    if (names.length > 0 && !isBackup)
      throw new StartError(
        `${folder} is not empty, and holds something else than a backup. Choose another folder.`,
      );
    await chmod(folder, 0o700);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The folder ${folder} cannot be used: ${(error as { code?: string }).code ?? String(error)}.`,
      error,
    );
  }
  const earlier = await readManifest(folder);
  if (earlier && earlier.files.mode !== mode)
    throw new StartError(
      `${folder} holds a backup with --files ${earlier.files.mode}. Choose another folder, or the same option.`,
    );
  return earlier;
}
