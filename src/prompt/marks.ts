/** Small readings of text that several files of the grammar share. Each takes time in proportion to the text. */

/** What ends a sentence or separates words: not part of a value. */
export const enders = /[\s,，、.。;；]/;
export const commas = /[\s,，、]/;
/** Enders, and the colon. */
export const separators = /[\s,，、.。;；:：]/;

/** Without the marks of a set at its ends. */
export function trimEnds(text: string, set: RegExp): string {
  let start = 0;
  while (start < text.length && set.test(text[start] as string)) start++;
  return trimEnd(text.slice(start), set);
}

/** Without the marks of a set at its end. */
export function trimEnd(text: string, set: RegExp): string {
  let end = text.length;
  while (end > 0 && set.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

/** Full-width forms, which Chinese keyboards write, as the plain ones: `１６：９` is `16:9`. */
export function toPlainWidth(text: string): string {
  if (!/[！-～]/.test(text)) return text;
  return text.replace(/[！-～]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}

/**
 * Finds quoted lettering in a text: where the one that opens at `at` ends, behind its closing quote. Undefined when
 * nothing opens there: in `a 5" screen` the quote means inches, and a quote that is never closed is only a mark.
 */
export function quotesIn(text: string): (at: number) => number | undefined {
  const lastClosing = text.lastIndexOf('”');
  return at => {
    const isPlain = text[at] === '"';
    if (isPlain ? /[A-Za-z0-9]/.test(text[at - 1] ?? ' ') : at > lastClosing) return undefined;
    const close = text.indexOf(isPlain ? '"' : '”', at + 1);
    return close === -1 ? undefined : close + 1;
  };
}

/** A decimal number as people write it, with at most four places; undefined for anything else. */
export function readNumber(text: string): number | undefined {
  // Adding 0 makes 0 of -0.
  return /^-?(?:\d{1,10}(?:\.\d{1,4})?|\.\d{1,4})$/.test(text) ? Number(text) + 0 : undefined;
}

/** What a message repeats of the client's words. */
export function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
