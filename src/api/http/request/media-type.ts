/**
 * Rejects bodies by their Content-Type and Content-Encoding. Every route accepts JSON, and routes that take
 * files accept forms. A browser sends `text/plain`, forms and bodies without a type to any server without a
 * preflight (a CORS "simple" request), so none of them may reach a handler that acts on a cookie.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '@kinora/shared/errors/errors';
import { namesToken } from '../auth/session-token.ts';
import type { Route } from '../route.ts';

/** Types that HTTP tools send with JSON by default: none, that of `fetch`, or that of curl. */
const defaultTypes = ['', 'text/plain', 'application/x-www-form-urlencoded'];

/**
 * Encodings of a body that only its sender can read. Some clients name a character set here, which does no
 * harm.
 */
const compressions = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'compress', 'x-compress'];

/** Throws AppError `media_type_unsupported` or `content_encoding_unsupported`, before the body is read. */
export function rejectMediaType(request: FastifyRequest, route: Route): void {
  if (!isNeeded(request, route)) return;
  rejectCompressed(request.headers['content-encoding'] ?? '');
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const allowedTypes = ['application/json', ...(route.multipart ? ['multipart/form-data'] : [])];
  if (allowedTypes.includes(type)) return;
  // The image interface accepts JSON under these types, but only with a key, which
  // browsers do not add by themselves.
  if (route.interfaceName === 'image' && !namesToken(request) && defaultTypes.includes(type)) return;
  throw new AppError('media_type_unsupported', { type, allowed: allowedTypes.join(', ') });
}

function rejectCompressed(contentEncoding: string): void {
  const encoding = contentEncoding
    .toLowerCase()
    .split(',')
    .map(each => each.trim())
    .find(each => compressions.includes(each));
  if (encoding !== undefined) throw new AppError('content_encoding_unsupported', { encoding });
}

/**
 * Whether a type is required: with every body that is parsed, and for each POST of the Console,
 * which acts on the cookie alone.
 */
function isNeeded({ method, headers }: FastifyRequest, { interfaceName, rawBodyBytes }: Route): boolean {
  if (rawBodyBytes !== undefined) return false;
  if (method !== 'POST' && method !== 'DELETE') return false;
  if (interfaceName === 'console' && method === 'POST') return true;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
