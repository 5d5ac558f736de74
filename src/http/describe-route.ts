/** A line of the route table -> its part of the OpenAPI document. What a line need not say, since it follows, is added here. */
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { errorTable, isRetryable, type ErrorCode } from '../errors.ts';
import { submitAnswer, tellsInBody } from './image/wire.ts';
import type { Answer, Route } from './route.ts';
import { answeredHeaders, type AnsweredHeader } from './sent-headers.ts';
import { errorAnswer } from './video/wire.ts';

export function describeRoute(route: Route): object {
  const { summary, family, auth, body, query, headers, hidden } = route;
  return {
    operationId: operationIdOf(route),
    summary,
    tags: [family],
    security: auth === 'none' ? [] : [{ key: [] }],
    hide: hidden ?? false,
    ...(query && { querystring: toJson(query, 'input') }),
    ...(headers && { headers: toJson(headers, 'input') }),
    ...(body && { body: describeBody(route) }),
    response: { ...describeAnswers(route), ...describeRefusals(route) },
  };
}

/** `POST /v1/videos/{id}/cancel` -> `post_v1_videos_id_cancel`. */
function operationIdOf({ method, path }: Route): string {
  return `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, '')}`;
}

function toJson(shape: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  return z.toJSONSchema(shape, { io, target: 'draft-2020-12', unrepresentable: 'any' });
}

function describeBody({ body, fields, multipart }: Route): object {
  const shape = toJson(body as z.ZodType, 'input');
  const withFields = (more: Readonly<Record<string, object>> = {}) => ({
    schema: {
      ...shape,
      properties: { ...(shape['properties'] as object), ...more },
      ...(fields && { additionalProperties: false }),
    },
  });
  return {
    content: {
      'application/json': withFields(fields?.json),
      ...(multipart && { 'multipart/form-data': withFields(fields?.form) }),
    },
  };
}

function describeAnswers({ answers = { 200: { says: 'It is so.' } } }: Route): object {
  return Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, toResponse(answer)]));
}

function toResponse({ says, shape, types, headers = [] }: Answer): object {
  const schema = shape ? toJson(shape, 'output') : { type: 'string', format: 'binary' };
  const media = types ?? (shape ? ['application/json'] : []);
  return {
    description: says,
    ...(headers.length > 0 && { headers: describeHeaders(headers) }),
    ...(media.length > 0
      ? { content: Object.fromEntries(media.map(type => [type, { schema }])) }
      : { type: 'null' }),
  };
}

function describeHeaders(names: readonly AnsweredHeader[]): object {
  return Object.fromEntries(
    names.map(name => [name, { type: 'string', description: answeredHeaders[name] }]),
  );
}

/** By status, with the codes that it can have. */
function describeRefusals(route: Route): object {
  const shape = route.family === 'image' ? submitAnswer : errorAnswer;
  // Of the image interface's submits only these two are told by their status.
  const isShown = (status: number) => !tellsInBody(route) || status === 401 || status === 403;
  const codes = [...usualRefusals(route), ...(route.refusals ?? [])];
  const byStatus = Map.groupBy(new Set(codes), code => errorTable[code].status);
  const refused = [...byStatus]
    .filter(([status]) => isShown(status))
    .map(([status, some]) => [
      status,
      toResponse({
        says: `${STATUS_CODES[status]}: ${some.map(code => `\`${code}\``).join(', ')}`,
        shape,
        headers: headersOf(status, some),
      }),
    ]);
  const trouble = { says: 'A fault of ours, or away for a moment: 503.', shape };
  return {
    ...Object.fromEntries(refused),
    ...(!tellsInBody(route) && { '5XX': toResponse({ ...trouble, headers: ['Retry-After'] }) }),
  };
}

/** What follows from needing a key, from taking a query or a body, and from a method that can bring one. */
function usualRefusals({ method, family, auth, body, query }: Route): ErrorCode[] {
  const isVideo = family === 'video';
  const lists: readonly (readonly [boolean, readonly ErrorCode[]])[] = [
    [auth !== 'none', ['key_missing', 'key_invalid', 'key_revoked', 'address_not_allowed']],
    [auth === 'key', ['wrong_group']],
    [query !== undefined, ['field_unknown', 'field_invalid']],
    [body !== undefined, ['field_invalid', 'request_invalid']],
    [method === 'POST', ['json_invalid', 'body_too_large']],
    [method === 'POST' && isVideo, ['media_type_unsupported']],
    [family === 'console' && auth === 'none', ['session_missing', 'not_allowed']],
    [family === 'console' && method !== 'GET', ['request_foreign']],
    [body !== undefined && isVideo, ['field_unknown']],
  ];
  return lists.flatMap(([applies, codes]) => (applies ? codes : []));
}

function headersOf(status: number, codes: readonly ErrorCode[]): AnsweredHeader[] {
  return [
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 416 ? (['Content-Range'] as const) : []),
    ...(codes.some(code => isRetryable(code) || code === 'token_cap_reached')
      ? (['Retry-After'] as const)
      : []),
    ...(codes.includes('idempotency_conflict') ? (['x-should-retry'] as const) : []),
  ];
}
