/** Texts with one entry a line, such as the arguments of a program. */

/** Blank lines and the space around an entry do not count. */
export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
}
