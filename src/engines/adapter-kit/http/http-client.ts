/**
 * The HTTP client of adapters: one engine, its base URL and its secret. Redirects are not followed, so the
 * secret goes to the engine's own origin only. Nothing is retried: only the worker decides about retries.
 */
import { reason } from '@kinora/shared/errors/reason';
import { type IncomingHttpHeaders, type IncomingMessage, validateHeaderValue } from 'node:http';
import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { outboundAgent } from '../../../platform/lib/network/outbound-proxy.ts';
import { viaHeaders } from '../../../platform/lib/network/own-requests.ts';
import { unpackedBody } from '../../../platform/lib/network/unpacked-body.ts';
import { traceHeaders } from '../../../platform/lib/trace/spans.ts';
import { EngineError } from '../../contract/engine-error.ts';
import { maxRecordBytes } from './answer-limits.ts';
import { boundedJson } from './bounded-json.ts';
import { messageIn } from './message-in.ts';
import { brokenConnection, sendRequest } from './send-request.ts';

export interface HttpClientOptions {
  /** Base URL without a trailing slash. */
  readonly url: string;
  /** The secret, which is sent in a header of every request. It appears in no error. */
  readonly secret: string | undefined;
  /** The scheme of the secret. With `basic`, it is `user:password`. Default: `bearer`. */
  readonly scheme?: 'bearer' | 'basic' | undefined;
  /** Makes the headers that carry the secret, for each request. Absent if `scheme` is used. */
  readonly credentials?: ((secret: string) => Readonly<Record<string, string>>) | undefined;
  /** Further headers of every request. Not secret. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Whether another origin belongs to the engine: requests may go there, with the secret. Absent if there is
   * none.
   */
  readonly isOwn?: ((url: URL) => boolean) | undefined;
}

export interface HttpRequest {
  /** The method. Default: GET without a body, otherwise POST. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /**
   * The path below the base URL, with a leading slash, encoded, with its query. Or a URL, which must have the
   * origin of the engine, or another one that belongs to it.
   */
  readonly path: string | URL;
  /** The body, which is sent as JSON, or as multipart if it is a form. */
  readonly body?: object | FormData;
  /** Headers in addition to those of the body and of the secret. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Time limit until the last byte of the response. Default: 30 s. Infinity if only the signal ends it. */
  readonly timeoutMs?: number;
  /** The largest answer (`answer-limits.ts`). Default: the size of a record plus the size of the request. */
  readonly maxBytes?: number;
  /** Called when the whole request was sent. */
  readonly onSent?: () => void;
}

export interface HttpResponse {
  readonly status: number;
  readonly isOk: boolean;
  readonly headers: IncomingHttpHeaders;
  /** The type of the body, in lower case, without parameters. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Removes secrets from a text, as the client does. */
  readonly clean?: HttpClient['clean'];
}

/**
 * Every method rejects with an EngineError if there is no whole response, and returns all
 * responses regardless of their status.
 */
export interface HttpClient {
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Sends a request for a large file: the body is read by the caller. */
  stream(request: HttpRequest): Promise<Omit<HttpResponse, 'bytes'> & { readonly body: Readable }>;
  /**
   * Shortens a text of the engine for errors: returns one line of at most 300 characters, without the secret
   * and the values that were sent in place of it.
   */
  clean(text: string, maxLength?: number): string;
  /** Whether requests carry a secret. */
  readonly hasSecret: boolean;
  close(): void;
}

interface OpenResponse {
  readonly message: IncomingMessage;
  readonly maxBytes: number;
}

const defaultTimeoutMs = 30_000;
const maxTextLength = 300;
/**
 * The number of sent credentials that can still be valid. Credentials that are signed for a moment differ
 * each second.
 */
const maxRemembered = 300;
/** The shortest name of a user that is removed from texts: shorter ones are parts of ordinary words. */
const minNameLength = 4;

