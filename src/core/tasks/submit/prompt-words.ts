/** Asks the engines of a model what they understand of a prompt, before the task is submitted. */
import type { PromptReader, PromptWords } from '../../../engines/contract/prompt-reader.ts';
import { AppError } from '@kinora/shared/errors/errors';
import type { Catalogue } from '../../catalogue/models/catalogue.ts';
import type { TaskRequest } from './task-request.ts';

export type { PromptReader, PromptWords } from '../../../engines/contract/prompt-reader.ts';

export interface PromptRules {
  /** The prompt reader of an engine. Returns undefined if it takes every prompt. */
  readonly findPromptReader: (engine: string) => PromptReader | undefined;
  readonly catalogue: Pick<Catalogue, 'listRoutes'>;
  /** Whether prompts of which nothing is understood are accepted. */
  readonly allowUnknownPrompts: boolean;
}

/** Returns undefined if the engine does not report it. Throws AppError `prompt_not_understood`. */
export function readPromptWords(
  { findPromptReader, catalogue, allowUnknownPrompts }: PromptRules,
  { model, job, parent }: Pick<TaskRequest, 'model' | 'job' | 'parent'>,
): PromptWords | undefined {
  const [reader, ...otherReaders] = new Set(
    catalogue.listRoutes(model.card.id).map(({ engine }) => findPromptReader(engine)),
  );
  // Another engine that may take the task reads prompts in another way, or takes every prompt.
  if (otherReaders.length > 0) return undefined;
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
