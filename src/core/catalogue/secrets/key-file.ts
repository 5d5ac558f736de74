/**
 * The key file of the built-in database: a secret key per line, the current one first. Only the user
 * of this process may read it.
 */
import { link, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '@kinora/shared/errors/errors';
import { newRowId } from '../../../platform/lib/id.ts';
import {
  newSecretKey,
  parseSecretKey,
  revealSecretKey,
  type SecretKey,
} from '../../../platform/lib/secret-key.ts';
import { syncFolder } from '../../../platform/lib/disk/sync-folder.ts';

/**
 * The file is always complete or absent, whenever a process is killed. All methods throw
 * AppError `secret_key_unusable`.
 */
export interface KeyFile {
  /**
   * Reads the file each time, because another process may have rotated the key. Empty if there is no file.
   */
  read(): Promise<readonly SecretKey[]>;
  /**
   * Creates the file with a new key. A file that exists is kept, also one that another
   * process creates at the same time.
   */
  create(): Promise<void>;
  /** Call it only under the lock `lockForRotation`: it would overwrite the keys of others. */
  replace(keys: readonly SecretKey[]): Promise<void>;
}

const mode = 0o600;

export function openKeyFile(path: string): KeyFile {
  const reportErrors = <Result>(work: () => Promise<Result>) => reportFileErrors(path, work);
  return {
    read: () => reportErrors(() => readKeys(path)),
    create: () =>
      reportErrors(async () => {
        const temporary = await writeTemporary(path, [newSecretKey()]);
        // Unlike `rename`, `link` never replaces a file.
        await link(temporary, path).catch(ignoreCode('EEXIST'));
        await rm(temporary, { force: true });
        await syncFolder(dirname(path));
      }),
    replace: keys =>
      reportErrors(async () => {
        await removeTemporary(path);
        await rename(await writeTemporary(path, keys), path);
        await syncFolder(dirname(path));
      }),
  };
}

async function readKeys(path: string): Promise<readonly SecretKey[]> {
  const text = await readFile(path, 'utf8').catch(ignoreCode('ENOENT'));
  if (text === undefined) return [];
  const lines = text.split('\n').map(line => line.trim());
  const keys = lines.filter(line => line !== '').map(parseSecretKey);
  if (keys.length === 0 || keys.includes(undefined))
    throw new AppError('secret_key_unusable', { file: path });
  return keys.filter(key => key !== undefined);
}

async function writeTemporary(path: string, keys: readonly SecretKey[]): Promise<string> {
  const temporary = `${path}.${newRowId()}${temporaryEnd}`;
  const handle = await open(temporary, 'wx', mode);
  try {
    await handle.writeFile(keys.map(key => `${revealSecretKey(key)}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
  return temporary;
}

const temporaryEnd = '.tmp';

/**
 * A process that was killed may have left keys in temporary files. Under the lock for
 * rotation, no process is writing one.
 */
async function removeTemporary(path: string): Promise<void> {
  const isLeft = (name: string) => name.startsWith(`${basename(path)}.`) && name.endsWith(temporaryEnd);
  const leftoverFiles = (await readdir(dirname(path))).filter(isLeft);
  await Promise.all(leftoverFiles.map(name => rm(join(dirname(path), name), { force: true })));
}

function ignoreCode(code: string) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error;
  };
}

/** Errors of the file system name paths, never contents. */
async function reportFileErrors<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('secret_key_unusable', { file }, error);
  }
}
