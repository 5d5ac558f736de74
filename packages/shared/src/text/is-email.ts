/**
 * Whether a text is an email address: with all characters that its name can have
 * without quotes, in any script.
 */

const letter = String.raw`[\p{L}\p{N}\p{M}]`;
const word = String.raw`[\p{L}\p{N}\p{M}!#$%&'*+/=?^_\x60{|}~\-]+`;
const label = String.raw`${letter}(?:[\p{L}\p{N}\p{M}\-]{0,61}${letter})?`;
const address = new RegExp(
  String.raw`^${word}(?:\.${word})*@(?:${label}\.)+(?:\p{L}{2,63}|xn--[a-z0-9\-]{1,59})$`,
  'iu',
);

export function isEmail(text: string): boolean {
  return text.length <= 320 && address.test(text);
}
