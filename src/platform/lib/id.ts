/** Ids and secrets: the one place that asks for real randomness. */
import { hash, randomBytes, randomInt, randomUUIDv7 } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A row id: UUID version 7, so that rows sort by creation time. */
export function newRowId(): string {
  return randomUUIDv7();
}

/** A key that cannot be guessed: 32 characters of base 62, 190 bits. */
export function newSecret(): string {
  let secret = '';
  while (secret.length < 32) {
    for (const byte of randomBytes(48)) {
      // 248 = 4 x 62: higher bytes would favour the first letters of the alphabet.
      if (byte < 248 && secret.length < 32) secret += alphabet[byte % 62];
    }
  }
  return secret;
}

/** Bytes that cannot be guessed. */
export function randomSecretBytes(count: number): Buffer {
  return randomBytes(count);
}

/** A random seed, 0 to 4294967295. */
export function newSeed(): number {
  return randomInt(0, 2 ** 32);
}

export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
