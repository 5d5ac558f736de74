/** The parameters of a request to the token endpoint or the revocation endpoint, which are a form. */
import type { z } from 'zod';
import { fieldInvalid } from '@kinora/shared/errors/errors';
import type { Call } from '../http/route.ts';
import { parseWith } from '../http/request/parse-with.ts';

export const maxFormBytes = 16 * 1024;

/**
 * Parameters that the shape does not name are ignored, and empty ones count as absent (RFC 6749 3.2).
 * Throws AppError `field_invalid`.
 */
export function readForm<Form>(shape: z.ZodType<Form>, { request }: Pick<Call, 'request'>): Form {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  const isForm = type.trim().toLowerCase() === 'application/x-www-form-urlencoded';
  if (!isForm || !Buffer.isBuffer(request.body)) throw fieldInvalid('body', 'oauth_form');
  const pairs = [...new URLSearchParams(request.body.toString('utf8'))].filter(([, value]) => value !== '');
  const names = pairs.map(([name]) => name);
  if (new Set(names).size < names.length) throw fieldInvalid('body', 'oauth_form');
  return parseWith(shape, Object.fromEntries(pairs));
}
