/** Contacts an engine as its instance says, without generating anything. */
import { EngineError } from '../../engines/engine.ts';
import type { InstanceAccess } from '../../engines/engine-kind.ts';
import { engineReason } from '../../engine-reasons.ts';
import { errorText } from '../../errors.ts';
import { checkSettings, kindNamed } from '../../instances/instance-input.ts';
import type { EngineInstance } from '../../instances/instances.ts';
import { originOf, readSecret } from '../../secrets/engine-secrets.ts';
import { operateText } from '../operate/operate-texts.ts';
import type { Context } from '../procedure.ts';

const timeoutMs = 15_000;

/** What it answered, or why it could not be asked. Throws AppError `field_invalid` if its settings do not fit its kind. */
export async function askEngine<Found>(
  { engineKinds, language, db, secretKeys }: Context,
  instance: EngineInstance,
  ask: (access: InstanceAccess, signal: AbortSignal) => Promise<Found>,
): Promise<{ readonly found: Found } | { readonly code: string; readonly message: string }> {
  const kind = kindNamed(engineKinds, instance.kind);
  const { name, url } = instance;
  const secret = await readSecret(db, secretKeys, { engine: name, origin: originOf(url) });
  if (secret.state === 'unusable')
    return { code: 'secret_unusable', message: operateText(`secret_${secret.reason}`, {}, language) };
  if (kind.secret === 'required' && secret.state === 'none')
    return { code: 'secret_missing', message: operateText('secret_missing', {}, language) };
  const settings = checkSettings(kind, instance.settings);
  const access = { name, url, settings, secret: secret.state === 'usable' ? secret.text : undefined };
  try {
    return { found: await ask(access, AbortSignal.timeout(timeoutMs)) };
  } catch (error) {
    const failure =
      error instanceof EngineError ? error : new EngineError('engine_unavailable', 'no response');
    return {
      code: failure.code,
      message: errorText(failure.code, engineReason(failure.message), language),
    };
  }
}
