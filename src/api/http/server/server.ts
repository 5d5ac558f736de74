/**
 * The HTTP server: Fastify with the route table on it, one error handler, CORS and the OpenAPI document.
 * @NOTE length: the order in which hooks and plugins are registered decides what a request meets first, so it
 * is in one place.
 */
import multipart from '@fastify/multipart';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Logger } from 'pino';
import type { Token } from '../../../core/accounts/tokens.ts';
import type { Database } from '../../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { preciseNow, systemClock } from '@kinora/shared/clock';
import { version, versionHeader } from '../../../platform/version.ts';
import type { ReportRequest } from '../../../platform/lib/ended-request.ts';
import type { AccessLog } from '../access-log.ts';
import type { Authenticator } from '../auth/auth.ts';
import { acceptBytes } from '../request/accept-bytes.ts';
import { openBodyBudget, type BodyBudget } from '../request/body-budget.ts';
import { openPathRemover } from '../request/server-path.ts';
import { readBaseUrl, configuredUrl, findLinkBasis } from '../request/request-address.ts';
import { checkText, isStorable } from '../request/check-text.ts';
import { slowBodyCheckMs, openSlowBodyCheck } from '../request/drop-slow-bodies.ts';
import { checkResponses } from '../reply/check-response.ts';
import { reportRequests } from '../reply/report-requests.ts';
import { allowOrigins } from './allow-origins.ts';
import { openErrorHandler } from './handle-error.ts';
import { limitConnections } from '../request/limit-connections.ts';
import { rejectMediaType } from '../request/media-type.ts';
import { readForwarded } from '../request/read-forwarded.ts';
import { parseWith } from '../request/parse-with.ts';
import { parseJson } from '../request/parse-json.ts';
import { inBody } from '../request/body-images.ts';
import { dropUnread } from '../request/drop-unread.ts';
import { readBody } from '../request/read-body.ts';
import { limitPieces } from '../request/limit-pieces.ts';
import { closeEarly, expectsContinue } from '../request/close-early.ts';
import { inTurn } from '../request/in-turn.ts';
import { requestIdHeader, readRequestId } from '../request/request-id.ts';
import { partLimits, readMultipart } from '../request/read-multipart.ts';
import { rejectMethods } from './reject-methods.ts';
import { rejectUnreadable, tooManyPieces } from '../request/reject-unreadable.ts';
import { preferredLanguage, type ErrorWires, type InterfaceName, type Route } from '../route.ts';
import { openReadyPolls } from '../cache/ready-polls.ts';
import { inRequestSpan, openRequestSpan } from './request-span.ts';
import { variantKey, type RecordCache } from '../cache/record-cache.ts';
import { rejectForeign } from '../auth/session-cookie.ts';
import { namesToken, tokenOfSession } from '../auth/session-token.ts';

export interface ServerOptions {
  readonly db: Database;
  readonly routes: readonly Route[];
  readonly errorWires: ErrorWires;
  readonly authenticator: Authenticator;
  readonly records: RecordCache;
  readonly trustedProxies: readonly string[];
  readonly baseUrl: string | undefined;
  readonly directBaseUrl: string | undefined;
  readonly log: Logger;
  /** Writes the access log. Undefined if there is none. */
  readonly accessLog: AccessLog | undefined;
  /** True while the process is stopping. Submits are then rejected, so that clients use another process. */
  readonly isDraining: () => boolean;
  /** Called for each request that was answered. Undefined if the process reports no requests. */
  readonly reportRequest: ReportRequest | undefined;
  /**
   * Called with the problem if a response has another shape than its route declares; the request then fails.
   * Only tests set it.
   */
  readonly reportResponse: ((problem: string) => void) | undefined;
}

/** The limit of a body, in bytes. It is large, because a request may contain several pictures in Base64. */
const imageBodyLimit = 40 * 1024 * 1024;
const videoBodyLimit = 64 * 1024 * 1024;

/** The limit for requests without authentication, such as a sign-in or an invitation, in bytes. */
const openBodyLimit = 4 * 1024;
/** Limits of bodies, in bytes. The Console's own requests contain only text, so their limit is lower. */
const bodyLimits: Readonly<Record<InterfaceName, number>> = {
  image: imageBodyLimit,
  images: videoBodyLimit,
  video: videoBodyLimit,
  mcp: imageBodyLimit,
  console: 256 * 1024,
  site: openBodyLimit,
  oauth: openBodyLimit,
};

