/**
 * Which keys of other services can become keys of tokens. Kinora stores only their SHA-256, which protects a
 * key as long as it cannot be guessed. So keys that programs have drawn at random pass, and words,
 * repetitions and sequences do not.
 */

/** Keys of new-api have 51 characters, those of LiteLLM 25. */
export const minKeyLength = 24;
/** Longer keys are rejected before they are looked up (http/auth). */
export const maxKeyLength = 200;
const minBits = 60;
/** Between lower case, upper case and digits: a random key of 22 characters has about 13. */
const minChanges = 5;

/** Whether an HTTP header can carry it unchanged, and it is hard to guess. */
export function isStrongKey(key: string): boolean {
  const isLong = key.length >= minKeyLength && key.length <= maxKeyLength;
  return isLong && /^[\x21-\x7e]+$/.test(key) && estimatedBits(key) >= minBits && !isOfWords(key);
}

/** Words stay within one kind of characters, and random characters do not. */
function isOfWords(key: string): boolean {
  const kinds = [...key.replaceAll(/[^\da-z]/gi, '')].map(one =>
    /\d/.test(one) ? 'digit' : one === one.toLowerCase() ? 'lower' : 'upper',
  );
  return kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length < minChanges;
}

/**
 * Each new pair of neighbors counts as a draw from the characters that the key has, unless
 * the second continues the first.
 */
function estimatedBits(key: string): number {
  const pairs = new Set([...key].slice(1).map((second, index) => `${key[index]}${second}`));
  const irregularPairs = [...pairs].filter(pair => Math.abs(pair.charCodeAt(1) - pair.charCodeAt(0)) > 1);
  return irregularPairs.length * Math.log2(new Set(key).size);
}
