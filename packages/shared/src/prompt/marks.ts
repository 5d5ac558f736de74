/**
 * Text functions that several files of the grammar share. Each takes time
 * proportional to the length of the text.
 */

/** Characters that end a sentence or separate words. They are not part of a value. */
export const enders = /[\s,，、.。;；]/;
export const commas = /[\s,，、]/;
/** The marks that separate words, and the colon. */
export const separators = /[\s,，、.。;；:：]/;

/** Hyphens, and what phones, word processors and web pages put in their place. */
export const anyDash = /[-‐‑‒–—―−﹘﹣－⸺⸻─━]/;
/** Dashes that stand for two hyphens. */
export const longDash = /[‒–—―﹘⸺⸻─━]/;

/** Removes the characters of a set from both ends. */
export function trimEnds(text: string, set: RegExp): string {
  let start = 0;
  while (start < text.length && set.test(text[start] as string)) start++;
  return trimEnd(text.slice(start), set);
}

/** Removes the characters of a set from the end. */
export function trimEnd(text: string, set: RegExp): string {
  let end = text.length;
  while (end > 0 && set.test(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

/** Converts full-width characters, which Chinese keyboards write, to plain ones: `１６：９` becomes `16:9`. */
export function toPlainWidth(text: string): string {
  if (!/[！-～]/.test(text)) return text;
  return text.replace(/[！-～]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}

/**
 * Finds quoted lettering in a text. The function returned takes the position of an opening quote and returns
 * the position after the closing one. Returns undefined if no lettering begins there: in `a 5" screen` the
 * quote means inches, and a quote may never be closed.
 */
export function quotesIn(text: string): (position: number) => number | undefined {
  const lastClosing = text.lastIndexOf('”');
  return position => {
    const isPlain = text[position] === '"';
    if (isPlain ? /[A-Za-z0-9]/.test(text[position - 1] ?? ' ') : position > lastClosing) return undefined;
    const close = text.indexOf(isPlain ? '"' : '”', position + 1);
    return close === -1 ? undefined : close + 1;
  };
}

/** Reads a decimal number with at most four decimal places. Returns undefined for anything else. */
export function readNumber(text: string): number | undefined {
  // Adding 0 turns -0 into 0.
  return /^-?(?:\d{1,10}(?:\.\d{1,4})?|\.\d{1,4})$/.test(text) ? Number(text) + 0 : undefined;
}

/** Shortens the client's words for an error message. */
export function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
