/** The HTTP server: Fastify with the route table on it, one error handler, CORS and the OpenAPI document. */
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import swagger, { type SwaggerTransform } from '@fastify/swagger';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Token } from '../accounts/tokens.ts';
import type { Database } from '../db/open.ts';
import { AppError } from '../errors.ts';
import type { Authenticator } from './auth.ts';
import { checkText, isStorable } from './check-text.ts';
import { describeRoute } from './describe-route.ts';
import { handleError, parseWith } from './handle.ts';
import { openApiDocument } from './openapi.ts';
import { refuseMethods } from './refuse-methods.ts';
import { languageOf, type Family, type Route } from './route.ts';
import type { KeptReplies } from './kept-replies.ts';
import { readMultipart } from './video/read-multipart.ts';
import { refuseForeign } from './console/session-cookie.ts';
import { namesToken, tokenOfSession } from './console/session-token.ts';

export interface ServerOptions {
  readonly db: Database;
  readonly routes: readonly Route[];
  readonly authenticator: Authenticator;
  readonly replies: KeptReplies;
  readonly trustedProxies: readonly string[];
  readonly baseUrl: string | undefined;
  readonly directBaseUrl: string | undefined;
  readonly log: Logger;
  /** True once the process is on its way out: submits are refused, so that clients go elsewhere. */
  readonly isDraining: () => boolean;
}

/** Pictures come in as base64, several in one request. */
const imageBodyLimit = 40 * 1024 * 1024;
/** A picture as a data URL in a text part. */
const maxFieldBytes = 16 * 1024 * 1024;
const videoBodyLimit = 64 * 1024 * 1024;

/** The Console sends words. */
const bodyLimits: Readonly<Record<Family, number>> = {
  image: imageBodyLimit,
  video: videoBodyLimit,
  console: 256 * 1024,
  site: 1024,
};

export async function openServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    // No child logger for each request: none of ours adds a field.
    childLoggerFactory: logger => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: videoBodyLimit,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
    clientErrorHandler: refuseUnreadable,
    genReqId: () => '',
    serverFactory: route => serverWith(options.replies, route),
    forceCloseConnections: 'idle',
  });
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    allowedHeaders: allowedHeaders.join(', '),
    exposedHeaders:
      'etag, content-range, accept-ranges, content-disposition, retry-after, openai-poll-after-ms, x-should-retry',
    maxAge: 86_400,
    strictPreflight: false,
  });
  await app.register(multipart, {
    limits: { files: 8, fields: 50, fileSize: videoBodyLimit, fieldSize: maxFieldBytes },
  });
  await app.register(swagger, { openapi: openApiDocument, transform: describe });
  app.setErrorHandler((error, request, reply) => handleError(error, request, reply));
  acceptJson(app);
  for (const route of options.routes) addRoute(app, route, options);
  refuseMethods(app, options.routes);
  return app;
}

const allowedHeaders = [
  'content-type',
  'authorization',
  'mj-api-secret',
  'x-ptoken',
  'idempotency-key',
  'accept-language',
  'range',
  'if-none-match',
  'last-event-id',
  'openai-organization',
  'openai-project',
  'x-stainless-arch',
  'x-stainless-async',
  'x-stainless-custom-poll-interval',
  'x-stainless-helper-method',
  'x-stainless-lang',
  'x-stainless-os',
  'x-stainless-package-version',
  'x-stainless-poll-helper',
  'x-stainless-retry-count',
  'x-stainless-runtime',
  'x-stainless-runtime-version',
  'x-stainless-timeout',
];

/** JSON, an empty body as none; without or with another content type only where clients in use do that. */
function acceptJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  const parse = (
    request: FastifyRequest,
    body: string,
    done: (error: Error | null, body?: unknown) => void,
  ) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body, done);
  };
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, parse);
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (request, body, done) => {
    const type = request.headers['content-type'];
    const tolerated =
      !type ||
      type.startsWith('text/plain') ||
      (request.routeOptions.config as { family?: Family }).family === 'image';
    if (tolerated) parse(request, body, done);
    else
      done(
        new AppError('media_type_unsupported', { type, allowed: 'application/json or multipart/form-data' }),
      );
  });
}

