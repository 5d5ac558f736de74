/** Problems of prompts. */
import type { PromptProblem } from './parsed-prompt.ts';
import type { PromptWords } from './prompt-words.ts';

/** The prompt as a whole is not valid at this position. */
export function rejectPrompt(reason: PromptWords, position: number): PromptProblem {
  return { code: 'request_invalid', details: { reason }, position };
}

interface InvalidValue {
  readonly parameter: string;
  readonly value: PromptWords;
  readonly allowed: PromptWords;
  readonly position: number;
}

export function invalidValue({ position, ...details }: InvalidValue): PromptProblem {
  return { code: 'parameter_invalid', details: { ...details }, position };
}
