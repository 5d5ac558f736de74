/**
 * Requests to the server: with the token, with an idempotency key for what creates a task, and repeated while that helps. A request whose
 * response was lost is repeated with the same key, so that it is never paid twice.
 */
import createClient, { type Client } from 'openapi-fetch';
import type { EventStreamOptions } from './event-stream.ts';
import { KinoraError } from './kinora-error.ts';
import type { paths } from './openapi.ts';
import { errorOf } from './response-error.ts';
import { now, sleep } from './sleep.ts';
import { clientVersion, versionProblem } from './version.ts';

export interface TransportOptions {
  readonly baseUrl: string;
  readonly token: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly fetch: typeof globalThis.fetch;
  /** How often a request is repeated that the server has no room for. */
  readonly maxRetries: number;
  /** How long a request is repeated while a server that has answered before cannot be reached, in milliseconds. */
  readonly patienceMs: number;
}

export interface Transport {
  /** The operations, with their types. Each throws KinoraError unless it succeeds. */
  readonly api: Client<paths>;
  /** Posts a body. Returns that of the response. */
  readonly post: <Result>(path: string, body: object, options?: PostOptions) => Promise<Result>;
  /** Gets a file by its address, which needs no token. */
  readonly getFile: (address: string, signal?: AbortSignal) => Promise<Response>;
  /** Opens the event stream of a path. */
  readonly openStream: (path: string) => EventStreamOptions['open'];
}

export interface PostOptions {
  /** Default: a new key. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export function openTransport(options: TransportOptions): Transport {
  const send = openSender(options);
  const api = createClient<paths>({
    baseUrl: options.baseUrl,
    Request: SignalledRequest,
    fetch: request => send(withHeaders(request, options), (request as SignalledRequest).given),
  });
  return {
    api,
    post: async (path, body, { idempotencyKey, signal } = {}) => {
      const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
      const options = { body: body as { prompt: string }, headers, ...(signal && { signal }) };
      return (await api.POST(path as '/v1/videos', options)).data as never;
    },
    openStream: path => async (headers, signal) =>
      (await api.GET(path as '/v1/events', { headers, signal, parseAs: 'stream' })).response,
    getFile: (address, signal) => {
      const language = options.headers?.['accept-language'];
      const headers: Record<string, string> = language ? { 'accept-language': language } : {};
      return send(new Request(address, { headers }), signal);
    },
  };
}

/**
 * Remembers the signal of the caller, which `fetch` gets. That of a Request itself does not end its response in Node once the Request is
 * garbage, and an event stream that is not ended keeps the program running.
 */
class SignalledRequest extends Request {
  readonly given: AbortSignal | undefined;

  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input, init);
    this.given = init?.signal ?? undefined;
  }
}

function withHeaders(request: Request, { token, headers = {} }: TransportOptions): Request {
  const all = request.headers;
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  if (token && !all.has('authorization')) all.set('authorization', `Bearer ${token}`);
  if (request.method === 'POST' && !all.has('idempotency-key')) all.set('idempotency-key', newKey());
  all.set('x-kinora-client', clientVersion);
  return request;
}

/** Without `crypto.randomUUID`, which pages have over HTTPS only. */
export function newKey(): string {
  return `kc-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
}

function openSender({ fetch, maxRetries, patienceMs, baseUrl }: TransportOptions) {
  let hasAnswered = false;
  const attempt = async (request: Request, signal: AbortSignal | undefined): Promise<Response> => {
    const response = await fetch(request.clone(), { signal: signal ?? null }).catch((error: unknown) => {
      signal?.throwIfAborted();
      hasAnswered ||= wasConnected(error);
      throw unreachable(baseUrl, error);
    });
    hasAnswered = true;
    checkVersion(response);
    const whole = await withBody(response).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw unreachable(baseUrl, error);
    });
    const error = await errorOf(request, whole);
    if (error) throw error;
    return whole;
  };
  // Before the first answer, the address is more likely wrong than the server down.
  const mayRepeat = (error: KinoraError, tries: number, sinceMs: number) => {
    if (!error.isRetryable) return false;
    return (hasAnswered && isOutage(error) && now() - sinceMs < patienceMs) || tries < maxRetries;
  };
  return async (request: Request, signal?: AbortSignal): Promise<Response> => {
    const sinceMs = now();
    for (let tries = 0; ; tries++) {
      try {
        return await attempt(request, signal);
      } catch (error) {
        if (!(error instanceof KinoraError) || !mayRepeat(error, tries, sinceMs)) throw error;
        await sleep(error.retryAfterMs ?? Math.min(200 * 2 ** tries, 3000), signal);
        signal?.throwIfAborted();
      }
    }
  };
}

/** With its body, if that is JSON: a response that is cut off in the middle is lost as well, and the request is repeated. */
async function withBody(response: Response): Promise<Response> {
  const isJson = response.headers.get('content-type')?.includes('json');
  return isJson && response.body ? new Response(await response.arrayBuffer(), response) : response;
}

/** Whether the server is away, rather than busy. */
function isOutage({ status }: KinoraError): boolean {
  return [0, 502, 503, 504].includes(status);
}

/** Whether a connection was lost rather than refused: a server was there. The runtimes say it in their own words. */
function wasConnected(error: unknown): boolean {
  const { code = '', message } = ((error as Error).cause ?? error) as Error & { code?: string };
  return /reset|closed|socket|hang up/i.test(`${code} ${message}`);
}

function unreachable(baseUrl: string, cause: unknown): KinoraError {
  const { message } = ((cause as Error).cause ?? cause) as Error;
  return new KinoraError(`${baseUrl} cannot be reached: ${message || 'the connection failed'}.`, {
    code: 'unreachable',
    status: 0,
    isRetryable: true,
    cause,
  });
}

function checkVersion({ headers, status }: Response): void {
  const version = headers.get('x-kinora-version');
  const problem = version === null ? undefined : versionProblem(version);
  if (problem) throw new KinoraError(problem, { code: 'version_mismatch', status });
}
