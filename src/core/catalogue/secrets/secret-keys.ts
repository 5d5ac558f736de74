/** The secret keys of a process: those of KINORA_SECRET_KEY, or of the key file of the built-in database. */
import { join } from 'node:path';
import type { Config } from '../../../platform/config/config.ts';
import { AppError } from '@kinora/shared/errors/errors';
import type { SecretKey } from '../../../platform/lib/secret-key.ts';
import { openKeyFile, type KeyFile } from './key-file.ts';
import { toFingerprint } from './seal.ts';

/**
 * Nothing is kept in memory but the keys of the setting, so that a rotation takes
 * effect in all processes immediately.
 */
export interface SecretKeys {
  /**
   * The first key encrypts, all of them decrypt. Empty means none yet, or none configured. Throws
   * AppError `secret_key_unusable`.
   */
  list(): Promise<readonly SecretKey[]>;
  /**
   * The key that encrypts; creates the key file if there is none. Call it after `lockForSaving` in the
   * same transaction, because a rotation may drop the key until then. Throws AppError
   * `secret_key_missing` or `secret_key_unusable`.
   */
  current(): Promise<SecretKey>;
  /**
   * The key with this fingerprint. Returns undefined if this process does not have it, or
   * the key file cannot be read.
   */
  find(fingerprint: string): Promise<SecretKey | undefined>;
  /** Contains the key that encrypts. Undefined if that key is in the setting, or there is none. */
  readonly file: KeyFile | undefined;
  /** Where references to files must not lead: the key file is there. */
  readonly dataDir: string;
}

export type SecretKeySettings = Pick<Config, 'configuredKeys' | 'dataDir' | 'databaseUrl'>;

/**
 * A folder may hold only one installation, and several processes of a shared database have a folder
 * each: so those need the setting.
 */
export function openSecretKeys({ configuredKeys, dataDir, databaseUrl }: SecretKeySettings): SecretKeys {
  const file = databaseUrl === undefined ? openKeyFile(join(dataDir, keyFileName)) : undefined;
  // The file is also read beside the setting, so that secrets stay readable when the setting is introduced.
  const list = async () => [...configuredKeys, ...((await file?.read()) ?? [])];
  return {
    list,
    current: async () => {
      const [currentKey] = configuredKeys.length > 0 ? configuredKeys : await readOrCreateKeys(file);
      if (!currentKey) throw new AppError('secret_key_missing');
      return currentKey;
    },
    find: async fingerprint => {
      const isKey = (key: SecretKey) => toFingerprint(key) === fingerprint;
      // A damaged file counts as one without the key: the secret must be entered again. Users who save it
      // see the reason.
      return configuredKeys.find(isKey) ?? (await list().catch(() => [])).find(isKey);
    },
    file: configuredKeys.length > 0 ? undefined : file,
    dataDir,
  };
}

const keyFileName = 'secret.key';

async function readOrCreateKeys(file: KeyFile | undefined): Promise<readonly SecretKey[]> {
  const keys = (await file?.read()) ?? [];
  if (keys.length > 0 || !file) return keys;
  await file.create();
  return file.read();
}
