/** Rejects text that PostgreSQL cannot store before a handler gets it. */
import { fieldInvalid, type AppError } from '@kinora/shared/errors/errors';

/** Throws AppError `field_invalid` for NUL characters and lone surrogates. */
export function checkText(value: unknown, path = ''): void {
  if (typeof value === 'string') {
    if (isStorable(value)) return;
    throw unstorable(path);
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) throw unstorable([path, readable(key)].filter(Boolean).join('.'));
    checkText(inner, path ? `${path}.${key}` : key);
  }
}

function unstorable(param: string): AppError {
  return fieldInvalid(param, 'text_characters');
}

/** The name of a field as the error can repeat it. */
function readable(key: string): string {
  return key.toWellFormed().replaceAll('\0', '\\u0000');
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
