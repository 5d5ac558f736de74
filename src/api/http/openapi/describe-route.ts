/** Describes a route for the OpenAPI document, including the error responses that follow from its method, body and authentication. */
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { errorTable, isRetryable, type ErrorCode } from '@kinora/shared/errors/errors';
import type { DeclaredResponse, ErrorWire, Route } from '../route.ts';
import { responseHeaders, type ResponseHeader } from '../sent-headers.ts';

const described = new WeakMap<Route, object>();

/** Describes each route once, because a hundred of them take a third of a second. */
export function describeRoute(route: Route, wire: ErrorWire): object {
  const known = described.get(route) ?? describe(route, wire);
  described.set(route, known);
  return known;
}

function describe(route: Route, wire: ErrorWire): object {
  const { summary, family, body, query, headers, hidden, rawBodyBytes } = route;
  return {
    operationId: operationIdOf(route),
    summary,
    tags: [family],
    security: securityOf(route),
    hide: hidden ?? false,
    ...(query && { querystring: toJson(query, 'input') }),
    ...(headers && { headers: toJson(headers, 'input') }),
    ...(body && { body: describeBody(route) }),
    ...(rawBodyBytes !== undefined && { body: anyBytes }),
    response: { ...describeResponses(route), ...describeErrors(route, wire) },
  };
}

function securityOf({ family, auth, isPublic }: Route): object[] {
  if (auth !== 'none') return [{ key: [] }];
  return family === 'console' && !isPublic ? [{ session: [] }] : [];
}

const anyBytes = { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };

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

function describeResponses({ responses = { 200: { description: 'Success.' } } }: Route): object {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, toResponse(response)]),
  );
}

function toResponse({ description, shape, types = [], headers = [] }: DeclaredResponse): object {
  const content = {
    ...(shape && { 'application/json': { schema: toJson(shape, 'output') } }),
    ...Object.fromEntries(types.map(type => [type, { schema: { type: 'string', format: 'binary' } }])),
  };
  return {
    description: description,
    ...(headers.length > 0 && { headers: describeHeaders(headers) }),
    ...(Object.keys(content).length > 0 ? { content } : { type: 'null' }),
  };
}

function describeHeaders(names: readonly ResponseHeader[]): object {
  return Object.fromEntries(
    names.map(name => [name, { type: 'string', description: responseHeaders[name] }]),
  );
}

/** Describes error responses by status, with their possible codes. */
function describeErrors(route: Route, wire: ErrorWire): object {
  const shape = wire.errorBody;
  const inBody = wire.reportsInBody(route);
  // Submits of the image interface use only these two statuses for errors.
  const isShown = (status: number) => !inBody || status === 401 || status === 403;
  const codes = [...commonErrorCodes(route), ...(route.errorCodes ?? [])];
  const byStatus = Map.groupBy(new Set(codes), code => errorTable[code].status);
  const errors = [...byStatus]
    .filter(([status]) => isShown(status))
    .map(([status, some]) => [
      status,
      toResponse({
        description: `${STATUS_CODES[status]}: ${some.map(code => `\`${code}\``).join(', ')}`,
        shape,
        headers: headersOf(status, some),
      }),
    ]);
  const serverError = { description: 'Internal error; 503: temporarily unavailable.', shape };
  return {
    ...Object.fromEntries(errors),
    ...(!inBody && { '5XX': toResponse({ ...serverError, headers: ['Retry-After'] }) }),
  };
}

/** The error codes that follow from the key, the query, the body and the method of a route. */
function commonErrorCodes({ method, family, auth, isPublic, body, query, rawBodyBytes }: Route): ErrorCode[] {
  const isVideo = family === 'video';
  const lists: readonly (readonly [boolean, readonly ErrorCode[]])[] = [
    [true, ['headers_too_large']],
    [method === 'POST', ['request_timeout']],
    [auth !== 'none', ['key_missing', 'key_invalid', 'key_revoked', 'address_not_allowed']],
    [auth === 'key', ['wrong_group']],
    [query !== undefined, ['field_unknown', 'field_invalid']],
    [body !== undefined, ['field_invalid', 'request_invalid', 'body_not_object']],
    [method === 'POST', ['body_too_large', 'uploads_too_many']],
    [
      method === 'POST' && rawBodyBytes === undefined,
      [
        'json_invalid',
        'body_not_utf8',
        'body_text_too_large',
        'media_type_unsupported',
        'content_encoding_unsupported',
      ],
    ],
    [family === 'console' && !isPublic, ['session_missing', 'not_allowed']],
    [family === 'console' && method !== 'GET', ['request_foreign']],
    [body !== undefined && isVideo, ['field_unknown']],
  ];
  return lists.flatMap(([applies, codes]) => (applies ? codes : []));
}

function headersOf(status: number, codes: readonly ErrorCode[]): ResponseHeader[] {
  return [
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 416 ? (['Content-Range'] as const) : []),
    ...(codes.some(code => isRetryable(code) || code === 'token_cap_reached')
      ? (['Retry-After'] as const)
      : []),
    ...(codes.includes('idempotency_conflict') ? (['x-should-retry'] as const) : []),
  ];
}
