/**
 * The secrets of engines: stored encrypted, or as references to where they are kept. Nothing
 * here puts one into an error.
 */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import type { Queryable } from '../../../platform/db/open.ts';
import { readFirst, readRows } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';
import { fieldRejected } from '@kinora/shared/errors/errors';
import { toFingerprint, seal, unseal, type SecretOwner } from './seal.ts';
import type { SecretKeys } from './secret-keys.ts';
import { isReference, readReference, checkReference, type ReferenceProblem } from './secret-reference.ts';
import { isSecretText, lastFourCharacters } from './secret-text.ts';

export { readOrigin, type SecretOwner } from './seal.ts';

/** A secret that can be sent. A class, because a private field is neither inspected nor written as JSON. */
export class UsableSecret {
  readonly state = 'usable';
  /** Empty for a short secret and for a reference. */
  readonly lastFour: string;
  readonly #text: string;

  constructor(text: string, lastFour: string) {
    this.#text = text;
    this.lastFour = lastFour;
  }

  get text(): string {
    return this.#text;
  }
}

export interface UnusableSecret {
  readonly state: 'unusable';
  /**
   * - `other_key`: this process does not have the key that encrypted it, or cannot read the key file.
   * - `origin_changed`: it was stored for another origin. A row that was copied or changed looks the same.
   * - `environment_missing`: the variable is not set or has control characters.
   * - `file_unreadable`: the file is missing, not readable, longer than 64 KB, or has control characters.
   */
  readonly reason: 'other_key' | 'origin_changed' | ReferenceProblem;
  readonly lastFour: string;
}

export type EngineSecret = { readonly state: 'none' } | UsableSecret | UnusableSecret;

/** What lists show of a secret. */
export interface SecretDescription {
  /** Undefined if the secret is stored here. */
  readonly reference?: string;
  readonly lastFour: string;
  readonly changedAt: Date;
}

const maxSecretLength = 4096;

/**
 * Stores or replaces the secret of an engine, in a transaction. The text is the secret or a reference,
 * `env:NAME` or `file:/path`. Throws AppError `field_invalid`, `secret_key_missing` or `secret_key_unusable`.
 */
export async function saveSecret(
  db: Queryable,
  keys: SecretKeys,
  { text: rawText, ...owner }: SecretOwner & { readonly text: string },
): Promise<void> {
  const text = rawText.trim();
  const rejection = isReference(text) ? checkReference(text, keys.dataDir) : findRejection(text);
  if (rejection) throw fieldRejected('secret', rejection);
  if (isReference(text)) {
    await db.query(save, [owner.engine, text, null, null, null, '']);
    return;
  }
  await db.query(lockForSaving);
  const key = await keys.current();
  const { ciphertext, nonce } = seal(key, text, owner);
  await db.query(save, [owner.engine, null, ciphertext, nonce, toFingerprint(key), lastFourCharacters(text)]);
}

/**
 * Waits for a rotation (`lockForRotation`). The key that is read after this lock stays until the transaction
 * ends. PostgreSQL refuses it outside a transaction.
 */
const lockForSaving = statement('lock_secrets_for_saving', 'lock table engine_secrets in row exclusive mode');
const save = statement(
  'save_engine_secret',
  `insert into engine_secrets (engine, reference, ciphertext, nonce, key_fingerprint, last_four)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (engine)
   do update set reference = excluded.reference, ciphertext = excluded.ciphertext, nonce = excluded.nonce,
     key_fingerprint = excluded.key_fingerprint, last_four = excluded.last_four, changed_at = now()`,
);

function findRejection(text: string): Reason | undefined {
  if (text.length > maxSecretLength) return reason('secret_length', { limit: maxSecretLength });
  return isSecretText(text) ? undefined : reason('secret_line');
}

const drop = statement('drop_engine_secret', 'delete from engine_secrets where engine = $1 returning engine');

/** Deletes the secret of an engine. Returns whether there was one. */
export async function dropSecret(db: Queryable, engine: string): Promise<boolean> {
  return (await db.query(drop, [engine])).length > 0;
}

interface StoredSecret {
  readonly reference: string | undefined;
  readonly ciphertext: Uint8Array;
  readonly nonce: Uint8Array;
  /** Undefined with a reference, as the two above. */
  readonly keyFingerprint: string | undefined;
  readonly lastFour: string;
}

const byEngine = statement(
  'engine_secret',
  'select reference, ciphertext, nonce, key_fingerprint, last_four from engine_secrets where engine = $1',
);

/** Reads the secret of an engine. Rejects only if the database does. */
export async function readSecret(db: Queryable, keys: SecretKeys, owner: SecretOwner): Promise<EngineSecret> {
  const stored = await readFirst<StoredSecret>(db, byEngine, [owner.engine]);
  if (!stored) return { state: 'none' };
  if (stored.reference !== undefined) {
    const result = await readReference(stored.reference, keys.dataDir);
    return 'text' in result ? new UsableSecret(result.text, '') : unusable(result.reason, stored);
  }
  const key = await keys.find(stored.keyFingerprint ?? '');
  if (!key) {
    // The key may have been rotated, and the old one dropped, since the row was read.
    const newestSecret = await readFirst<StoredSecret>(db, byEngine, [owner.engine]);
    const isSame = newestSecret?.keyFingerprint === stored.keyFingerprint;
    return isSame ? unusable('other_key', stored) : readSecret(db, keys, owner);
  }
  const text = unseal(key, stored, owner);
  return text === undefined ? unusable('origin_changed', stored) : new UsableSecret(text, stored.lastFour);
}

function unusable(reason: UnusableSecret['reason'], { lastFour }: StoredSecret): UnusableSecret {
  return { state: 'unusable', reason, lastFour };
}

const selectSecrets = statement(
  'engine_secrets',
  'select engine, reference, last_four, changed_at from engine_secrets order by engine',
);

/** The secrets by the name of their engine, without the secrets themselves. */
export async function describeSecrets(db: Queryable): Promise<ReadonlyMap<string, SecretDescription>> {
  const secrets = await readRows<SecretDescription & { engine: string }>(db, selectSecrets);
  return new Map(
    secrets.map(({ engine, reference, ...secret }) => [
      engine,
      { ...(reference !== undefined && { reference }), ...secret },
    ]),
  );
}
