/** kinora restore: restores a backup into an empty database and an empty data folder. */
import { checkBackup, type CheckedBackup } from '../../core/backup/check-backup.ts';
import { enginesAtRest } from '../../core/backup/engines-at-rest.ts';
import { restoreBackup, type RestoreResult } from '../../core/backup/restore.ts';
import { loadConfig, type Config } from '../../platform/config/config.ts';
import { acquireInstanceLock } from '../../platform/db/instance-lock.ts';
import { engineKinds } from '../../engines/kinds/engine-kinds.ts';
import { openStorage } from '../../media/s3/open-storage.ts';
import { openSecretKeys } from '../../core/catalogue/secrets/secret-keys.ts';
import { startDatabase } from '../start/start-database.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { readFolder } from './backup.ts';
import { exitCodes, jsonOption, printJson, type Command } from './command.ts';
import { describePlace } from './installation.ts';
import { openProgressBar } from './progress-bar.ts';

export const restore: Command = {
  name: 'restore',
  description: 'Restore a backup into an empty database and data folder, and reconcile.',
  options: {
    from: { type: 'string', description: 'Folder of the backup.' },
    ...jsonOption,
  },
  run: async ({ flags }) => {
    const folder = readFolder(flags, 'from');
    const isQuiet = flags['json'] === true;
    const config = loadConfig();
    const bar = openProgressBar('Restore', isQuiet);
    const backup = await checkBackup(folder, (doneCount, all) =>
      bar.show(Math.floor((10 * doneCount) / all), 'check the backup'),
    );
    const result = await restoreInto(config, backup, bar.show);
    bar.end('complete');
    if (isQuiet) printJson(summary(backup, result));
    else process.stdout.write(`${report(config, backup, result).join('\n')}\n`);
    return isWhole(result) ? exitCodes.ok : exitCodes.failed;
  },
};

async function restoreInto(
  config: Config,
  backup: CheckedBackup,
  onProgress: (percent: number, stage: string) => void,
): Promise<RestoreResult> {
  const database = await startDatabase(config, { database: () => {} });
  const lock = database.embedded ? await acquireInstanceLock(database.connection) : undefined;
  if (database.embedded && !lock) {
    database.leaveRunning();
    throw new StartError(
      `A server is running on the data folder ${config.dataDir}. Set KINORA_DATA_DIR to an empty folder. Nothing was changed.`,
    );
  }
  const db = database.open(2);
  try {
    const files = await openStorage(config);
    const secretKeys = openSecretKeys(config);
    const terms = {
      enginesAtRest: enginesAtRest(engineKinds(config)),
      retentionHours: config.retentionHours,
    };
    const { dataDir } = config;
    return await restoreBackup({ db, dataDir, files, secretKeys, ...terms, onProgress }, backup);
  } finally {
    await db.close();
    await database.stop();
    await lock?.release();
  }
}

function isWhole({ files, problems }: RestoreResult): boolean {
  return files.missing.length === 0 && files.damaged.length === 0 && problems.length === 0;
}

function summary({ manifest }: CheckedBackup, result: RestoreResult): object {
  return {
    ok: isWhole(result),
    id: manifest.id,
    taken_at: manifest.takenAt,
    files: result.files,
    drained_engines: result.resumed?.drained ?? null,
    ended_tasks: result.resumed?.ended ?? null,
    unreadable_secrets: result.unreadableSecrets,
    problems: result.problems,
  };
}

function report(config: Config, { manifest }: CheckedBackup, result: RestoreResult): string[] {
  const { files, resumed: resumeResult, unreadableSecrets, problems } = result;
  const { drained: drainedEngines = [], ended: endedTasks = [] } = resumeResult ?? {};
  return [
    `Restored the backup of ${manifest.takenAt} into ${describePlace(config)}.`,
    `Files: ${files.count} in place.`,
    ...manifest.files.missing.map(key => `Missing when the backup was made: ${key}`),
    ...files.missing.map(key => `Missing: ${key}`),
    ...files.damaged.map(key => `Damaged, not restored: ${key}`),
    problems.length === 0 ? 'The books balance.' : 'The books do not balance:',
    ...problems,
    ...unreadableSecrets.map(
      engine =>
        `The secret of the engine ${engine} cannot be read: set KINORA_SECRET_KEY to the old key, or enter the secret again.`,
    ),
    ...drainedEngines.map(
      engine =>
        `The engine ${engine} was drained because its jobs may cost money. Check the queue, then run "kinora engine resume ${engine}".`,
    ),
    ...endedTasks.map(
      task =>
        `The task ${task} failed without a charge: the old server may have bought a part of it that is not in the backup. Submit it again if it is still wanted.`,
    ),
    'Sign in again: sessions are not restored. Tokens, users and links that were revoked after the backup are valid again.',
  ];
}
