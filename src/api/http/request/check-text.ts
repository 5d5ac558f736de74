/** Rejects text that PostgreSQL cannot store, and JSON that is nested too deeply, before a handler gets it. */
import { AppError } from '@kinora/shared/errors/errors';

/** No valid request of these interfaces is nested this deeply. */
const maxDepth = 20;

/** Throws AppError `field_invalid` for NUL characters and lone surrogates, `request_invalid` for JSON nested too deep. */
export function checkText(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') {
    if (isStorable(value)) return;
    throw unstorable(path);
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  if (depth >= maxDepth)
    throw new AppError('request_invalid', {
      reason: `The JSON is nested more than ${maxDepth} levels deep.`,
    });
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) throw unstorable([path, readable(key)].filter(Boolean).join('.'));
    checkText(inner, path ? `${path}.${key}` : key, depth + 1);
  }
}

function unstorable(param: string): AppError {
  return new AppError('field_invalid', {
    param,
    reason: 'it contains a NUL character or an unpaired surrogate.',
  });
}

/** The name of a field as the error can repeat it. */
function readable(key: string): string {
  return key.toWellFormed().replaceAll('\0', '\\u0000');
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
