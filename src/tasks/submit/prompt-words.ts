/** What the engine of a model understands of a prompt, asked before the task is submitted. */
import type { PromptReader, PromptWords } from '../../engines/engine.ts';
import { AppError } from '../../errors.ts';
import type { TaskRequest } from './task-request.ts';

export type { PromptReader, PromptWords } from '../../engines/engine.ts';

export interface PromptRules {
  /** By the name of the engine. Engines without one take every prompt. */
  readonly promptReaders: ReadonlyMap<string, PromptReader>;
  /** Prompts of which nothing is understood are not refused. */
  readonly allowUnknownPrompts: boolean;
}

/** Undefined: the engine does not tell. Throws AppError `prompt_not_understood`. */
export function readPromptWords(
  { promptReaders, allowUnknownPrompts }: PromptRules,
  { model, job, parent }: Pick<TaskRequest, 'model' | 'job' | 'parent'>,
): PromptWords | undefined {
  const reader = promptReaders.get(model.card.engine);
  const reading = reader?.read({ ...job, isFollowUp: parent !== undefined });
  if (!reader || !reading) return undefined;
  if (reading.isEnough || allowUnknownPrompts) return reading.words;
  throw new AppError('prompt_not_understood', {
    param: 'prompt',
    model: model.card.id,
    words: reading.words.notUnderstood.join(', ') || job.prompt.trim(),
    allowed: reader.draws.en,
    allowedZh: reader.draws.zh,
  });
}
