/**
 * Fetches the files that the answers of an engine link to. An address of the engine's own origin
 * gets the secret. Any other must be on the public internet, or in a network that the operator
 * allows, and never gets the secret.
 */
import { reason } from '@kinora/shared/errors/reason';
import type { Readable } from 'node:stream';
import { isInternalHost, isLoopbackHost } from '../../../platform/lib/network/internal-host.ts';
import { SafeFetchError } from '../../../platform/lib/network/safe-fetch-error.ts';
import {
  openSafeFetch,
  type SafeFetch,
  type SafeFetchOptions,
} from '../../../platform/lib/network/safe-fetch.ts';
import { EngineError } from '../../contract/engine-error.ts';
import { readAtMost } from '../../../platform/lib/network/read-at-most.ts';
import { StorageError } from '../../../media/storage/storage-error.ts';
import {
  readReceivedFile,
  type ReceivedFile,
  type WaitingFiles,
} from '../../../media/storage/waiting-files.ts';
import { withPlace, checkFile, type FailedFetch, fileFailure, statusFailure } from './file-failures.ts';
import { type HttpClient, readBody } from './http-client.ts';
import { brokenConnection } from './send-request.ts';

export interface ResultSource {
  readonly client: HttpClient;
  /** Base URL of the engine. Relative addresses belong to it. */
  readonly url: string;
  /** The name of the engine. Engines take turns, so that none waits for the downloads of another. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** The largest file. Default: 512 MB, for results. */
  readonly maxBytes?: number;
}

export interface ResultFiles {
  /**
   * Returns the bytes, after at most 3 redirects by the engine and 3 elsewhere. The rules for addresses hold
   * for each of them. The type that the server names does not matter. Throws EngineError: `engine_error` if
   * the address is not allowed, or its answer is final (file-failures.ts); otherwise a temporary failure,
   * also for an answer that is no file at all.
   */
  fetch(address: string, source: ResultSource): Promise<Uint8Array>;
  /**
   * Downloads a file that may be large. It may wait on disk until it is read, and is then closed by the
   * caller.
   */
  receive(address: string, source: ResultSource): Promise<ReceivedFile>;
}

export interface ResultFileOptions extends Pick<SafeFetchOptions, 'allowedNetworks' | 'resolve'> {
  /** Where large files wait. Absent means in memory. */
  readonly waiting?: WaitingFiles;
}

const maxFileBytes = 512 * 1024 * 1024;
const timeoutMs = 280_000;
const maxRedirects = 3;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Storage services often do not know the type of a file, so it is read from the file. */
const types = ['*'];
const atOnce = { places: 8, perHolder: 4 };
/** Codes of failures that another try would repeat. */
const finalCodes: ReadonlySet<SafeFetchError['code']> = new Set([
  'url_invalid',
  'address_refused',
  'too_many_redirects',
  'too_large',
]);

/** Codes of failures in which no server at the address has answered. */
const unreachedCodes: ReadonlySet<SafeFetchError['code']> = new Set([
  'address_refused',
  'unreachable',
  'timeout',
]);

export function openResultFiles({ allowedNetworks, resolve, waiting }: ResultFileOptions): ResultFiles {
  const inMemory = { receive: readAtMost };
  const elsewhere = openSafeFetch({
    allowedNetworks,
    userAgent: 'Kinora',
    atOnce,
    ...(resolve && { resolve }),
  });
  const fetchFrom = async (
    address: string,
    source: ReceivedFrom,
    redirects: number,
  ): Promise<ReceivedFile> => {
    const url = URL.parse(address, `${source.url}/`);
    if (!url) throw new EngineError('engine_error', reason('fetch_address'));
    const sourceUrl = new URL(source.url);
    if (url.origin !== sourceUrl.origin) return fetchOther(url, sourceUrl, redirects);
    const answer = await fetchOwn(url, source);
    if (!(answer instanceof URL)) return answer;
    if (redirects === 0) throw new EngineError('engine_error', reason('fetch_redirects'));
    return fetchFrom(answer.href, source, redirects - 1);

    /**
     * Programs behind a port mapping or a proxy for TLS do not know their own address: their file
     * `http://localhost:8080/a.png` is at the same path of the address that the operator gave.
     */
    async function fetchOther(
      other: URL,
      { origin, hostname }: URL,
      remainingRedirects: number,
    ): Promise<ReceivedFile> {
      const isWeb = other.protocol === 'http:' || other.protocol === 'https:';
      const mayMeanItself = isWeb && (other.hostname === hostname || isInternalHost(other.hostname));
      if (!mayMeanItself || remainingRedirects === 0) return fetchElsewhere(elsewhere, other, source);
      const itself = `${origin}${other.pathname}${other.search}`;
      // The address means the machine of the engine: no server on this machine has the file.
      if (isLoopbackHost(other.hostname) && !isLoopbackHost(hostname))
        return fetchFrom(itself, source, remainingRedirects - 1);
      try {
        return await fetchElsewhere(elsewhere, other, source);
      } catch (error) {
        if (!(error instanceof UnreachableServer)) throw error;
        return fetchFrom(itself, source, remainingRedirects - 1);
      }
    }
  };
  return {
    fetch: async (address, source) =>
      readReceivedFile(await fetchFrom(address, { ...source, files: inMemory }, maxRedirects)),
    receive: (address, source) => fetchFrom(address, { ...source, files: waiting ?? inMemory }, maxRedirects),
  };
}

