/**
 * Secret keys, with which secrets are encrypted: 32 random bytes, written as base64 or as hexadecimal digits.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { randomSecretBytes } from './id.ts';

/** An object of Node that shows its bytes neither to `inspect` nor in JSON. */
export type SecretKey = KeyObject;

const keyBytes = 32;
const base64 = /^[A-Za-z0-9+/]{43}=$/;
const hexadecimal = /^[0-9a-fA-F]{64}$/;

/** Returns undefined if the text is not a key. */
export function parseSecretKey(text: string): SecretKey | undefined {
  if (base64.test(text)) return createSecretKey(Buffer.from(text, 'base64'));
  if (hexadecimal.test(text)) return createSecretKey(Buffer.from(text, 'hex'));
  return undefined;
}

export function newSecretKey(): SecretKey {
  return createSecretKey(randomSecretBytes(keyBytes));
}

/** The key itself, as `parseSecretKey` reads it. Only for the key file. */
export function revealSecretKey(key: SecretKey): string {
  return key.export().toString('base64');
}
