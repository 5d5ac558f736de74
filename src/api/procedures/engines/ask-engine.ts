/** Contacts an engine with the settings of its instance, without generating anything. */
import { operatorReason } from '../../../engines/contract/operator-reason.ts';
import { reasonTexts } from '@kinora/shared/errors/reason';
import { AdapterFailure } from '../../../engines/contract/adapter-failure.ts';
import type { EngineKind } from '../../../engines/contract/kind/engine-kind.ts';
import type { InstanceAccess } from '../../../engines/contract/kind/instance-access.ts';
import type { Texts } from '../../../engines/contract/kind/texts.ts';
import { AppError, errorText, type Language } from '@kinora/shared/errors/errors';
import { checkSettings, kindNamed } from '../../../core/catalogue/engines/instance-input.ts';
import type { EngineInstance } from '../../../core/catalogue/engines/instances.ts';
import { readOrigin, readSecret } from '../../../core/catalogue/secrets/engine-secrets.ts';
import { engineFailure } from '../../../core/tasks/work/call-engine.ts';
import { operateText } from '../operate-texts.ts';
import type { Context } from '../procedure.ts';

const timeoutMs = 15_000;

interface AskFailure {
  readonly code: string;
  readonly message: string;
  /**
   * Why the engine, which was contacted, failed, in all languages. Absent if this process could not even ask
   * it.
   */
  readonly failure?: Texts;
}

/** Returns the answer of the engine, or the reason why it could not be asked. */
export async function askEngine<Found>(
  {
    engineKinds,
    language,
    db,
    secretKeys,
    log,
  }: Pick<Context, 'db' | 'engineKinds' | 'language' | 'log' | 'secretKeys'>,
  instance: EngineInstance,
  ask: (access: InstanceAccess, signal: AbortSignal) => Promise<Found>,
): Promise<{ readonly result: Found } | AskFailure> {
  const kind = kindNamed(engineKinds, instance.kind);
  const wrong = settingsProblem(kind, instance, language);
  if (wrong) return wrong;
  const { name, url } = instance;
  const secret = await readSecret(db, secretKeys, { engine: name, origin: readOrigin(url) });
  if (secret.state === 'unusable')
    return { code: 'secret_unusable', message: operateText(`secret_${secret.reason}`, {}, language) };
  if (kind.secret === 'required' && secret.state === 'none')
    return { code: 'secret_missing', message: operateText('secret_missing', {}, language) };
  const settings = checkSettings(kind, instance.settings);
  const access = { name, url, settings, secret: secret.state === 'usable' ? secret.text : undefined };
  try {
    return { result: await ask(access, AbortSignal.timeout(timeoutMs)) };
  } catch (error) {
    const failure = engineFailure(error);
    const details = { ...reasonTexts(operatorReason(failure)) };
    if (failure instanceof AdapterFailure)
      log.error({ err: error, engine: name }, 'the adapter of an engine failed');
    // The text of the error is for clients, who have to ask an operator.
    const text = secret.state === 'none' ? 'secret_required' : 'secret_refused';
    const texts = toTexts(each =>
      failure.code === 'engine_unauthorized'
        ? operateText(text, details, each)
        : errorText(failure.code, details, each),
    );
    return { code: failure.code, message: texts[language], failure: texts };
  }
}

export function toTexts(textIn: (language: Language) => string): Texts {
  return { en: textIn('en'), zh: textIn('zh') };
}

/**
 * Stored settings that no longer fit the kind, for example since an update. Names
 * the first one that is wrong.
 */
export function settingsProblem(
  kind: EngineKind,
  { settings }: Pick<EngineInstance, 'settings'>,
  language: Language,
): AskFailure | undefined {
  try {
    checkSettings(kind, settings);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: 'settings_invalid', message: errorText(error.code, error.details, language) };
  }
}