interface ReceivedFrom extends ResultSource {
  readonly files: WaitingFiles;
}

/** Fetches a file from the engine. Returns the file, or the address to which the engine redirects. */
async function fetchOwn(
  url: URL,
  { client, signal, files, maxBytes = maxFileBytes }: ReceivedFrom,
): Promise<ReceivedFile | URL> {
  const request = { path: url, signal, timeoutMs };
  const place = url.href;
  try {
    const { body, ...head } = await client.stream(request);
    if (head.isOk)
      return await checkReceivedFile(await receiveBody(body, { files, maxBytes }), { client, place });
    const response = { ...head, bytes: await readBody(body, maxBytes) };
    const { status, headers } = response;
    const redirectUrl = redirectStatuses.has(status) && URL.parse(headers.location ?? '', url);
    if (redirectUrl && headers.location) return redirectUrl;
    throw fileFailure(response, { client, place });
  } catch (error) {
    throw error instanceof EngineError ? ofFile(error) : error;
  }
}

async function receiveBody(
  body: Readable,
  { files, maxBytes }: { readonly files: WaitingFiles; readonly maxBytes: number },
): Promise<ReceivedFile> {
  try {
    const file = await files.receive(body, maxBytes);
    if (file) return file;
  } catch (error) {
    throw error instanceof StorageError ? error : brokenConnection(error);
  } finally {
    body.destroy();
  }
  throw new EngineError('engine_error', reason('answer_large'));
}

function readStart(file: ReceivedFile): Uint8Array {
  return file instanceof Uint8Array ? file : file.start;
}

async function closeFile(file: ReceivedFile): Promise<void> {
  if (!(file instanceof Uint8Array)) await file.close();
}

async function checkReceivedFile(file: ReceivedFile, download: FailedFetch): Promise<ReceivedFile> {
  try {
    checkFile(readStart(file), download);
    return file;
  } catch (error) {
    await closeFile(file);
    throw error;
  }
}

async function fetchElsewhere(
  fetch: SafeFetch,
  url: URL,
  { client, name, signal, files, maxBytes = maxFileBytes }: ReceivedFrom,
): Promise<ReceivedFile> {
  let file: ReceivedFile | undefined;
  let diskFailure: StorageError | undefined;
  const receive = async (body: Readable, most: number) => {
    file = await files.receive(body, most).catch((error: unknown) => {
      if (error instanceof StorageError) diskFailure = error;
      throw error;
    });
    return file && readStart(file);
  };
  try {
    const limits = { types, unpacks: true, maxBytes, timeoutMs, accountId: name, signal, receive };
    const { bytes } = await fetch.get(url.href, limits);
    return await checkReceivedFile(file ?? bytes, { client, place: url.href });
  } catch (error) {
    // The server has answered, but this machine cannot store the file.
    if (diskFailure) throw diskFailure;
    if (file) await closeFile(file);
    if (!(error instanceof SafeFetchError)) throw error;
    const { code, message } = error;
    const cause = withPlace(client.clean(message), { client, place: url.href });
    const status = Number(/status (\d+)/.exec(message)?.[1]);
    if (code === 'status') throw statusFailure(status, cause);
    const isFinal = finalCodes.has(code);
    const failure = new EngineError(isFinal ? 'engine_error' : 'engine_unavailable', reason('fetch_failed'), {
      retryable: !isFinal,
      cause,
    });
    throw unreachedCodes.has(code) ? new UnreachableServer(failure) : failure;
  }
}

/** Thrown if no server has answered. */
class UnreachableServer extends EngineError {
  constructor({ code, reason, retryable, cause }: EngineError) {
    super(code, reason, { retryable, cause });
  }
}

/**
 * Removes `notStarted` from a failure: there is a file, so the work was started, and only the request for the
 * file was not.
 */
function ofFile({ code, reason, retryable, cause }: EngineError): EngineError {
  return new EngineError(code, reason, { retryable, cause });
}
