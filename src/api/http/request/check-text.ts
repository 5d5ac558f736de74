/** Rejects text that PostgreSQL cannot store before a handler gets it. */
import { AppError } from '@kinora/shared/errors/errors';

/** Throws AppError `field_invalid` for NUL characters and lone surrogates. */
export function checkText(value: unknown, path = ''): void {
  if (typeof value === 'string') {
    if (isStorable(value)) return;
    throw unstorable(path);
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) throw unstorable(path ? `${path}.${visible(key)}` : visible(key));
    checkText(inner, path ? `${path}.${key}` : key);
  }
}

/** The name of a field, with its unprintable characters as JSON writes them. */
function visible(key: string): string {
  return JSON.stringify(key).slice(1, -1);
}

function unstorable(param: string): AppError {
  return new AppError('field_invalid', {
    param,
    reason: 'it contains a NUL character or an unpaired surrogate.',
  });
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
