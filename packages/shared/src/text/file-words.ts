/** The first words of a prompt as a part of a file name. */

const maxLetters = 40;

/** Whole words. A longer word, such as a sentence in a script without spaces, is truncated. */
export function fileWords(text: string): string {
  const words = text
    .replace(/https?:\S+/g, '')
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  let name = '';
  for (const word of words ?? []) {
    const longer = name ? `${name}-${word}` : Array.from(word).slice(0, maxLetters).join('');
    if (longer.length > maxLetters && name) break;
    name = longer;
  }
  return name;
}
