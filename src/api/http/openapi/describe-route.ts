/**
 * Describes a route for the OpenAPI document, including the error responses that follow from its
 * method, body and authentication.
 */
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { errorTable, isRetryable, type ErrorCode } from '@kinora/shared/errors/errors';
import type { DeclaredResponse, ErrorWire, Fields, Route } from '../route.ts';
import { without } from '../../../platform/lib/without.ts';
import { responseHeaders, type ResponseHeader } from '../sent-headers.ts';

/** An operation of OpenAPI 3.1. */
export function describeRoute(route: Route, wire: ErrorWire): object {
  const parameters = [
    ...describeFields('query', route.query),
    ...describeFields('header', route.headers),
    ...describePath(route),
  ];
  const { summary, interfaceName } = route;
  return {
    operationId: operationId(route),
    summary,
    tags: [interfaceName],
    security: describeSecurity(route),
    ...describeBody(route),
    ...(parameters.length > 0 && { parameters }),
    responses: { ...describeResponses(route), ...describeErrors(route, wire) },
  };
}

/** Returns an id such as `post_v1_videos_id_cancel` for `POST /v1/videos/{id}/cancel`. */
function operationId({ method, path }: Route): string {
  return `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, '')}`;
}

function describeSecurity({ interfaceName, auth, isPublic }: Route): object[] {
  if (auth !== 'none') return [{ key: [] }];
  return interfaceName === 'console' && !isPublic ? [{ session: [] }] : [];
}

/** Describes each field of a query or of headers as a parameter. */
function describeFields(place: 'query' | 'header', shape: z.ZodType | undefined): object[] {
  if (!shape) return [];
  const { properties = {}, required: requiredNames = [] } = toJson(shape, 'input');
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    schema,
    in: place,
    name,
    required: requiredNames.includes(name),
    ...(description && { description }),
  }));
}

function describePath({ path }: Route): object[] {
  return path
    .split('/')
    .filter(part => part.startsWith(':'))
    .map(part => ({ schema: { type: 'string' }, in: 'path', name: part.slice(1), required: true }));
}

interface JsonObject {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly required?: readonly string[];
}

function toJson(shape: z.ZodType, io: 'input' | 'output'): JsonObject {
  const options = { io, target: 'draft-2020-12', unrepresentable: 'any', override: listConstant } as const;
  return without(z.toJSONSchema(shape, options), ['$schema']) as JsonObject;
}

/** Replaces `const` by a list of one value, which more generators of clients support. */
function listConstant({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.const === undefined) return;
  jsonSchema.enum = [jsonSchema.const];
  delete jsonSchema.const;
}

const anyBytes = { '*/*': { schema: { type: 'string', format: 'binary' } } };

function describeBody({ body, fields, multipart, rawBodyBytes }: Route): object {
  if (rawBodyBytes !== undefined) return { requestBody: { required: false, content: anyBytes } };
  if (!body) return {};
  const shape = toJson(body, 'input');
  const withFields = (more: Fields = {}) => ({
    schema: {
      ...shape,
      properties: { ...shape.properties, ...more },
      ...(fields && { additionalProperties: false }),
    },
  });
  const content = {
    'application/json': withFields(fields?.json),
    ...(multipart && { 'multipart/form-data': withFields(fields?.form) }),
  };
  // A body that needs no field may be left out.
  return { requestBody: { required: (shape.required ?? []).length > 0, content } };
}

function describeResponses({ responses = { 200: { description: 'Success.' } } }: Route): object {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, toResponse(response)]),
  );
}

function toResponse({ description, shape, types = [], headers = [] }: DeclaredResponse): object {
  const content = {
    ...(shape && { 'application/json': { schema: toJson(shape, 'output') } }),
    ...Object.fromEntries(types.map(type => [type, describeType(type)])),
  };
  return {
    description,
    ...(headers.length > 0 && { headers: describeHeaders(headers) }),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

/**
 * Describes a media type. A stream of events has no schema, because a schema would describe each event and
 * not the stream.
 */
function describeType(type: string): object {
  return type === 'text/event-stream' ? {} : { schema: { type: 'string', format: 'binary' } };
}

function describeHeaders(names: readonly ResponseHeader[]): object {
  return Object.fromEntries(
    names.map(name => [name, { schema: { type: 'string' }, description: responseHeaders[name] }]),
  );
}

/** Describes error responses by status, with their possible codes. */
function describeErrors(route: Route, wire: ErrorWire): object {
  const shape = wire.errorBody;
  const codes = [...commonErrorCodes(route), ...(route.errorCodes ?? [])];
  const listedCodes = codes.filter(code => !wire.reportsInBody(route, code));
  const byStatus = Map.groupBy(new Set(listedCodes), code => errorTable[code].status);
  const errors = [...byStatus].map(([status, codesOfStatus]) => [
    status,
    toResponse({
      description: `${STATUS_CODES[status]}: ${codesOfStatus.map(code => `\`${code}\``).join(', ')}`,
      shape,
      headers: listHeaders(status, codesOfStatus),
    }),
  ]);
  const serverError = { description: 'Internal error; 503: temporarily unavailable.', shape };
  return {
    ...Object.fromEntries(errors),
    ...(!wire.reportsInBody(route, 'internal') && {
      '5XX': toResponse({ ...serverError, headers: ['Retry-After'] }),
    }),
  };
}

/** The error codes that follow from the key, the query, the body and the method of a route. */
function commonErrorCodes({
  method,
  interfaceName,
  auth,
  isPublic,
  body,
  query,
  rawBodyBytes,
}: Route): ErrorCode[] {
  const isVideo = interfaceName === 'video';
  const lists: readonly (readonly [boolean, readonly ErrorCode[]])[] = [
    [true, ['headers_too_large']],
    [method === 'POST', ['request_timeout']],
    [auth !== 'none', ['key_missing', 'key_invalid', 'key_revoked', 'address_not_allowed']],
    [auth === 'key', ['wrong_group']],
    [auth !== 'none' && interfaceName !== 'mcp', ['key_audience']],
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
    [interfaceName === 'console' && !isPublic, ['session_missing', 'not_allowed']],
    [interfaceName === 'console' && method !== 'GET', ['request_foreign']],
    [body !== undefined && isVideo, ['field_unknown']],
  ];
  return lists.flatMap(([applies, codes]) => (applies ? codes : []));
}

function listHeaders(status: number, codes: readonly ErrorCode[]): ResponseHeader[] {
  return [
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 416 ? (['Content-Range'] as const) : []),
    ...(codes.some(code => isRetryable(code) || code === 'token_cap_reached')
      ? (['Retry-After'] as const)
      : []),
    ...(codes.includes('idempotency_conflict') ? (['x-should-retry'] as const) : []),
  ];
}
