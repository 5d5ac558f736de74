/**
 * What is said about prompts, as a code with its details: what a parameter allows,
 * what contradicts it, what to do.
 */
import type { ErrorDetails } from '../errors/fill-text.ts';
import type { promptTexts } from './prompt-texts.ts';

export interface PromptWords {
  readonly code: keyof typeof promptTexts;
  readonly details: ErrorDetails;
}

export function promptWords(code: PromptWords['code'], details: ErrorDetails = {}): PromptWords {
  return { code, details };
}

/** Returns text of a user, or a name such as `/video`, which is the same in every language. */
export function untranslatedText(text: string): PromptWords {
  return promptWords('written', { text });
}