/** Shapes are checked in `answer`, where a refusal gets its interface's own form; Fastify gets them for the document alone. */
const describe: SwaggerTransform = ({ schema, url, route }) => {
  const { line } = (route.config ?? {}) as RouteConfig;
  return { schema: line ? describeRoute(line) : schema, url };
};

interface RouteConfig {
  readonly family?: Family;
  readonly line?: Route;
}

function addRoute(app: FastifyInstance, route: Route, options: ServerOptions): void {
  const { method, path, family, auth } = route;
  app.route({
    method,
    url: path,
    exposeHeadRoute:
      method === 'GET' &&
      !route.streams &&
      !options.routes.some(other => other.method === 'HEAD' && other.path === path),
    bodyLimit: bodyLimits[family],
    config: { family, line: route } satisfies RouteConfig as object,
    // Before the body is read: an unknown caller's upload is not.
    onRequest: async request => {
      if (method === 'POST' && options.isDraining()) throw new AppError('shutting_down');
      if (family === 'console' && method !== 'GET') refuseForeign(request);
      await route.judge?.(request);
      if (auth === 'none') return;
      const { authenticator, replies, db } = options;
      const kind = auth === 'any-key' ? 'any' : kindOf(family);
      const { token, mayBeKept } = namesToken(request)
        ? { token: await tokenOfSession(db, request, kind), mayBeKept: false }
        : await authenticator.authenticate(request, kind);
      tokens.set(request, token);
      if (!mayBeKept) replies.leaveOut(request.raw);
    },
    handler: (request, reply) => answer(route, { request, reply, options }),
  });
}

/** Bytes that are no HTTP request: there is no route and no reply yet, only the socket. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, code] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'headers_too_large']
      : ['400 Bad Request', 'request_invalid'];
  const body = JSON.stringify({
    error: {
      message: 'This is not a readable HTTP request.',
      type: 'invalid_request_error',
      param: null,
      code,
    },
  });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function serverWith(replies: KeptReplies, route: RequestListener): Server {
  return createServer({ keepAliveTimeout: 72_000, requestTimeout: 60_000 }, (request, response) => {
    if (!replies.answer(request, response)) route(request, response);
  });
}

/** The token of each request under way. */
const tokens = new WeakMap<FastifyRequest, Token>();

function kindOf(family: Family): 'image' | 'video' | 'any' {
  return family === 'image' || family === 'video' ? family : 'any';
}

async function answer(
  route: Route,
  { request, reply, options }: { request: FastifyRequest; reply: FastifyReply; options: ServerOptions },
) {
  const body =
    route.multipart && request.isMultipart()
      ? await readMultipart(request)
      : withoutNulls(route, request.body);
  checkText(body);
  checkText(request.query);
  const params = request.params as Record<string, string>;
  if (!Object.values(params).every(isStorable)) {
    throw new AppError('route_unknown', { method: request.method, path: request.url.split('?')[0] ?? '' });
  }
  const { family } = route;
  const configured = family === 'video' || family === 'console' ? options.baseUrl : options.directBaseUrl;
  return route.handle({
    request,
    reply,
    body: (route.body ? parseWith(route.body, body) : undefined) as never,
    query: (route.query ? parseWith(route.query, request.query) : undefined) as never,
    params,
    token: tokens.get(request) as Token,
    language: languageOf(request.headers['accept-language']),
    baseUrl: configured ?? `${request.protocol}://${request.host}`,
  });
}

/** On the video interface null is the same as not given; the image interface's shapes say so field by field. */
function withoutNulls({ family }: Route, body: unknown): unknown {
  if (family !== 'video' || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}
