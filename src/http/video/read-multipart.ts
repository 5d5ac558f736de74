/**
 * multipart/form-data -> the same object that JSON would give. The official SDKs send scalars as text parts, nested
 * objects as `a[b]` and arrays as repeated `a[]` (contract of the video interface, 1.3).
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';

/** An uploaded file, as a handler sees it. */
export interface Upload {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  try {
    await readParts(request, body);
  } catch (error) {
    if (error instanceof AppError || (error as { statusCode?: number }).statusCode === 413) throw error;
    throw new AppError('request_invalid', { reason: 'The multipart body is broken.' }, error);
  }
  return body;
}

async function readParts(request: FastifyRequest, body: Record<string, unknown>): Promise<void> {
  for await (const part of request.parts()) {
    const value =
      part.type === 'file'
        ? ({
            fileName: part.filename,
            contentType: part.mimetype,
            bytes: await part.toBuffer(),
          } satisfies Upload)
        : part.value;
    // Multipart has no null: some clients send the word.
    if (value !== 'null') place(body, part.fieldname, value);
  }
}

/** `a`, `a[]` or `a[b]`. */
function place(body: Record<string, unknown>, fieldName: string, value: unknown): void {
  const [, name = '', , inner] = /^([A-Za-z][\w-]*)(\[([\w-]*)\])?$/.exec(fieldName) ?? [];
  if (name === '' || [name, inner].some(key => key !== undefined && key in Object.prototype)) {
    throw new AppError('field_unknown', { param: fieldName, allowed: 'name, name[] and name[key]' });
  }
  if (inner === undefined) {
    if (name in body) throw new AppError('field_invalid', { param: name, reason: 'it is given twice.' });
    body[name] = value;
  } else if (inner === '') {
    body[name] = [...(Array.isArray(body[name]) ? body[name] : []), value];
  } else {
    body[name] = { ...(typeof body[name] === 'object' ? body[name] : {}), [inner]: value };
  }
}
