/** What of a text is a banned word. Pure: the same in a browser. */

/** Full-width letters and odd spaces are no way round the list. */
export function normal(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Whole words, save next to Chinese and Japanese characters, which are written without spaces. */
export function patternOf(words: readonly string[]): RegExp | undefined {
  if (words.length === 0) return undefined;
  const letter = String.raw`[\p{L}\p{N}_]`;
  const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
  const edge = (character: string | undefined, look: string) =>
    new RegExp(`^${unspaced}$`, 'u').test(character ?? '') ? '' : `(?${look}(?!${unspaced})${letter})`;
  const alternatives = [...words]
    .sort((a, b) => b.length - a.length)
    .map(word => `${edge([...word][0], '<!')}${RegExp.escape(word)}${edge([...word].at(-1), '!')}`);
  return new RegExp(alternatives.join('|'), 'u');
}
