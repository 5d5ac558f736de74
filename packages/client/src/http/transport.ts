/**
 * Requests to the server: with the token, with an idempotency key for what creates a task, and
 * repeated while that helps. A request whose response was lost is repeated with the same key, so
 * that it is never paid twice.
 */
import type { EventStreamOptions } from './event-stream.ts';
import { withoutUndefined } from './without-undefined.ts';
import { KinoraError } from './kinora-error.ts';
import type { paths } from './openapi.ts';
import { readError } from './response-error.ts';
import { anySignal, now, sleep, withTimeout } from './sleep.ts';
import { clientVersion, versionHint, versionProblem } from './version.ts';

export interface TransportOptions {
  readonly baseUrl: string;
  readonly token: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly fetch: typeof globalThis.fetch;
  /** How often a request is repeated that the server has no room for. */
  readonly maxRetries: number;
  /**
   * How long a request is repeated while a server that has answered before cannot
   * be reached, in milliseconds.
   */
  readonly patienceMs: number;
  /** How long a request may take, each time that it is sent, until its response is there, in milliseconds. */
  readonly timeoutMs: number;
}

/** The body of the successful response of an operation. */
export type Answer<Path extends keyof paths, Method extends 'get' | 'post'> = paths[Path] extends {
  readonly [Name in Method]: {
    responses: { 200: { content: { 'application/json': infer Body } } };
  };
}
  ? Body
  : never;

/** Every operation throws a KinoraError if it fails. */
export interface Transport {
  /** Gets the body of a path, whose `{names}` are filled from `path`. */
  readonly get: <Path extends keyof paths>(path: Path, options?: GetOptions) => Promise<Answer<Path, 'get'>>;
  /** Posts a body and returns the body of the response. */
  readonly post: <Result>(path: string, body?: object, options?: PostOptions) => Promise<Result>;
  readonly remove: (path: string) => Promise<void>;
  /** Gets a response whose body is not read yet. */
  readonly open: (path: keyof paths, options?: GetOptions) => Promise<Response>;
  /** Gets a file by its address, which needs no token. */
  readonly getFile: (address: string, signal?: AbortSignal) => Promise<Response>;
  /** Opens the event stream of a path. */
  readonly openStream: (path: string) => EventStreamOptions['open'];
}

export interface GetOptions {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

export interface PostOptions {
  /** Default: a new key. */
  readonly idempotencyKey?: string | undefined;
  /**
   * An abort before the task is accepted ends the request. If the server accepts it
   * nevertheless, the task is cancelled.
   */
  readonly signal?: AbortSignal | undefined;
}

export function openTransport(options: TransportOptions): Transport {
  checkOptions(options);
  const send = openSender(options);
  const request = (path: string, init: RequestInit) =>
    withHeaders(new Request(options.baseUrl + path, init), options);
  const open: Transport['open'] = (path, { headers = {}, signal, ...address } = {}) =>
    send(request(fillAddress(path, address), { headers }), { signal });
  return {
    open,
    get: async (path, get) => readBody(await open(path, get)) as never,
    post: async (path, body, { idempotencyKey, signal } = {}) => {
      signal?.throwIfAborted();
      const isJson = body && !(body instanceof FormData);
      const headers = checkHeaders({
        ...(isJson && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      });
      const encodedBody = (isJson ? JSON.stringify(body) : body) as BodyInit | undefined;
      // Without the signal: a request that was sent must be answered, to know which task it has created.
      const response = await send(request(path, { method: 'POST', headers, body: encodedBody ?? null }), {});
      return readBody(response) as never;
    },
    remove: async path => void (await send(request(path, { method: 'DELETE' }), {})),
    openStream: path => (headers, signal) => open(path as '/v1/events', { headers, signal }),
    getFile: (address, signal) => {
      const language = options.headers?.['accept-language'];
      const headers: Record<string, string> = language ? { 'accept-language': language } : {};
      return send(new Request(address, { headers }), { signal, isFile: true });
    },
  };
}

/** The path with its names and its query. */
function fillAddress(path: string, { path: names = {}, query = {} }: GetOptions): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''));
  const text = new URLSearchParams(withoutUndefined(query) as Record<string, string>).toString();
  return text ? `${filledPath}?${text}` : filledPath;
}

/** Returns undefined if there is none. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text ? (JSON.parse(text) as unknown) : undefined;
  } catch (cause) {
    throw new KinoraError(`The response is no JSON.${versionHint(null)}`, {
      code: 'bad_response',
      status: response.status,
      cause,
    });
  }
}

/**
 * Throws KinoraError instead of what the runtimes throw for each request. Names no
 * value, because one may be secret.
 */
