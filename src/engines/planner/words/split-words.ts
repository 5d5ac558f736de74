/** The words of a prompt, as they are written. */

export interface PromptWord {
  readonly text: string;
  /** The index of the word in the prompt. `to` is the index after its end. */
  readonly from: number;
  readonly to: number;
}

/** Finds the words of languages without spaces, too. The locale matters only for those languages. */
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const emoji = /\p{Extended_Pictographic}/u;

export function splitWords(prompt: string): PromptWord[] {
  return [...segmenter.segment(prompt)]
    .filter(({ segment, isWordLike }) => isWordLike || emoji.test(segment))
    .map(({ segment, index }) => ({ text: segment, from: index, to: index + segment.length }));
}
