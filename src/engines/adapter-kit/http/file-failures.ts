/**
 * Classifies failures to fetch the file of a finished job, for all engines. The work is done and often paid
 * for, so nearly every failure counts as temporary: storages need a moment until they know a new file, and
 * gateways answer with pages. Only a status that means that this request will never succeed is final.
 */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../contract/engine-error.ts';
import type { HttpClient, HttpResponse } from './http-client.ts';
import { passingFailure, failureText } from './http-failures.ts';

type Answer = Pick<HttpResponse, 'status' | 'bytes'> & Partial<Pick<HttpResponse, 'headers'>>;

export interface FailedFetch {
  readonly client: Pick<HttpClient, 'clean'> & Partial<Pick<HttpClient, 'hasSecret'>>;
  /** Where the file should be: a name or an address. Only operators see it. */
  readonly place: string;
}

/** The request is wrong as it is, or the file is permanently gone. 404 is not among them. */
const finalStatuses: ReadonlySet<number> = new Set([
  400, 405, 406, 410, 411, 412, 413, 414, 415, 416, 417, 422, 431, 501, 505,
]);
/** Addresses that are signed are long. */
const maxPlaceLength = 1500;
/** How many bytes of a file show whether it is a text. */
const startLength = 600;

/** `answer` is that of the engine, or of the server that stores its files. */
export function fileFailure(answer: Answer, { client, place }: FailedFetch): EngineError {
  const cause = withPlace(failureText(answer, client), { client, place });
  return passingFailure(answer, { client, cause }) ?? statusFailure(answer.status, cause);
}

/** Makes the error of an answer of which only the status is known. */
export function statusFailure(status: number, cause: string): EngineError {
  const why = reason('fetch_status', { status });
  if (finalStatuses.has(status)) return new EngineError('engine_error', why, { cause });
  return new EngineError('engine_unavailable', why, { retryable: true, cause });
}

/**
 * Throws a temporary failure if the answer is no file at all: it is empty, or it is a page or a message that
 * another server sends in place of the file for a moment, with status 200. Decoders find out the type of any
 * other file, regardless of the type that the server names.
 */
export function checkFile(bytes: Uint8Array, download: FailedFetch): void {
  if (bytes.length === 0)
    throw new EngineError('engine_unavailable', reason('fetch_empty'), {
      retryable: true,
      cause: withPlace('no bytes', download),
    });
  const text = textIn(bytes);
  if (text === undefined) return;
  throw new EngineError('engine_unavailable', reason('fetch_text'), {
    retryable: true,
    cause: withPlace(download.client.clean(text), download),
  });
}

/**
 * The start of a text: HTML, XML, JSON or a plain message. Pictures and clips
 * begin with control characters.
 */
function textIn(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, startLength);
  const isText = start.every(byte => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
  return isText ? Buffer.from(start).toString('utf8') : undefined;
}

/** Appends the place of the file to a message. */
export function withPlace(providerMessage: string, { client, place }: FailedFetch): string {
  return `${providerMessage}: ${client.clean(place, maxPlaceLength)}`;
}
