/** Text that PostgreSQL cannot keep, and JSON that is built to exhaust: refused before a handler sees it. */
import { AppError } from '../errors.ts';

/** Deeper than any request of these interfaces. */
const maxDepth = 20;

/** Throws AppError `field_invalid` for NUL characters and lone surrogates, `request_invalid` for JSON nested too deep. */
export function checkText(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') {
    if (isStorable(value)) return;
    throw new AppError('field_invalid', {
      param: path,
      reason: 'it holds a NUL character or half a surrogate pair.',
    });
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  if (depth >= maxDepth)
    throw new AppError('request_invalid', { reason: `the JSON is nested deeper than ${maxDepth}.` });
  for (const [key, inner] of Object.entries(value)) {
    checkText(key, path, depth + 1);
    checkText(inner, path ? `${path}.${key}` : key, depth + 1);
  }
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
