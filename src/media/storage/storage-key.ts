/** The form of storage keys. */
import { StorageError } from './storage-error.ts';

const SEGMENT = /^[a-z0-9][a-z0-9._-]{0,199}$/;

const MAX_KEY_LENGTH = 512;

export function isKey(text: string): boolean {
  return text.length <= MAX_KEY_LENGTH && text.split('/').every(segment => SEGMENT.test(segment));
}

/** Throws `bad_key` if the text is neither a key nor a folder. Implementations of the storage use it. */
export function checkKey(key: string): void {
  if (!isKey(key))
    throw new StorageError('bad_key', `${JSON.stringify(key.slice(0, 100))} is not a storage key.`);
}
