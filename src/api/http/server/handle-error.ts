/**
 * The only place where exceptions become responses: converts them to AppError and then to
 * the interface's error shape.
 */
import { tooManyParts } from '../request/read-multipart.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, errorTable, isRetryable } from '@kinora/shared/errors/errors';
import { ClientGoneError } from '../request/client-gone.ts';
import { constraintError } from '../../../platform/db/constraint-error.ts';
import { inRequestSpan } from './request-span.ts';
import { describeBytes } from '../../../platform/lib/text/describe-bytes.ts';
import { preferredLanguage, type ErrorWires, type InterfaceName } from '../route.ts';

export type HandleError = (exception: unknown, request: FastifyRequest, reply: FastifyReply) => unknown;

export function openErrorHandler(wires: ErrorWires): HandleError {
  return (exception, request, reply) => sendError(wires, exception, { request, reply });
}

function sendError(
  wires: ErrorWires,
  exception: unknown,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): unknown {
  // The connection is closed, so the client would not receive a response.
  if (exception instanceof ClientGoneError) return reply.hijack();
  const error = toAppError(exception, request);
  if (error.code === 'internal')
    inRequestSpan(request, () => request.log.error({ err: error.cause }, 'request failed'));
  const { status } = errorTable[error.code];
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .removeHeader('etag')
    .removeHeader('content-disposition');
  const { retryAfter } = error.details;
  if (retryAfter !== undefined || isRetryable(error.code))
    reply.header('retry-after', String(retryAfter ?? 1));
  if (error.code === 'method_not_allowed') reply.header('allow', String(error.details['allowed']));
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return wires[findInterface(request)].sendError(
    reply,
    error,
    preferredLanguage(request.headers['accept-language']),
  );
}

/** The interface of the matched route or, if none matched, of the path. */
function findInterface(request: FastifyRequest): InterfaceName {
  const { interfaceName } = (request.routeOptions?.config ?? {}) as { interfaceName?: InterfaceName };
  if (interfaceName) return interfaceName;
  if (/^(\/[a-z-]+)?\/mj(\/|\?|$)/.test(request.url)) return 'image';
  if (/^\/v1\/images(\/|\?|$)/.test(request.url)) return 'images';
  if (/^\/mcp(\/|\?|$)/.test(request.url)) return 'mcp';
  return /^\/v1(\/|\?|$)/.test(request.url) ? 'video' : 'site';
}

function toAppError(exception: unknown, request: FastifyRequest): AppError {
  if (exception instanceof AppError) return exception;
  const constraintViolation = constraintError(exception);
  if (constraintViolation) return constraintViolation;
  const error = exception as FastifyError;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new AppError('body_too_large', { limit: describeBytes(request.routeOptions.bodyLimit ?? 0) });
    case 'FST_FILES_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return tooManyParts();
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('media_type_unsupported', {
        type: request.headers['content-type'] ?? '',
        allowed: 'application/json, multipart/form-data',
      });
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('route_unknown', { method: request.method, path: request.url.split('?')[0] ?? '' });
  }
  if (error.statusCode && error.statusCode < 500)
    return new AppError('request_invalid', { reason: error.message });
  return new AppError('internal', {}, exception);
}
