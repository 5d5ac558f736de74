/**
 * Restores a backup into an empty database and an empty data folder: database, keys, files, and then the
 * proof that the books balance.
 */
import { reconcile } from '../billing/reconcile.ts';
import type { Database } from '../../platform/db/open.ts';
import type { Storage } from '../../media/storage/storage.ts';
import type { SecretKeys } from '../catalogue/secrets/secret-keys.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import type { CheckedBackup } from './check-backup.ts';
import { describeInterruption } from './describe-interruption.ts';
import { isEmpty, restoreDatabase, restoredBackup } from './restore-database.ts';
import { restoreFiles, type RestoredFiles } from './restore-files.ts';
import { restoreKeys, unreadableSecrets } from './restore-keys.ts';
import { readMarker, removeMarker, setMarker } from './restore-marker.ts';
import type { ResumeTerms, SafelyResumed } from './resume-safely.ts';

export interface RestoreDependencies extends Omit<ResumeTerms, 'takenAt'> {
  readonly db: Database;
  readonly dataDir: string;
  /** The storage of this installation. */
  readonly files: Storage;
  readonly secretKeys: SecretKeys;
  readonly onProgress: (percent: number, stage: string) => void;
}

export interface RestoreResult {
  readonly files: RestoredFiles;
  /**
   * Engines that start nothing until they are resumed, and tasks that ended. Undefined if the database
   * was restored by an earlier run.
   */
  readonly resumed: SafelyResumed | undefined;
  /** Engines whose secrets must be entered again. */
  readonly unreadableSecrets: readonly string[];
  /** What does not add up, a sentence each. Empty means the books balance. */
  readonly problems: readonly string[];
}

/**
 * Repeat it after an interruption: it continues. Throws StartError; nothing was changed then, unless an
 * earlier run was interrupted.
 */
export async function restoreBackup(
  parts: RestoreDependencies,
  backup: CheckedBackup,
): Promise<RestoreResult> {
  const { db, dataDir, secretKeys, onProgress } = parts;
  const { folder, manifest } = backup;
  const isLoaded = await checkTarget(parts, backup);
  await setMarker(dataDir, { backup: manifest.id, from: folder });
  const resumeResult = isLoaded ? undefined : await loadDatabase(parts, backup);
  await restoreKeys(folder, manifest, secretKeys);
  const onFile = (done: number, all: number) => onProgress(50 + Math.floor((45 * done) / all), 'files');
  const files = await describeInterruption('The restore', () => restoreFiles(parts.files, backup, onFile));
  await removeMarker(dataDir);
  onProgress(95, 'reconcile');
  return {
    files,
    resumed: resumeResult,
    unreadableSecrets: await unreadableSecrets(db, secretKeys),
    problems: await reconcile(db),
  };
}

async function loadDatabase(parts: RestoreDependencies, backup: CheckedBackup): Promise<SafelyResumed> {
  const onTable = (done: number, all: number) =>
    parts.onProgress(10 + Math.floor((40 * done) / all), 'database');
  try {
    return await restoreDatabase({ ...parts, onTable }, backup);
  } catch (error) {
    // A server may start only if the database is certainly as empty as it was: the connection may
    // have broken with the commit.
    if (await isEmpty(parts.db).catch(() => false)) await removeMarker(parts.dataDir);
    throw error;
  }
}

/**
 * Whether this database was restored by an earlier run, which its folder alone does not tell. Throws
 * StartError if the target is not empty.
 */
async function checkTarget(
  { db, dataDir, files }: RestoreDependencies,
  { manifest }: CheckedBackup,
): Promise<boolean> {
  const marker = await readMarker(dataDir);
  if (marker && marker.backup !== manifest.id)
    throw new StartError(
      `Another restore into ${dataDir} was interrupted, from ${marker.from}. Run that one again, or delete the data folder and use an empty database.`,
    );
  const empty = await isEmpty(db);
  if (marker && !empty && (await restoredBackup(db)) === manifest.id) return true;
  if (!empty)
    throw new StartError(
      'The database is not empty. Restore into an empty one: set DATABASE_URL, or KINORA_DATA_DIR for the built-in database. Nothing was changed.',
    );
  if (marker) return false;
  if (manifest.files.mode === 'copy' && (await hasFiles(files)))
    throw new StartError(
      'The storage already has files of tasks. Set KINORA_DATA_DIR to an empty folder, or KINORA_S3_PREFIX to another prefix. Nothing was changed.',
    );
  return false;
}

async function hasFiles(storage: Storage): Promise<boolean> {
  for await (const _ of storage.list()) return true;
  return false;
}
