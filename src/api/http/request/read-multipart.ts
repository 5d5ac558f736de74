/**
 * Reads multipart/form-data into the same object that JSON would give. The official SDKs send scalars as text parts, nested
 * objects as `a[b]` and arrays as repeated `a[]` (contract of the video interface, 1.3).
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '@kinora/shared/errors/errors';
import { carriesPicture, jsonLimits, minPictureBytes, textTooLarge } from './scan-json.ts';

/** Maximum size of the headers and boundaries of all parts, in bytes. */
const formBytes = 1024 * 1024;

/** An uploaded file, as a handler sees it. */
export interface Upload {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Whether a part is a file: it has a file name, or a type that is no text. Some clients send pictures without a file name. SDKs send JSON in
 * parts of its own type, which are fields.
 */
export function isPartAFile(
  _field: string | undefined,
  contentType: string | undefined,
  fileName: string | undefined,
): boolean {
  if (fileName !== undefined) return true;
  return (
    contentType !== undefined && !/^(?:text\/|application\/(?:[\w.-]+\+)?json\b)/i.test(contentType.trim())
  );
}

export async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  try {
    await readParts(request, body);
  } catch (error) {
    const { statusCode, code } = error as { statusCode?: number; code?: string };
    if (error instanceof AppError || statusCode === 413 || code?.endsWith('_LIMIT')) throw error;
    throw new AppError('request_invalid', { reason: 'The multipart body is malformed.' }, error);
  }
  return body;
}

async function readParts(request: FastifyRequest, body: Record<string, unknown>): Promise<void> {
  const { bodyLimit = 0 } = request.routeOptions;
  let [bytes, textBytes] = [0, 0];
  for await (const part of request.parts()) {
    const value =
      part.type === 'file'
        ? ({
            fileName: part.filename ?? part.fieldname,
            contentType: part.mimetype,
            bytes: await part.toBuffer(),
          } satisfies Upload)
        : part.value;
    if (part.type === 'field' && part.valueTruncated)
      throw new AppError('field_invalid', { param: part.fieldname, reason: 'it is too long.' });
    // The parser has already replaced invalid bytes with this character, which has no other use.
    if (part.type === 'field' && String(value).includes('\ufffd')) throw new AppError('body_not_utf8');
    if (part.type === 'field') textBytes += textLength(part.value);
    if (textBytes > jsonLimits.textBytes) throw textTooLarge(jsonLimits.textBytes);
    bytes += part.type === 'file' ? (value as Upload).bytes.length : Buffer.byteLength(String(value));
    if (bytes > bodyLimit || Number(request.headers['content-length']) > bodyLimit + formBytes)
      throw new AppError('body_too_large', { limit: `${bodyLimit / 1024 ** 2} MB` });
    // Multipart has no null, so some clients send the word.
    if (value !== 'null') place(body, part.fieldname, value);
  }
}

/** In bytes, without the pictures that fields may carry as JSON does. */
function textLength(value: unknown): number {
  const text = Buffer.from(String(value));
  return text.length > minPictureBytes && carriesPicture(text) ? 0 : text.length;
}

/** Adds a field named `a`, `a[]` or `a[b]`. A field must not mix these forms, and only a list may have several values. */
function place(body: Record<string, unknown>, fieldName: string, value: unknown): void {
  const [, name = '', brackets, inner] = /^([A-Za-z][\w-]*)(\[([\w-]*)\])?$/.exec(fieldName) ?? [];
  if (name === '' || [name, inner].some(key => key !== undefined && key in Object.prototype)) {
    throw new AppError('field_unknown', { param: fieldName, allowed: 'name, name[] and name[key]' });
  }
  const before = body[name];
  if (brackets === '[]') {
    if (before !== undefined && !Array.isArray(before)) throw twice(name);
    body[name] = [...(before ?? []), value];
  } else if (inner !== undefined) {
    if (before !== undefined && !isFields(before)) throw twice(name);
    if (before && Object.hasOwn(before, inner)) throw twice(fieldName);
    body[name] = { ...before, [inner]: value };
  } else {
    if (before !== undefined) throw twice(name);
    body[name] = value;
  }
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('bytes' in value);
}

function twice(param: string): AppError {
  return new AppError('field_invalid', { param, reason: 'it is given more than once.' });
}
