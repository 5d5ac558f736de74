/** What the text of a secret may be. */

/**
 * Engines send secrets in HTTP headers, so a line break would add a header, and an error about other
 * invisible ones would quote it.
 */
const invisible = /[\p{C}\p{Zl}\p{Zp}]/u;

export function isSecretText(text: string): boolean {
  return text !== '' && !invisible.test(text);
}

/** The length below which a secret is not shown at all, because most of it would be shown. */
const shortest = 12;

/** The last four characters, by which an operator recognizes a secret; empty for a short one. */
export function lastFourCharacters(text: string): string {
  const characters = Array.from(text);
  return characters.length < shortest ? '' : characters.slice(-4).join('');
}
