/** The words of a prompt, as they are written. */

export interface PromptWord {
  readonly text: string;
  /** Where it stands in the prompt, and where it ends. */
  readonly from: number;
  readonly to: number;
}

/** It knows the words of languages without spaces, too. The locale decides only about those. */
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const emoji = /\p{Extended_Pictographic}/u;

export function splitWords(prompt: string): PromptWord[] {
  return [...segmenter.segment(prompt)]
    .filter(({ segment, isWordLike }) => isWordLike || emoji.test(segment))
    .map(({ segment, index }) => ({ text: segment, from: index, to: index + segment.length }));
}
