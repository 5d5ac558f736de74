/** Literal braces in a prompt: `\{` and `\}`. */
import { jsonSpans } from './json-spans.ts';

/** The words as they are meant. What a backslash means inside JSON is for JSON to say. */
export function unescapeBraces(words: string): string {
  return changeOutsideJson(words, text => text.replace(/\\([{}｛｝])/g, '$1'));
}

/** Escapes words so that their braces are read literally. */
export function escapeBraces(words: string): string {
  return changeOutsideJson(words, text => text.replace(/[{}｛｝]/g, String.raw`\$&`));
}

function changeOutsideJson(words: string, change: (text: string) => string): string {
  if (!/[{}｛｝\\]/.test(words)) return words;
  let result = '';
  let end = 0;
  for (const span of jsonSpans(words)) {
    result += change(words.slice(end, span.start)) + words.slice(span.start, span.end);
    end = span.end;
  }
  return result + change(words.slice(end));
}
