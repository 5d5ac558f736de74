/** A prompt as a request of each interface. */
import { placeParameters } from '@kinora/shared/prompt/split-prompt';
import { setParameter } from '../../prompt/set-parameter.ts';
import type { FormRequests } from '../../ui/code/api-tab.tsx';

/** The number of candidates of a grid. */
const count = 4;

/**
 * OpenAI's interfaces have a field for the model, so it leaves the prompt there. `defaultModel`
 * is the model if the prompt names none.
 */
export function promptRequests(prompt: string, defaultModel = 'sketch'): FormRequests {
  const namedModel = placeParameters(prompt).findLast(({ name }) => name === 'model')?.value;
  const words = setParameter(prompt, 'model', undefined).trim();
  return {
    images: { model: namedModel, prompt: words, count },
    chat: { model: namedModel ?? defaultModel, prompt: words },
    midjourney: { submit: 'imagine', body: { prompt } },
  };
}