export function openHttpClient(options: HttpClientOptions): HttpClient {
  const { url, secret, scheme = 'bearer' } = options;
  const { credentials = (text: string) => ({ authorization: encodeCredentials(text, scheme) }) } = options;
  const baseUrl = new URL(url);
  const agent = outboundAgent(baseUrl, { isKept: true });
  const singleUseAgent = outboundAgent(baseUrl, { isKept: false });
  const closed = new AbortController();
  const sentSecrets = new LRUCache<string, true>({ max: maxRemembered });

  function credentialHeaders(text: string): Readonly<Record<string, string>> {
    const headers = checkedHeaders(credentials(text));
    for (const value of Object.values(headers)) sentSecrets.set(withoutScheme(value), true);
    return headers;
  }

  function clean(text: string, maxLength = maxTextLength): string {
    return oneLine(withoutForms(text, [...secretForms(secret), ...sentSecrets.keys()]), maxLength);
  }

  async function open(request: HttpRequest): Promise<OpenResponse> {
    const { body, method = body ? 'POST' : 'GET', timeoutMs = defaultTimeoutMs, onSent } = request;
    const signals = [request.signal, closed.signal];
    if (Number.isFinite(timeoutMs)) signals.push(AbortSignal.timeout(timeoutMs));
    const encodedBody = body && (await encodeBody(body));
    const message = await sendRequest({
      url: resolveUrl(baseUrl, request.path, options.isOwn),
      method,
      headers: {
        accept: '*/*',
        'accept-encoding': 'identity',
        ...traceHeaders(),
        ...viaHeaders(),
        ...options.headers,
        ...request.headers,
        ...(secret !== undefined && credentialHeaders(secret)),
        ...encodedBody?.headers,
      },
      body: encodedBody?.bytes,
      signal: AbortSignal.any(signals),
      // A connection that was kept open may be closed at any time. Then it would be unknown whether a request
      // that changes something was received.
      agent: method === 'GET' ? agent : singleUseAgent,
      onSent,
    });
    return { message, maxBytes: request.maxBytes ?? maxRecordBytes + (encodedBody?.bytes.length ?? 0) };
  }

  return {
    async send(request) {
      const { message, maxBytes } = await open(request);
      return { ...readHead(message), bytes: await readBody(unpackedBody(message), maxBytes), clean };
    },
    async stream(request) {
      const { message } = await open(request);
      return { ...readHead(message), body: unpackedBody(message) };
    },
    hasSecret: secret !== undefined,
    clean,
    close() {
      closed.abort();
      agent.destroy();
      singleUseAgent.destroy();
    },
  };
}

/**
 * Reads a JSON body. Throws `engine_error` if it does not have the shape that the engine's documentation
 * promises. If it is an error with a 2xx status instead, the cause is its message.
 */
export function readJson<Shape extends z.ZodType>(
  { bytes, clean }: Pick<HttpResponse, 'bytes' | 'clean'>,
  shape: Shape,
): z.infer<Shape> {
  const value = boundedJson(bytes);
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const providerMessage = clean?.(messageIn(value) ?? '');
  throw new EngineError('engine_error', reason('answer_form'), {
    cause: providerMessage || parsed.error,
  });
}

/** A path is appended to the base URL, which may have a path of its own. */
function resolveUrl(base: URL, path: string | URL, isOwn: HttpClientOptions['isOwn']): URL {
  const url = path instanceof URL ? path : new URL(`${base.href.replace(/\/$/, '')}${path}`);
  if (url.origin === base.origin || isOwn?.(url)) return url;
  throw new EngineError('engine_error', reason('fetch_foreign'));
}

function encodeCredentials(secret: string, scheme: 'bearer' | 'basic'): string {
  return scheme === 'basic' ? `Basic ${Buffer.from(secret).toString('base64')}` : `Bearer ${secret}`;
}

/** Checks the headers here, because the errors of Node quote parts of the wrong value. */
function checkedHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  try {
    for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
  } catch {
    throw new EngineError('engine_unauthorized', reason('secret_characters'), {
      notStarted: true,
    });
  }
  return headers;
}

async function encodeBody(body: object): Promise<{ headers: Record<string, string>; bytes: Uint8Array }> {
  if (!(body instanceof FormData))
    return { headers: { 'content-type': 'application/json' }, bytes: Buffer.from(JSON.stringify(body)) };
  const formResponse = new Response(body);
  const type = formResponse.headers.get('content-type') ?? 'multipart/form-data';
  return { headers: { 'content-type': type }, bytes: new Uint8Array(await formResponse.arrayBuffer()) };
}

function readHead({ statusCode = 0, headers }: IncomingMessage): Omit<HttpResponse, 'bytes'> {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  const isOk = statusCode >= 200 && statusCode < 300;
  return { status: statusCode, isOk, headers, contentType: type.trim().toLowerCase() };
}

/** Reads the body of a `stream` response that turns out to be small. Throws EngineError. */
export async function readBody(message: Readable, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of message as AsyncIterable<Uint8Array>) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw new EngineError('engine_error', reason('answer_large'));
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof EngineError ? error : brokenConnection(error);
  } finally {
    message.destroy();
  }
  return Buffer.concat(chunks);
}

/** Returns the secret itself, its user and password, and its encoded form in a header. */
function secretForms(secret: string | undefined): readonly string[] {
  if (!secret) return [];
  const colon = secret.indexOf(':');
  const name = secret.slice(0, Math.max(0, colon));
  const forms = [secret, Buffer.from(secret).toString('base64'), secret.slice(colon + 1)];
  return name.length < minNameLength ? forms : [...forms, name];
}

/** The value of a header without `Bearer` and the like. */
function withoutScheme(value: string): string {
  return value.slice(value.indexOf(' ') + 1);
}

/** Replaces the longest form first, because other forms are parts of it. */
function withoutForms(text: string, forms: readonly string[]): string {
  const longestFirst = forms.filter(Boolean).sort((a, b) => b.length - a.length);
  return longestFirst.reduce((clean, form) => clean.replaceAll(form, '***'), text);
}

function oneLine(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
