/** Returns the text without the slashes at its end. A regular expression could take quadratic time. */
export function withoutSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '/') end--;
  return text.slice(0, end);
}
