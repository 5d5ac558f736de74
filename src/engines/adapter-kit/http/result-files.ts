/**
 * Fetches the files that the answers of an engine link to. An address of the engine's own origin gets the secret. Any other must be on the
 * public internet, or in a network that the operator allows, and never gets the secret.
 */
import { SafeFetchError } from '../../../platform/lib/network/safe-fetch-error.ts';
import {
  openSafeFetch,
  type SafeFetch,
  type SafeFetchOptions,
} from '../../../platform/lib/network/safe-fetch.ts';
import { EngineError } from '../../contract/engine.ts';
import type { HttpClient } from './http-client.ts';
import { isUnknownJob, stepFailure } from './http-failures.ts';

export interface ResultSource {
  readonly client: HttpClient;
  /** Base URL of the engine. Relative addresses belong to it. */
  readonly url: string;
  /** Of the engine. Engines take turns, so that none waits for the downloads of another. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** Default: 512 MB, for results. */
  readonly maxBytes?: number;
}

export interface ResultFiles {
  /**
   * Returns the bytes, after at most 3 redirects by the engine and 3 elsewhere. The rules for addresses hold for each of them. Throws
   * EngineError: `engine_error` if the address is not allowed, is gone (404, 410; at the engine, in JSON) or leads to no media; otherwise a failure that may pass.
   */
  fetch(address: string, source: ResultSource): Promise<Uint8Array>;
}

const maxFileBytes = 512 * 1024 * 1024;
const timeoutMs = 280_000;
const maxRedirects = 3;
const redirect: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Storage services often do not know what they store. What it is, is read from the file. */
const types = ['image/*', 'video/*', 'audio/*', 'application/octet-stream', 'binary/octet-stream'];
const atOnce = { places: 8, perHolder: 4 };
/** Trying again leads to the same. */
const final: ReadonlySet<SafeFetchError['code']> = new Set([
  'url_invalid',
  'address_refused',
  'too_many_redirects',
  'too_large',
  'type_refused',
]);

export function openResultFiles({
  allowedNetworks,
  resolve,
}: Pick<SafeFetchOptions, 'allowedNetworks' | 'resolve'>): ResultFiles {
  const elsewhere = openSafeFetch({
    allowedNetworks,
    userAgent: 'Kinora',
    atOnce,
    ...(resolve && { resolve }),
  });
  const fetchFrom = async (address: string, source: ResultSource, redirects: number): Promise<Uint8Array> => {
    const url = URL.parse(address, `${source.url}/`);
    if (!url) throw new EngineError('engine_error', 'the address of a file cannot be read');
    if (url.origin !== new URL(source.url).origin) return fetchElsewhere(elsewhere, url, source);
    const answer = await fetchOwn(url, source);
    if (answer instanceof Uint8Array) return answer;
    if (redirects === 0) throw new EngineError('engine_error', 'its file is behind too many redirects');
    return fetchFrom(answer.href, source, redirects - 1);
  };
  return { fetch: (address, source) => fetchFrom(address, source, maxRedirects) };
}

/** The bytes, or where they are instead. */
async function fetchOwn(
  url: URL,
  { client, signal, maxBytes = maxFileBytes }: ResultSource,
): Promise<Uint8Array | URL> {
  const request = { path: url, signal, timeoutMs, maxBytes };
  const response = await client.send(request).catch((error: unknown) => {
    throw error instanceof EngineError ? ofFile(error) : error;
  });
  const { status, isOk, headers } = response;
  if (isOk) return response.bytes;
  const next = redirect.has(status) && URL.parse(headers.location ?? '', url);
  if (next && headers.location) return next;
  throw isUnknownJob(response) ? gone(status) : stepFailure(response, client);
}

async function fetchElsewhere(
  fetch: SafeFetch,
  url: URL,
  { client, name, signal, maxBytes = maxFileBytes }: ResultSource,
): Promise<Uint8Array> {
  try {
    const limits = { types, maxBytes, timeoutMs, accountId: name, signal };
    const { bytes } = await fetch.get(url.href, limits);
    return bytes;
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error;
    const { code, message } = error;
    const status = Number(/status (\d+)/.exec(message)?.[1]);
    if (code === 'status' && isGone(status)) throw gone(status);
    const cause = client.clean(message);
    if (final.has(code)) throw new EngineError('engine_error', 'its file cannot be fetched', { cause });
    throw new EngineError('engine_unavailable', 'its file cannot be fetched', { retryable: true, cause });
  }
}

/** There is a file, so the work was begun, whatever a failed connection says of its own request. */
function ofFile({ code, message, retryable, cause }: EngineError): EngineError {
  return new EngineError(code, message, { retryable, cause });
}

function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

function gone(status: number): EngineError {
  return new EngineError('engine_error', `its file is gone: status ${status}`);
}
