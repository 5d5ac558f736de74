/** What somebody typed into a search box -> what the database looks for. Words as migration 0007 (`search_words`) has them. */

const separators = /[\s!-/:-@[-`{-\u00bf\u2000-\u206f\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]+/;
const unspaced = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/;
const maxWords = 20;

/**
 * A tsquery: all the words, each as a beginning; characters of an unspaced script in their order. Undefined: there is no
 * word in it, so nothing is found.
 */
export function searchQuery(text: string): string | undefined {
  // The mark that makes a character an emoji stands after it.
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
  if (!unspaced.test(word)) return `'${word}':*`;
  return `(${[...word].map(character => `'${character}'`).join(' <-> ')})`;
}

/** The text is an id of a task rather than words. */
export function isTaskId(text: string): boolean {
  return /^(?:\d{15,17}|video_[0-9a-f]{32})$/.test(text);
}
