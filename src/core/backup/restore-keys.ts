/**
 * The secret keys after a restore: puts them back if the backup has them, and finds the
 * secrets that cannot be read.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { openKeyFile } from '../catalogue/secrets/key-file.ts';
import type { SecretKeys } from '../catalogue/secrets/secret-keys.ts';
import { keyFilePath, type Manifest } from './manifest.ts';

const sealed = statement(
  'sealed_secrets',
  'select engine, key_fingerprint from engine_secrets where ciphertext is not null order by engine',
);

/** Does nothing where the keys come from KINORA_SECRET_KEY, or a key file is there already. */
export async function restoreKeys(folder: string, manifest: Manifest, { file }: SecretKeys): Promise<void> {
  if (!manifest.hasSecretKey || !file || (await file.read()).length > 0) return;
  await file.replace(await openKeyFile(keyFilePath(folder, manifest)).read());
}

/** The names of the engines whose stored secret no key here can decrypt. */
export async function unreadableSecrets(db: Queryable, keys: SecretKeys): Promise<string[]> {
  const rows = await db.query<{ engine: string; key_fingerprint: string }>(sealed);
  const unreadable: string[] = [];
  for (const { engine, key_fingerprint } of rows)
    if (!(await keys.find(key_fingerprint))) unreadable.push(engine);
  return unreadable;
}
