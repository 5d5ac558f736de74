/**
 * Finds image URLs in a prompt: those before the words, and the lists after `--sref` and similar parameters.
 */
import { enders, readNumber, trimEnd } from './marks.ts';
import type { WeightedAddress } from './parsed-prompt.ts';
import { promptWords, type PromptWords } from './prompt-words.ts';

/** An address ends at white space or at punctuation that it cannot contain unescaped. */
const leading = /(?:https?:\/\/|data:image\/)[^\s，、。；]+/iy;
const pictureTypes = /^data:image\/(?:png|gif|webp|jpe?g);base64,./i;

export const maxImages = 10;

export interface FoundAddress {
  readonly address: string;
  readonly position: number;
}

/** The addresses that a prompt begins with, and where its words begin. */
export function leadingAddresses(prompt: string): { addresses: readonly FoundAddress[]; end: number } {
  const addresses: FoundAddress[] = [];
  let end = skipBetween(prompt, 0);
  for (;;) {
    leading.lastIndex = end;
    const token = leading.exec(prompt)?.[0];
    if (token === undefined) return { addresses, end };
    addresses.push({ address: withoutEndMarks(token), position: end });
    end = skipBetween(prompt, end + token.length);
  }
}

/**
 * A sentence that describes what is wrong with the address of an image prompt. Returns undefined if nothing
 * is.
 */
export function addressFault(address: string): PromptWords | undefined {
  if (/^data:/i.test(address)) {
    if (pictureTypes.test(address) && !/["“”]/.test(address)) return undefined;
    return promptWords('data_url');
  }
  if (/::-?[\d.]*$/.test(address)) {
    return promptWords('image_weight');
  }
  return isAddress(address)
    ? undefined
    : promptWords('incomplete_address', { address: address.slice(0, 80) });
}

/**
 * Reads addresses with weights, such as `a.png b.png::2`. Returns undefined if one is invalid or
 * there are more than allowed.
 */
export function readAddresses(value: string, most: number): readonly WeightedAddress[] | undefined {
  const tokens = listTokens(value);
  const read = tokens.map(readWeighted).filter(token => token !== undefined && isAddress(token.name));
  if (tokens.length === 0 || tokens.length > most || read.length < tokens.length) return undefined;
  return (read as { name: string; weight: number }[]).map(({ name, weight }) => ({ address: name, weight }));
}

/** Splits a list at white space and commas. */
export function listTokens(value: string): string[] {
  return value
    .split(/[\s，、；]+|,(?=https?:)/i)
    .map(withoutEndMarks)
    .filter(Boolean);
}

/**
 * Splits `name::2` into name and weight. The default weight is 1. Returns undefined if the weight is not a
 * number.
 */
export function readWeighted(token: string): { name: string; weight: number } | undefined {
  const [, name = token, digits] = /^(.*)::(-?[\d.]*)$/s.exec(token) ?? [];
  if (digits === undefined) return { name, weight: 1 };
  const weight = readNumber(digits);
  return weight !== undefined && weight > 0 && weight <= 1000 ? { name, weight } : undefined;
}

export function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && !/["“”]/.test(text) && text.length <= 2048 && URL.canParse(text);
}

/**
 * Removes a comma after an address, which separates it from the next one. A full
 * stop may belong to the address.
 */
function withoutEndMarks(token: string): string {
  return /[,;]$/.test(token) ? trimEnd(token, enders) : token;
}

function skipBetween(prompt: string, from: number): number {
  let at = from;
  while (at < prompt.length && /[\s,，、。；]/.test(prompt[at] as string)) at++;
  return at;
}
