/**
 * kinora backup: saves the database and the files of an installation into a
 * folder, also while its server runs.
 */
import { resolve } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { takeBackup, type Backup } from '../../core/backup/take-backup.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { openStorage } from '../../media/s3/open-storage.ts';
import { openSecretKeys } from '../../core/catalogue/secrets/secret-keys.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { exitCodes, jsonOption, printJson, UsageError, type Command, type CommandInput } from './command.ts';
import { rejectMissing } from './installation.ts';
import { openProgressBar } from './progress-bar.ts';
import { sizeText } from './size-text.ts';
import { withInstallation } from './with-database.ts';

export const backup: Command = {
  name: 'backup',
  description: 'Save the database and the files of tasks into a folder. The server may be running.',
  options: {
    to: {
      type: 'string',
      description: 'Folder of the backup. An earlier backup in it is updated: only new files are copied.',
    },
    files: {
      type: 'string',
      description:
        'copy: copy the files. list: only list them, if you save them in another way. Default: copy.',
    },
    'with-secret-key': {
      type: 'boolean',
      description:
        'Also save the keys that encrypt engine secrets. Anyone with the backup can then read the secrets.',
    },
    ...jsonOption,
  },
  run: async ({ flags }) => {
    const folder = readFolder(flags, 'to');
    const mode = readMode(flags['files'] ?? 'copy');
    const isQuiet = flags['json'] === true;
    const config = loadConfig();
    await rejectMissing(config);
    const storage = await openStorage(config);
    const secretKeys = flags['with-secret-key'] ? await openSecretKeys(config).list() : undefined;
    if (secretKeys?.length === 0)
      throw new StartError('There is no secret key to save: run the command without --with-secret-key.');
    const bar = openProgressBar('Backup', isQuiet);
    const result = await withInstallation(config, db =>
      takeBackup({
        db,
        storage,
        folder,
        mode,
        secretKeys,
        version: packageJson.version,
        onProgress: bar.show,
      }),
    );
    bar.end('complete');
    if (isQuiet) printJson(summary(folder, result));
    else process.stdout.write(`${report(folder, result).join('\n')}\n`);
    return result.manifest.files.missing.length > 0 ? exitCodes.failed : exitCodes.ok;
  },
};

/** A folder that an option names. Throws UsageError. */
export function readFolder(flags: CommandInput['flags'], option: string): string {
  const value = flags[option];
  if (typeof value !== 'string' || value === '')
    throw new UsageError(`Missing --${option}: the folder of the backup.`);
  return resolve(value);
}

function readMode(value: unknown): 'copy' | 'list' {
  if (value === 'copy' || value === 'list') return value;
  throw new UsageError(`Invalid value for --files: ${String(value)}. Allowed: copy, list.`);
}

function summary(folder: string, { manifest, present }: Backup): object {
  const { id, takenAt, tables, files, hasSecretKey } = manifest;
  const { mode, count, sizeBytes, expired: expiredKeys, missing } = files;
  return {
    ok: missing.length === 0,
    folder,
    id,
    taken_at: takenAt,
    rows: rowsIn(tables),
    files: { mode, count, size_bytes: sizeBytes, already_there: present, expired: expiredKeys, missing },
    has_secret_key: hasSecretKey,
  };
}

function report(folder: string, { manifest, present }: Backup): string[] {
  const { takenAt, tables, files, hasSecretKey } = manifest;
  const { mode, count, sizeBytes, expired: expiredKeys, missing } = files;
  const presenceNote = mode === 'list' ? 'listed, not copied' : `${present} of them were there already`;
  return [
    `Backup of ${takenAt} in ${folder}`,
    `Database: ${tables.length} tables, ${rowsIn(tables)} rows.`,
    `Files: ${count}, ${sizeText(sizeBytes)} (${presenceNote}).`,
    ...(expiredKeys.length > 0 ? [`Expired during the backup: ${expiredKeys.length}.`] : []),
    ...missing.map(key => `Missing or damaged, not in the backup: ${key}`),
    hasSecretKey
      ? 'The secret key is in the backup. Protect it as you protect the engine secrets.'
      : 'The secret key is not in the backup. Keep a copy of it elsewhere: engine secrets cannot be read without it.',
  ];
}

function rowsIn(tables: readonly { readonly rows: number }[]): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
