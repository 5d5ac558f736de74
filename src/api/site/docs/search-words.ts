/**
 * The words of a text as the search compares them: English by a rough stem, Chinese by pairs of characters.
 */

const run = /\p{Script=Han}+|[\p{L}\p{N}_]+/gu;
const scriptRun = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu;

export function splitWords(text: string): string[] {
  return (text.toLowerCase().match(run) ?? []).flatMap(part => part.match(scriptRun) ?? []).flatMap(variants);
}

/** Names such as KINORA_PORT or field_invalid are found as a whole and by their parts. */
function variants(word: string): string[] {
  if (/\p{Script=Han}/u.test(word)) return pairs(word);
  if (!word.includes('_')) return [stem(word)];
  return [word, ...word.split('_').filter(Boolean).map(stem)];
}

/** Chinese has no spaces, so every two neighbors count as a word. */
function pairs(characters: string): string[] {
  const letters = [...characters];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((character, index) => `${letters[index]}${character}`);
}

/**
 * Rough on purpose: both sides are shortened the same way, so it only has to bring
 * the forms of a word together.
 */
function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=..[^aeious])(?:es|s)$/, '')
    .replace(/(?<=[aeiou])s$/, '')
    .replace(/(?<=...)(?:ing|ed)$/, '')
    .replace(/(?<=...)e$/, '');
}
