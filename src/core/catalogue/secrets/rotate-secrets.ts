/**
 * Rotates the key that encrypts the secrets of engines. Every secret stays readable if a
 * process is killed at any point.
 */
import type { Database, Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { newSecretKey, type SecretKey } from '../../../platform/lib/secret-key.ts';
import type { KeyFile } from './key-file.ts';
import { toFingerprint, readOrigin, seal, unseal } from './seal.ts';
import type { SecretKeys } from './secret-keys.ts';

export interface Rotation {
  readonly reencrypted: number;
  readonly alreadyCurrent: number;
  /** Engines whose secrets no key decrypts. They are left as they are. */
  readonly unusable: readonly string[];
}

/**
 * Replaces the key. If the setting has the key, the operator replaces it there, and only the secrets are
 * encrypted again. Throws AppError `secret_key_missing` or `secret_key_unusable`.
 */
export async function rotateKey(db: Database, keys: SecretKeys): Promise<Rotation> {
  if (keys.file) return rotateKeyFile(db, keys, keys.file);
  if ((await keys.list()).length === 0) throw new AppError('secret_key_missing');
  return rotateSecrets(db, keys);
}

/**
 * Adds a new key, encrypts all secrets with it, and drops the old ones. Each step holds the lock and starts
 * from the file as it is then, so that rotations that run at the same time, or were interrupted, leave no
 * secret without its key. Run it again to finish one.
 */
async function rotateKeyFile(db: Database, keys: SecretKeys, file: KeyFile): Promise<Rotation> {
  await addKey(db, file);
  const rotation = await rotateSecrets(db, keys);
  await dropUnusedKeys(db, file);
  return rotation;
}

/** Puts a new key in front of the others. Without a file nothing was ever encrypted. */
export async function addKey(db: Database, file: KeyFile): Promise<void> {
  await db.transaction(async tx => {
    await tx.query(lockForRotation);
    const before = await file.read();
    if (before.length > 0) await file.replace([newSecretKey(), ...before]);
  });
}

/** Leaves the current key and those that secrets still need. */
export async function dropUnusedKeys(db: Database, file: KeyFile): Promise<void> {
  await db.transaction(async tx => {
    await tx.query(lockForRotation);
    const keys = await file.read();
    const usedKeyNames = (await tx.query<{ key: string }>(usedKeys)).map(({ key }) => key);
    const neededKeys = keys.filter((key, index) => index === 0 || usedKeyNames.includes(toFingerprint(key)));
    if (neededKeys.length < keys.length) await file.replace(neededKeys);
  });
}

/** Encrypts all stored secrets with the current key, in one transaction. */
export async function rotateSecrets(db: Database, keys: SecretKeys): Promise<Rotation> {
  return db.transaction(async tx => {
    await tx.query(lockForRotation);
    const ring = new Map((await keys.list()).map(key => [toFingerprint(key), key]));
    const count = { reencrypted: 0, alreadyCurrent: 0, unusable: [] as string[] };
    for (const row of await tx.query<SealedRow>(sealedRows)) {
      const result = await reencrypt(tx, row, ring);
      if (result === 'unusable') count.unusable.push(row.engine);
      else count[result]++;
    }
    return count;
  });
}

/** Waits for those who save secrets, has others wait, and lets readers read. */
const lockForRotation = statement(
  'lock_secrets_for_rotation',
  'lock table engine_secrets in share row exclusive mode',
);
const usedKeys = statement(
  'used_secret_keys',
  'select distinct key_fingerprint as key from engine_secrets where key_fingerprint is not null',
);
const sealedRows = statement(
  'sealed_engine_secrets',
  `select engine, url, ciphertext, nonce, key_fingerprint as key
   from engine_secrets join engines on engines.name = engine
   where ciphertext is not null
   order by engine`,
);
const replace = statement(
  'replace_sealed_secret',
  'update engine_secrets set ciphertext = $2, nonce = $3, key_fingerprint = $4 where engine = $1',
);

interface SealedRow {
  readonly engine: string;
  readonly url: string | null;
  readonly ciphertext: Uint8Array;
  readonly nonce: Uint8Array;
  readonly key: string;
}

async function reencrypt(
  tx: Queryable,
  { engine, url, ...row }: SealedRow,
  ring: ReadonlyMap<string, SecretKey>,
): Promise<'reencrypted' | 'alreadyCurrent' | 'unusable'> {
  const [current] = ring;
  const key = ring.get(row.key);
  const owner = { engine, origin: readOrigin(url) };
  const text = key && unseal(key, row, owner);
  if (text === undefined || !current) return 'unusable';
  const [fingerprint, newKey] = current;
  if (row.key === fingerprint) return 'alreadyCurrent';
  const { ciphertext, nonce } = seal(newKey, text, owner);
  await tx.query(replace, [engine, ciphertext, nonce, fingerprint]);
  return 'reencrypted';
}
