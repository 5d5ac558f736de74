/** Moves a description typed after the settings to the front, because parameters follow the description. */
import { leadingAddresses } from '@kinora/shared/prompt/addresses';
import { placeParameters } from '@kinora/shared/prompt/split-prompt';
import { isClosed, takeOwnValue } from './own-value.ts';

export interface MovedWords {
  readonly text: string;
  /** The position after the moved words. */
  readonly caret: number;
}

/** Returns undefined if there is nothing to move, or the text may still become a parameter's value. */
export function wordsToFront(text: string): MovedWords | undefined {
  const parameters = placeParameters(text);
  const [firstParameter] = parameters;
  const lastParameter = parameters.at(-1);
  if (!firstParameter || !lastParameter || !isClosed(lastParameter)) return undefined;
  const { end } = leadingAddresses(text);
  if (text.slice(end, firstParameter.position).trim() !== '') return undefined;
  const ownValue = takeOwnValue(text, lastParameter);
  const words = lastParameter.value.slice(ownValue.length).trimStart();
  if (!/^\p{L}/u.test(words)) return undefined;
  const front = (
    text.slice(0, end) +
    words +
    text.slice(lastParameter.valueAt + lastParameter.value.length)
  ).trimStart();
  const settings = text.slice(firstParameter.position, lastParameter.valueAt + ownValue.length).trimEnd();
  return { text: front + (/\s$/.test(front) ? '' : ' ') + settings, caret: front.length };
}
