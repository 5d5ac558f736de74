/** Finds banned words in a text, on the server and in the Console alike. */
import { toComparable } from '../text/comparable.ts';

/** Full-width letters, unusual spaces and invisible characters do not circumvent the list. */
export function normalizeForMatching(text: string): string {
  return toComparable(text).toLowerCase().replace(/\s+/g, ' ').trim();
}

/**
 * Matches whole words, except next to Chinese and Japanese characters, which are written without spaces. An
 * underscore ends a word, too. An asterisk after the first character stands for any letters within a word,
 * or none: `gremlin*` also matches `gremlins`.
 */
export function wordPattern(words: readonly string[]): RegExp | undefined {
  if (words.length === 0) return undefined;
  const letter = String.raw`[\p{L}\p{N}\p{M}]`;
  const unspacedLetter = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
  // Bounded, so that no text takes long to search.
  const anyLetters = String.raw`[\p{L}\p{N}\p{M}*]{0,40}`;
  const edge = (character: string | undefined, lookaround: string) =>
    new RegExp(`^${unspacedLetter}$`, 'u').test(character ?? '')
      ? ''
      : `(?${lookaround}(?!${unspacedLetter})${letter})`;
  const alternatives = words
    .map(normalizeForMatching)
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .map(
      word =>
        `${edge([...word][0], '<!')}${RegExp.escape(word).replaceAll(String.raw`\*`, anyLetters)}${edge([...word].at(-1), '!')}`,
    );
  return alternatives.length > 0 ? new RegExp(alternatives.join('|'), 'u') : undefined;
}
