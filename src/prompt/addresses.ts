/** Image addresses in a prompt: those in front of the words, and the lists behind `--sref` and its like. */
import { enders, readNumber, trimEnd } from './marks.ts';
import type { WeightedAddress } from './parsed-prompt.ts';

/** Up to white space or to punctuation that no address contains unescaped. */
const leading = /(?:https?:\/\/|data:image\/)[^\s，、。；]+/iy;
const pictureTypes = /^data:image\/(?:png|gif|webp|jpe?g);base64,./i;

export const mostImages = 10;

export interface FoundAddress {
  readonly address: string;
  readonly position: number;
}

/** The addresses that a prompt begins with, and where its words begin. */
export function leadingAddresses(prompt: string): { found: readonly FoundAddress[]; end: number } {
  const found: FoundAddress[] = [];
  let end = skipBetween(prompt, 0);
  for (;;) {
    leading.lastIndex = end;
    const token = leading.exec(prompt)?.[0];
    if (token === undefined) return { found, end };
    found.push({ address: withoutEndMarks(token), position: end });
    end = skipBetween(prompt, end + token.length);
  }
}

/** What is wrong with an image prompt's address, as a sentence; undefined when nothing is. */
export function addressFault(address: string): string | undefined {
  if (/^data:/i.test(address)) {
    if (pictureTypes.test(address) && !/["“”]/.test(address)) return undefined;
    return 'An image in front of the words must be base64 of png, jpeg, webp or gif: `data:image/png;base64,…`.';
  }
  if (/::-?[\d.]*$/.test(address)) {
    return 'An image in front of the words takes no weight of its own: leave out the `::`, and say `--iw` for all of them.';
  }
  return isAddress(address) ? undefined : `\`${address.slice(0, 80)}\` is not a whole address.`;
}

/** `a.png b.png::2`: addresses with their weights; undefined when one is none, or when there are more than allowed. */
export function readAddresses(value: string, most: number): readonly WeightedAddress[] | undefined {
  const tokens = listTokens(value);
  const read = tokens.map(readWeighted).filter(token => token !== undefined && isAddress(token.name));
  if (tokens.length === 0 || tokens.length > most || read.length < tokens.length) return undefined;
  return (read as { name: string; weight: number }[]).map(({ name, weight }) => ({ address: name, weight }));
}

/** The items of a list between white space or commas. */
export function listTokens(value: string): string[] {
  return value
    .split(/[\s，、；]+|,(?=https?:)/i)
    .map(withoutEndMarks)
    .filter(Boolean);
}

/** `name::2` -> its weight, 1 when it has none; undefined when the weight is none. */
export function readWeighted(token: string): { name: string; weight: number } | undefined {
  const [, name = token, digits] = /^(.*)::(-?[\d.]*)$/s.exec(token) ?? [];
  if (digits === undefined) return { name, weight: 1 };
  const weight = readNumber(digits);
  return weight !== undefined && weight > 0 && weight <= 1000 ? { name, weight } : undefined;
}

export function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && !/["“”]/.test(text) && text.length <= 2048 && URL.canParse(text);
}

/** A comma behind an address separates it from the next; a stop may belong to it. */
function withoutEndMarks(token: string): string {
  return /[,;]$/.test(token) ? trimEnd(token, enders) : token;
}

function skipBetween(prompt: string, from: number): number {
  let at = from;
  while (at < prompt.length && /[\s,，、。；]/.test(prompt[at] as string)) at++;
  return at;
}