export async function openServer(options: ServerOptions): Promise<FastifyInstance> {
  const handleError = openErrorHandler(options.errorWires);
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: videoBodyLimit,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
    clientErrorHandler: rejectUnreadable,
    genReqId: ({ headers }) => readRequestId(headers),
    serverFactory: route => serverWith(options, route),
    forceCloseConnections: 'idle',
    // What arrives on a connection that is not idle while the server stops is answered as usual: a client
    // cannot tell an answer of 503 to a submit from one that was lost.
    return503OnClosing: false,
  });
  await allowOrigins(app);
  await app.register(multipart, {
    ...partLimits,
    limits: { ...partLimits.limits, fileSize: videoBodyLimit },
  });
  app.setErrorHandler(handleError);
  identifyRequests(app, options.accessLog);
  if (options.reportResponse) checkResponses(app, options.reportResponse);
  if (options.reportRequest) reportRequests(app, options.reportRequest);
  const budget = openBodyBudget();
  acceptJson(app, budget);
  limitBodies(app, budget);
  const isRaw = ({ rawBodyBytes }: Route) => rawBodyBytes !== undefined;
  const parts = { ...options, budget };
  for (const route of options.routes) if (!isRaw(route)) addRoute(app, route, parts);
  await acceptBytes(app, budget, raw =>
    options.routes.filter(isRaw).forEach(route => addRoute(raw, route, parts)),
  );
  rejectMethods(app, options.routes, handleError);
  return app;
}

function identifyRequests(app: FastifyInstance, accessLog: AccessLog | undefined): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id).header(versionHeader, version);
    accessLog?.watch(request.raw, reply.raw, () => ({
      requestId: request.id,
      route: request.routeOptions.url,
      token: tokens.get(request)?.id,
    }));
    done();
  });
}

/**
 * Parses every body except forms as JSON. An empty body counts as none. media-type.ts decides which
 * content types a route accepts.
 */
function acceptJson(app: FastifyInstance, budget: BodyBudget): void {
  const parse = async (request: FastifyRequest): Promise<unknown> => {
    const body = await readBody(request, bytes => budget.count(request, bytes));
    return body.length === 0 ? undefined : parseJson(body);
  };
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', parse);
  app.addContentTypeParser('*', parse);
}

interface RouteConfig {
  readonly interfaceName?: InterfaceName;
  readonly declaration?: Route;
}

function addRoute(
  app: FastifyInstance,
  route: Route,
  { budget, ...options }: ServerOptions & { readonly budget: BodyBudget },
): void {
  const { method, path, interfaceName } = route;
  const isOpen = route.auth === 'none' && !route.authorize;
  app.route({
    method,
    url: path,
    exposeHeadRoute:
      method === 'GET' &&
      !route.streams &&
      !options.routes.some(other => other.method === 'HEAD' && other.path === path),
    bodyLimit: route.rawBodyBytes ?? (isOpen ? openBodyLimit : bodyLimits[interfaceName]),
    config: { interfaceName, declaration: route } satisfies RouteConfig as object,
    // Runs before the body is read, so that uploads of unknown callers are not received.
    onRequest: async (request, reply) => {
      readBaseUrl(request);
      openRequestSpan(request, reply, route);
      if (method === 'POST' && options.isDraining()) throw new AppError('shutting_down');
      if (interfaceName === 'console' && method !== 'GET') rejectForeign(request);
      await route.authorize?.(request);
      if (route.auth !== 'none') tokens.set(request, await authenticate(route, request, options));
      rejectMediaType(request, route);
      budget.admit(request, { tokenId: tokens.get(request)?.id, isAnonymous: isOpen });
    },
    handler: (request, reply) =>
      inRequestSpan(request, () => budget.handle(request, () => answer(route, { request, reply, options }))),
  });
}

/** Throws AppError. */
async function authenticate(
  { auth, interfaceName }: Route,
  request: FastifyRequest,
  { authenticator, db }: ServerOptions,
): Promise<Token> {
  const kind = auth === 'any-key' && interfaceName !== 'mcp' ? 'any' : tokenKind(interfaceName);
  return namesToken(request) ? tokenOfSession(db, request, kind) : authenticator.authenticate(request, kind);
}

