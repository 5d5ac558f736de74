/** Stores the secret that a request or a declaration names for an engine. */
import { kindNamed } from '../../../core/catalogue/engines/instance-input.ts';
import type { EngineInstance } from '../../../core/catalogue/engines/instances.ts';
import { endPauses } from '../../../core/catalogue/routes/change-routes.ts';
import { readOrigin, saveSecret } from '../../../core/catalogue/secrets/engine-secrets.ts';
import type { Context } from '../procedure.ts';
import { fieldInvalid } from '@kinora/shared/errors/errors';

/**
 * Stores the secret. Call it in a transaction. Throws AppError `field_invalid`,
 * `secret_key_missing` or `secret_key_unusable`.
 */
export async function storeSecret(
  { db, secretKeys, engineKinds }: Pick<Context, 'db' | 'secretKeys' | 'engineKinds'>,
  { name, kind, url }: EngineInstance,
  text: string,
): Promise<void> {
  if (kindNamed(engineKinds, kind).secret === 'none') throw fieldInvalid('secret', 'secret_none', { kind });
  await saveSecret(db, secretKeys, { engine: name, origin: readOrigin(url), text });
  await endPauses(db, { engine: name });
}
