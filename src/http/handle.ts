/** The only place where something thrown becomes an answer: anything -> AppError -> that interface's error shape. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, errorTable, isRetryable, type Language } from '../errors.ts';
import { sendImageError } from './image/wire.ts';
import { languageOf, type Family } from './route.ts';
import { sendVideoError } from './video/wire.ts';

const senders: Readonly<
  Record<Family, (reply: FastifyReply, error: AppError, language: Language) => unknown>
> = {
  image: sendImageError,
  video: sendVideoError,
  console: sendVideoError,
  site: sendVideoError,
};

export function handleError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  const error = toAppError(thrown, request);
  if (error.code === 'internal') request.log.error({ err: error.cause }, 'request failed');
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
  return senders[familyOf(request)](reply, error, languageOf(request.headers['accept-language']));
}

/** The family of a route that matched, or by the path of one that did not. */
function familyOf(request: FastifyRequest): Family {
  const { family } = (request.routeOptions?.config ?? {}) as { family?: Family };
  if (family) return family;
  return /^(\/[a-z-]+)?\/mj(\/|\?|$)/.test(request.url) ? 'image' : 'video';
}

function toAppError(thrown: unknown, request: FastifyRequest): AppError {
  if (thrown instanceof AppError) return thrown;
  const error = thrown as FastifyError;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new AppError('body_too_large', { limit: describeBytes(request.routeOptions.bodyLimit ?? 0) });
    case 'FST_FILES_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return new AppError('request_invalid', {
        reason: 'The form has too many parts: at most 8 files and 50 fields are taken.',
      });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('media_type_unsupported', {
        type: request.headers['content-type'] ?? '',
        allowed: 'application/json or multipart/form-data',
      });
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('route_unknown', { method: request.method, path: request.url.split('?')[0] ?? '' });
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AppError('json_invalid');
  }
  if (error instanceof SyntaxError && error.statusCode === 400) return new AppError('json_invalid');
  if (error.statusCode && error.statusCode < 500)
    return new AppError('request_invalid', { reason: error.message });
  return new AppError('internal', {}, thrown);
}

function describeBytes(bytes: number): string {
  return bytes >= 1 << 20 ? `${Math.round(bytes / (1 << 20))} MB` : `${bytes} bytes`;
}

/** Validates by schema; the first problem becomes `field_unknown` or `field_invalid` with the field's path. */
export function parseWith<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') {
    const param = [...issue.path, issue.keys[0]].join('.');
    throw new AppError('field_unknown', { param, allowed: fieldNames(schema).join(', ') || 'none' });
  }
  if (path === '') throw new AppError('request_invalid', { reason: 'A JSON object is expected.' });
  throw new AppError('field_invalid', {
    param: path,
    reason: describe(issue, valueAt(value, issue?.path ?? [])),
  });
}

/** In words of ours: the library's own speak of its types. */
function describe(issue: z.core.$ZodIssue | undefined, value: unknown): string {
  if (value === undefined) return 'it is missing.';
  switch (issue?.code) {
    case 'invalid_type':
      return `${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected} is expected.`;
    case 'invalid_union':
      return describeUnion(issue, value);
    case 'invalid_value':
      return `allowed: ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return `at least ${counted(issue.minimum, issue.origin)}.`;
    case 'too_big':
      return `at most ${counted(issue.maximum, issue.origin)}${lengthOf(value, issue.origin)}.`;
    default:
      return `${issue?.message ?? 'not accepted'}.`;
  }
}

function counted(limit: number | bigint, of: string): string {
  if (of === 'string') return `${limit} character${Number(limit) === 1 ? '' : 's'}`;
  return of === 'array' ? `${limit} of them` : `${limit}`;
}

/** `, not 5`: of what is too long. */
function lengthOf(value: unknown, of: string): string {
  const isCounted = of === 'string' || of === 'array';
  return isCounted ? `, not ${(value as string | readonly unknown[]).length}` : '';
}

/** Where the value's type is one of the choices, what is wrong with it there. */
function describeUnion({ errors }: z.core.$ZodIssueInvalidUnion, value: unknown): string {
  const own = errors.flat().find(issue => issue.code === 'custom');
  if (own) return `${own.message}.`;
  const allowed = errors
    .flatMap(([issue]) => (issue?.code === 'invalid_value' ? issue.values : []))
    .filter(Boolean);
  if (allowed.length > 0) return `allowed: ${allowed.map(String).join(', ')}.`;
  const closer = errors.find(([issue]) => issue && issue.code !== 'invalid_type');
  return closer ? describe(closer[0], value) : 'a text or a number is expected.';
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
}

function fieldNames(schema: z.ZodType): string[] {
  return 'shape' in schema ? Object.keys(schema.shape as object) : [];
}