async function readToken(...caller: Parameters<typeof authenticate>): Promise<Token | undefined> {
  try {
    return await authenticate(...caller);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'database_unavailable') return undefined;
    throw error;
  }
}

function serverWith(options: ServerOptions, route: RequestListener): Server {
  const answerReady = openReadyPolls({ ...options, addresses: options });
  const removePath = openPathRemover(options, options.routes);
  const timeouts = { keepAliveTimeout: 72_000, headersTimeout: 20_000, requestTimeout: 60_000 };
  const { reportRequest } = options;
  const answer: RequestListener = (request, response) => {
    const startedMs = reportRequest ? preciseNow() : 0;
    if (options.trustedProxies.length > 0) readForwarded(request);
    removePath(request);
    const ready = answerReady(request, response);
    if (!ready) route(request, response);
    else reportRequest?.({ route: ready, method: 'GET', status: 200, durationMs: preciseNow() - startedMs });
  };
  const receive = inTurn((request, response) => {
    limitPieces(request, socket => rejectUnreadable(tooManyPieces, socket));
    closeEarly(request, response);
    answer(request, response);
  });
  const server = createServer({ ...timeouts, connectionsCheckingInterval: 5_000 }, receive);
  // Without a listener, Node would ask for every body before anything is known of the request.
  server.on('checkContinue', receive);
  limitConnections(server, options.trustedProxies);
  dropUnread(server);
  return server;
}

/** Limits bodies: counts them before they are read, and ends those that arrive too slowly. */
function limitBodies(app: FastifyInstance, budget: BodyBudget): void {
  // Only a client whose body will be read is told to send it. All others get their response immediately.
  app.addHook('preParsing', async (request, reply) => {
    if (expectsContinue(request.raw)) reply.raw.writeContinue();
  });
  const check = openSlowBodyCheck(budget, ({ raw: { socket } }) =>
    app.server.emit(
      'clientError',
      Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    ),
  );
  const closing = new AbortController();
  const watch = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await systemClock.sleep(slowBodyCheckMs, closing.signal);
      check();
    }
  };
  void watch();
  app.addHook('onClose', async () => closing.abort());
}

/** The token of each request in progress. */
const tokens = new WeakMap<FastifyRequest, Token>();

function tokenKind(interfaceName: InterfaceName): 'image' | 'video' | 'any' | 'mcp' {
  if (interfaceName === 'images') return 'image';
  return interfaceName === 'image' || interfaceName === 'video' || interfaceName === 'mcp'
    ? interfaceName
    : 'any';
}

async function answer(
  route: Route,
  { request, reply, options }: { request: FastifyRequest; reply: FastifyReply; options: ServerOptions },
) {
  const isForm = route.multipart && request.isMultipart();
  const rawBody = isForm ? await readMultipart(request, route.listFields) : request.body;
  const body = isForm ? rawBody : withoutNulls(route, rawBody);
  checkText(body);
  checkText(request.query);
  const params = request.params as Record<string, string>;
  if (!Object.values(params).every(isStorable)) {
    throw new AppError('route_unknown', { method: request.method, path: request.url.split('?')[0] ?? '' });
  }
  const { interfaceName } = route;
  const language = preferredLanguage(request.headers['accept-language']);
  const basis = findLinkBasis(request.raw, interfaceName, options);
  const call = {
    request,
    reply,
    body: route.body && parseWith(route.body, body),
    query: route.query && parseWith(route.query, request.query),
    params,
    token: tokens.get(request) as Token,
    readToken: () => readToken(route, request, options),
    language,
    baseUrl: configuredUrl(interfaceName, options) ?? readBaseUrl(request),
    variant: variantKey({ interfaceName, basis, language }),
  };
  return inBody(rawBody, () => route.handle(call));
}

/**
 * In OpenAI's formats, null means that a field is absent. The shapes of the image
 * interface define this for each field.
 */
function withoutNulls({ interfaceName }: Route, body: unknown): unknown {
  if (
    (interfaceName !== 'video' && interfaceName !== 'images') ||
    typeof body !== 'object' ||
    body === null ||
    Array.isArray(body)
  )
    return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}