function checkOptions({ baseUrl, token = '', headers }: TransportOptions): void {
  let address = '';
  try {
    address = new Request(baseUrl).url;
  } catch {}
  if (!/^https?:/.test(address))
    throw badOption('baseUrl is not an http or https address such as http://127.0.0.1:4040.');
  checkHeaders({ ...headers, authorization: token });
}

function checkHeaders(headers: Record<string, string>): Headers {
  try {
    return new Headers(headers);
  } catch {
    throw badOption('A token, a key or a header has characters that cannot be sent. Copy it again.');
  }
}

function badOption(message: string): KinoraError {
  return new KinoraError(message, { code: 'bad_option', status: 0 });
}

function withHeaders(request: Request, { token, headers = {} }: TransportOptions): Request {
  const all = request.headers;
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  if (token && !all.has('authorization')) all.set('authorization', `Bearer ${token}`);
  if (request.method === 'POST' && !all.has('idempotency-key')) all.set('idempotency-key', newKey());
  all.set('x-kinora-client', clientVersion);
  return request;
}

/** Makes a key without `crypto.randomUUID`, which pages have over HTTPS only. */
export function newKey(): string {
  return `kc-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
}

interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Files may be on another server, and are read as a whole. */
  readonly isFile?: boolean;
}

function openSender({ fetch, maxRetries, patienceMs, timeoutMs, baseUrl }: TransportOptions) {
  let hasAnswered = false;
  const exchange = async (request: Request, signal: AbortSignal, isFile: boolean): Promise<Response> => {
    const response = await fetch(request.clone(), { signal });
    hasAnswered = true;
    return isFile || response.headers.get('content-type')?.includes('json') ? withBody(response) : response;
  };
  const attempt = async (request: Request, { signal, isFile = false }: SendOptions): Promise<Response> => {
    const late = new AbortController();
    const response = await withTimeout(
      timeoutMs,
      exchange(request, anySignal(late.signal, signal), isFile),
      () => late.abort(new Error(`no response within ${timeoutMs / 1000} seconds`)),
    ).catch((error: unknown) => {
      signal?.throwIfAborted();
      hasAnswered ||= wasConnected(error);
      throw unreachableError(baseUrl, error);
    });
    // The file of a clip may be in a bucket.
    if (!isFile && !/\/content\b/.test(request.url)) checkServer(response);
    const error = await readError(request, response);
    if (error) throw error;
    return response;
  };
  // Before the first answer, the address is more likely wrong than the server down.
  const mayRepeat = (error: KinoraError, tries: number, sinceMs: number) => {
    if (!error.isRetryable) return false;
    return (hasAnswered && isOutage(error) && now() - sinceMs < patienceMs) || tries < maxRetries;
  };
  return async (request: Request, sending: SendOptions): Promise<Response> => {
    const { signal } = sending;
    const sinceMs = now();
    for (let tries = 0; ; tries++) {
      try {
        return await attempt(request, sending);
      } catch (error) {
        if (!(error instanceof KinoraError) || !mayRepeat(error, tries, sinceMs)) throw error;
        await sleep(error.retryAfterMs ?? Math.min(200 * 2 ** tries, 3000), signal);
        signal?.throwIfAborted();
      }
    }
  };
}

/** Reads the body, too: if the response is cut off in the middle, the request is repeated. */
async function withBody(response: Response): Promise<Response> {
  return response.body ? new Response(await response.arrayBuffer(), response) : response;
}

/** Whether the server is away, rather than busy. */
function isOutage({ status }: KinoraError): boolean {
  return [0, 502, 503, 504].includes(status);
}

/**
 * Whether a connection was lost rather than refused: a server was there. The
 * runtimes say it in their own words.
 */
function wasConnected(error: unknown): boolean {
  const { code = '', message } = ((error as Error).cause ?? error) as Error & { code?: string };
  return /reset|closed|socket|hang up/i.test(`${code} ${message}`);
}

function unreachableError(baseUrl: string, cause: unknown): KinoraError {
  const { message } = ((cause as Error).cause ?? cause) as Error;
  return new KinoraError(`${baseUrl} cannot be reached: ${message || 'the connection failed'}.`, {
    code: 'unreachable',
    status: 0,
    isRetryable: true,
    cause,
  });
}

/** Each response of the server names its version. Errors without one may be of a proxy in front of it. */
function checkServer({ headers, ok, status }: Response): void {
  const version = headers.get('x-kinora-version');
  if (version === null && ok)
    throw new KinoraError(`The response has no header x-kinora-version.${versionHint(null)}`, {
      code: 'bad_response',
      status,
    });
  const problem = version === null ? undefined : versionProblem(version);
  if (problem) throw new KinoraError(problem, { code: 'version_mismatch', status });
}
