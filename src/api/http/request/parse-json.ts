/**
 * Parses a JSON body. Its images stay in its bytes (body-images.ts), so that they cost no more
 * than to search for their ends.
 */
import { isUtf8 } from 'node:buffer';
import { AppError } from '@kinora/shared/errors/errors';
import { attachImages, standInLength, takeImages, type BodyImage } from './body-images.ts';
import type { Span } from './find-base64.ts';
import { findJsonFault } from './json-fault.ts';
import { jsonLimits, scanJson, type JsonLimits } from './scan-json.ts';

/** Throws AppError: what `scanJson` throws, `body_not_utf8` or `json_invalid`. */
export async function parseJson(bytes: Buffer, limits: JsonLimits = jsonLimits): Promise<unknown> {
  const images: BodyImage[] = [];
  return attachImages(await readJson(bytes, images, limits), images);
}

/** Adds the images that it finds. Throws what `parseJson` throws. */
export async function readJson(
  bytes: Buffer,
  images: BodyImage[],
  limits: JsonLimits = jsonLimits,
): Promise<unknown> {
  const spans = await scanJson(bytes, limits);
  const rest = await takeImages(bytes, spans, { images, isEscaped: true });
  // Decoding would replace the invalid bytes, and the caller would be charged for a garbled prompt.
  if (!isUtf8(rest)) throw new AppError('body_not_utf8');
  const text = rest.toString().replace(/^\ufeff/, '');
  try {
    return mayNamePrototypes.test(text) ? JSON.parse(text, dropPrototypes) : JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new AppError('json_invalid', describeFault(text, spans), error);
  }
}

/**
 * Matches the keys that could change a prototype, also escaped. If a body has none, its values need not be
 * looked at, which would take ten times as long as parsing them.
 */
const mayNamePrototypes = /__proto__|constructor|\\u/;

/** Drops keys that would change the prototype of an object. */
function dropPrototypes(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined;
  return key === 'constructor' && isObject(value) && Object.hasOwn(value, 'prototype') ? undefined : value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Describes where the body stops being JSON. The position is counted in characters of the body, including its
 * images.
 */
function describeFault(text: string, images: readonly Span[]) {
  const { position, ...fault } = findJsonFault(text);
  let original = position;
  for (const { start, end } of images) if (original > start) original += end - start - standInLength;
  return { ...fault, position: original + 1 };
}
