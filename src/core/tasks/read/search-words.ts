/**
 * Turns the text of a search box into a query of the database. Words are split as in
 * `search_words` (migration 0007).
 */

const separators = /[\s!-/:-@[-`{-\u00bf\u2000-\u206f\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]+/;
const unspacedScripts = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/;
const maxWords = 20;

/**
 * Returns a tsquery: all words, each as a prefix; characters of a script without spaces in their order.
 * Returns undefined if the text has no word, so that nothing is found.
 */
export function searchQuery(text: string): string | undefined {
  // The mark that makes a character an emoji follows it.
  const plain = text.replaceAll('\ufe0f', ' ').replace(/\p{Cc}/gu, ' ');
  const words = plain.split(separators).filter(Boolean).slice(0, maxWords);
  const terms = words.flatMap(
    word =>
      word.match(/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]+|[^\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]+/g) ??
      [],
  );
  return terms.length > 0 ? terms.map(toTerm).join(' & ') : undefined;
}

function toTerm(word: string): string {
  if (!unspacedScripts.test(word)) return `'${word}':*`;
  return `(${[...word].map(character => `'${character}'`).join(' <-> ')})`;
}

/** Whether the text is the id of a task. */
export function isTaskId(text: string): boolean {
  return /^(?:\d{15,17}|video_[0-9a-f]{32})$/.test(text);
}
