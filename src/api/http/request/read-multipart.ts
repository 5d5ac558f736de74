/**
 * Reads multipart/form-data into the same object that JSON would give. The official SDKs send scalars as text
 * parts, nested objects as `a[b]` and arrays as repeated `a[]` (contract of the video interface, 1.3).
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { reason, reasonTexts } from '@kinora/shared/errors/reason';
import { attachImages, takeImages, type BodyImage } from './body-images.ts';
import { findBase64, plainGaps } from './find-base64.ts';
import { readJson } from './parse-json.ts';
import { jsonLimits, textTooLarge } from './scan-json.ts';

/** Maximum size of the headers and boundaries of all parts, in bytes. */
const formBytes = 1024 * 1024;

/** The images that an edit takes, and a mask. */
const maxFiles = 17;
const maxFields = 50;

/**
 * Makes the parser hand over every part as bytes: as text, the bytes of a large field would be decoded one by
 * one.
 */
export const partLimits = { isPartAFile: () => true, limits: { files: maxFiles + maxFields } } as const;

/** A part of the form. Both fields may be absent, although the types of the parser do not declare that. */
interface Part {
  readonly filename?: string;
  readonly mimetype?: string;
}

/** An uploaded file, as a handler sees it. */
export interface Upload {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Files have a file name or a type that is no text: some clients send pictures without a file name. SDKs send
 * JSON in parts of its own type, which are fields.
 */
function isFile({ filename, mimetype }: Part): boolean {
  if (filename !== undefined) return true;
  return mimetype !== undefined && !/^text\//i.test(mimetype.trim()) && !isJson(mimetype);
}

function isJson(type: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(type?.trim() ?? '');
}

/** Reads the form. The fields in `listFields` may be repeated without brackets. */
export async function readMultipart(
  request: FastifyRequest,
  listFields: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  const images: BodyImage[] = [];
  try {
    await readParts(request, body, { images, listFields });
  } catch (error) {
    const { statusCode, code } = error as { statusCode?: number; code?: string };
    if (error instanceof AppError || statusCode === 413 || code?.endsWith('_LIMIT')) throw error;
    throw new AppError('request_invalid', { ...reasonTexts(reason('form_malformed')) }, error);
  }
  return attachImages(body, images);
}

async function readParts(
  request: FastifyRequest,
  body: Record<string, unknown>,
  { images, listFields }: { readonly images: BodyImage[]; readonly listFields: readonly string[] },
): Promise<void> {
  const { bodyLimit = 0 } = request.routeOptions;
  let [bytes, textBytes, files, fields] = [0, 0, 0, 0];
  for await (const part of request.files()) {
    const content = await part.toBuffer();
    bytes += content.length;
    if (bytes > bodyLimit || Number(request.headers['content-length']) > bodyLimit + formBytes)
      throw new AppError('body_too_large', { limit: `${bodyLimit / 1024 ** 2} MB` });
    const { fieldname, mimetype: contentType } = part;
    const name = listFields.includes(fieldname) ? `${fieldname}[]` : fieldname;
    if (isFile(part)) files++;
    else fields++;
    if (files > maxFiles || fields > maxFields) throw tooManyParts();
    if (isFile(part)) {
      const fileName = (part as Part).filename ?? fieldname;
      place(body, name, { fileName, contentType, bytes: content } satisfies Upload);
      continue;
    }
    const before = images.length;
    const value = await (isJson(contentType) ? readJson : readText)(content, images);
    textBytes += images
      .slice(before)
      .reduce((remainingBytes, image) => remainingBytes - image.bytes.length, content.length);
    if (textBytes > jsonLimits.textBytes) throw textTooLarge(jsonLimits.textBytes);
    // Multipart has no null, so some clients send the word.
    if (value !== 'null') place(body, name, value);
  }
}

export function tooManyParts(): AppError {
  return new AppError('request_invalid', { ...reasonTexts(reason('form_parts')) });
}

/** Images stay in their bytes, as those of JSON do. Throws AppError `body_not_utf8`. */
async function readText(text: Buffer, images: BodyImage[]): Promise<string> {
  const spans = await findBase64(text, { gaps: plainGaps, textBytes: jsonLimits.textBytes });
  const words = await takeImages(text, spans, { images, isEscaped: false });
  if (!isUtf8(words)) throw new AppError('body_not_utf8');
  return words.toString();
}

/**
 * Adds a field named `a`, `a[]` or `a[b]`. A field must not mix these forms, and only a
 * list may have several values.
 */
function place(body: Record<string, unknown>, fieldName: string, value: unknown): void {
  const [, name = '', brackets, inner] = /^([A-Za-z][\w-]*)(\[([\w-]*)\])?$/.exec(fieldName) ?? [];
  if (name === '' || [name, inner].some(key => key !== undefined && key in Object.prototype)) {
    throw new AppError('field_unknown', { param: fieldName, allowed: 'name, name[] and name[key]' });
  }
  const before = body[name];
  if (brackets === '[]') {
    if (before !== undefined && !Array.isArray(before)) throw duplicateField(name);
    body[name] = [...(before ?? []), value];
  } else if (inner !== undefined) {
    if (before !== undefined && !isFields(before)) throw duplicateField(name);
    if (before && Object.hasOwn(before, inner)) throw duplicateField(fieldName);
    body[name] = { ...before, [inner]: value };
  } else {
    if (before !== undefined) throw duplicateField(name);
    body[name] = value;
  }
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('bytes' in value);
}

function duplicateField(param: string): AppError {
  return fieldInvalid(param, 'given_twice');
}
