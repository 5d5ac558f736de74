/** Ids and secrets: the one place that asks for real randomness. */
import { hash, hkdfSync, randomBytes, randomInt, randomUUIDv7 } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A row id: UUID version 7, so that rows sort by creation time. */
export function newRowId(): string {
  return randomUUIDv7();
}

/** Matches the texts that the database can read as the id of a row. */
export const rowId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the database can read the text as the id of a row. */
export function isRowId(text: string): boolean {
  return rowId.test(text);
}

/**
 * Returns the text if it can be the id of a row, and otherwise null, which no row has. A statement that
 * compares ids with it can use their index, which `id::text = $1` cannot.
 */
export function toRowId(text: string): string | null {
  return isRowId(text) ? text : null;
}

/** A key that cannot be guessed: 32 characters of base 62, 190 bits. */
export function newSecret(): string {
  // 96 bytes have 93 that can be used on average, and never fewer than 32.
  return toLetters(randomBytes(96));
}

/**
 * Returns a key of the same form that cannot be computed without `secret` and `salt`. `purpose` distinguishes
 * keys that have both in common.
 */
export function derivedSecret(secret: string, salt: Buffer, purpose: string): string {
  return toLetters(Buffer.from(hkdfSync('sha256', secret, salt, purpose, 96)));
}

function toLetters(bytes: Buffer): string {
  // 248 = 4 x 62: higher bytes would favor the first letters of the alphabet.
  const usable = [...bytes].filter(byte => byte < 248).slice(0, 32);
  return usable.map(byte => alphabet[byte % 62]).join('');
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
