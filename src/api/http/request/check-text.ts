/** Rejects text that PostgreSQL cannot store before a handler gets it. */
import { fieldInvalid } from '@kinora/shared/errors/errors';

/** Throws AppError `field_invalid` for NUL characters and lone surrogates. */
export function checkText(value: unknown): void {
  const path = unstorablePath(value);
  if (path) throw fieldInvalid(path.filter(Boolean).join('.'), 'text_characters');
}

/**
 * Returns the keys that lead to a text that cannot be stored, or undefined if there is none. They are
 * collected on the way back, because nearly all values are fine.
 */
function unstorablePath(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : [];
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return undefined;
  for (const key of Object.keys(value)) {
    if (!isStorable(key)) return [toReadable(key)];
    const innerPath = unstorablePath((value as Readonly<Record<string, unknown>>)[key]);
    if (innerPath) return [key, ...innerPath];
  }
  return undefined;
}

/** Returns the name of a field in a form that the error can contain. */
function toReadable(key: string): string {
  return key.toWellFormed().replaceAll('\0', '\\u0000');
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
