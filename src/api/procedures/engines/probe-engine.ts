/** Contacts an engine and describes for operators what it answered. */
import { errorText } from '@kinora/shared/errors/errors';
import { reasonTexts } from '@kinora/shared/errors/reason';
import { checkSettings, kindNamed } from '../../../core/catalogue/engines/instance-input.ts';
import type { EngineInstance } from '../../../core/catalogue/engines/instances.ts';
import type { ProbeResult } from '../../../engines/contract/kind/probe-result.ts';
import type { Texts } from '../../../engines/contract/kind/texts.ts';
import { operatorReason } from '../../../engines/contract/operator-reason.ts';
import { operateText } from '../operate-texts.ts';
import type { Context } from '../procedure.ts';
import { sizeNotes } from './size-notes.ts';
import { askEngine, settingsProblem, toTexts } from './ask-engine.ts';

export interface ProbeAnswer {
  /** The code of the problem. Null means that the engine can be used. */
  readonly code: string | null;
  readonly message: string;
  readonly result?: ProbeResult;
  /** The message in all languages, if the engine was contacted and failed. */
  readonly failure?: Texts;
  /** Set if there was no engine or address to probe. */
  readonly isUnasked?: true;
}

export async function probeEngine(
  context: Pick<Context, 'db' | 'engineKinds' | 'language' | 'log' | 'secretKeys'>,
  instance: EngineInstance,
): Promise<ProbeAnswer> {
  const { language } = context;
  const kind = kindNamed(context.engineKinds, instance.kind);
  const ask = kind.probe?.bind(kind);
  const answer = ask ? await askEngine(context, instance, ask) : settingsProblem(kind, instance, language);
  if (!answer) return { code: null, message: operateText('probe_unneeded', {}, language), isUnasked: true };
  if ('code' in answer) return answer;
  const settings = checkSettings(kind, { ...instance.settings, ...answer.result.settings });
  const sizes = sizeNotes({ kind, settings, models: answer.result.models, language });
  const probe = { ...answer.result, notes: [...answer.result.notes, ...sizes] };
  const { failure: code, isIdle } = probe;
  if (!code)
    return {
      code: null,
      message: operateText(isIdle ? 'probe_idle' : 'probe_answered', {}, language),
      result: probe,
    };
  const failure = toTexts(each => errorText(code.code, { ...reasonTexts(operatorReason(code)) }, each));
  return { code: code.code, message: failure[language], result: probe, failure };
}
