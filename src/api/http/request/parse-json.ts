/** Parses a JSON body. Its pictures are taken out before and put back after, so that they cost no more than a copy. */
import { isAscii, isUtf8 } from 'node:buffer';
import { AppError } from '@kinora/shared/errors/errors';
import { findJsonFault } from './json-fault.ts';
import { jsonLimits, scanJson, type JsonLimits, type PictureSpan } from './scan-json.ts';

/** Throws AppError: what `scanJson` throws, `body_not_utf8` or `json_invalid`. */
export function parseJson(bytes: Buffer, limits: JsonLimits = jsonLimits): unknown {
  const pictures = scanJson(bytes, limits);
  const rest = withoutPictures(bytes, pictures);
  // Decoding would replace the invalid bytes, and the caller would be charged for a garbled prompt.
  if (!isUtf8(rest)) throw new AppError('body_not_utf8');
  const text = rest.toString().replace(/^\ufeff/, '');
  const texts = pictures.map(picture => pictureText(bytes, picture));
  try {
    return JSON.parse(text, (key, value: unknown) => revive(key, value, texts));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new AppError('json_invalid', describeFault(text, pictures), error);
  }
}

/**
 * What stands for a picture while the rest is parsed. If a client sends such a string, it names a picture of the same
 * body, or it is rejected because of the NUL character.
 */
const placeholder = (index: number): string => `\\u0000${index}`;

function withoutPictures(bytes: Buffer, pictures: readonly PictureSpan[]): Buffer {
  if (pictures.length === 0) return bytes;
  const starts = [0, ...pictures.map(({ end }) => end)];
  const parts = starts.flatMap((start, index) => [
    bytes.subarray(start, pictures[index]?.start),
    Buffer.from(index < pictures.length ? placeholder(index) : ''),
  ]);
  return Buffer.concat(parts);
}

function pictureText(bytes: Buffer, { start, end, isEscaped }: PictureSpan): string {
  const content = bytes.subarray(start, end);
  if (!isUtf8(content)) throw new AppError('body_not_utf8');
  if (!isEscaped) return content.toString(isAscii(content) ? 'latin1' : 'utf8');
  try {
    return JSON.parse(`"${content.toString()}"`) as string;
  } catch (error) {
    throw new AppError('json_invalid', { ...faultOfEscape, position: start + 1 }, error);
  }
}

const faultOfEscape = {
  found: 'an invalid escape',
  foundZh: '无效的转义',
  allowed: '\\" \\\\ \\/ \\n \\r \\t \\u0000',
};

/** Puts pictures back, and drops keys that would change the prototype of an object. */
function revive(key: string, value: unknown, pictures: readonly string[]): unknown {
  if (key === '__proto__') return undefined;
  if (key === 'constructor' && isObject(value) && Object.hasOwn(value, 'prototype')) return undefined;
  if (typeof value !== 'string' || !value.startsWith('\0')) return value;
  return pictures[Number(value.slice(1))] ?? value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Counts in characters of the body, with its pictures. */
function describeFault(text: string, pictures: readonly PictureSpan[]) {
  const { position, ...fault } = findJsonFault(text);
  let original = position;
  for (const [index, { start, end }] of pictures.entries())
    if (original > start) original += end - start - placeholder(index).length;
  return { ...fault, position: original + 1 };
}
