/** Rejects text that PostgreSQL cannot store, and JSON that is nested too deeply, before a handler gets it. */
import { AppError } from '@kinora/shared/errors/errors';

/** No valid request of these interfaces is nested this deeply. */
const maxDepth = 20;

/** Throws AppError `field_invalid` for NUL characters and lone surrogates, `request_invalid` for JSON nested too deep. */
export function checkText(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') {
    if (isStorable(value)) return;
    throw new AppError('field_invalid', {
      param: path,
      reason: 'it contains a NUL character or an unpaired surrogate.',
    });
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  if (depth >= maxDepth)
    throw new AppError('request_invalid', {
      reason: `The JSON is nested more than ${maxDepth} levels deep.`,
    });
  for (const [key, inner] of Object.entries(value)) {
    checkText(key, path, depth + 1);
    checkText(inner, path ? `${path}.${key}` : key, depth + 1);
  }
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
