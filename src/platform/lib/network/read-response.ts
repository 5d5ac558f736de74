/** Reads the response of an unknown server up to a limit. */
import { reason } from '@kinora/shared/errors/reason';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { readAtMost } from './read-at-most.ts';
import { SafeFetchError } from './safe-fetch-error.ts';
import { unpackedBody } from './unpacked-body.ts';

export interface ResponseLimits {
  readonly maxBytes: number;
  /**
   * Media types: `image/png`, `image/*` for all of a kind, or `*` for any. A
   * response without a type is accepted.
   */
  readonly types: readonly string[];
  /** Compressed bodies are unpacked, up to `maxBytes`. Default: they are refused. */
  readonly unpacks?: boolean;
  /**
   * Receives the body in place of `readAtMost`, and returns the bytes of the result, or undefined if the body
   * has more than `maxBytes`.
   */
  readonly receive?: (body: Readable, maxBytes: number) => Promise<Uint8Array | undefined>;
}

export interface FetchedResponse {
  readonly bytes: Uint8Array;
  /** The type that the server claims, in lower case and without parameters. Empty if there is none. */
  readonly contentType: string;
}

const startBytes = 1024;

/**
 * Reads the body of a 2xx response. Rejects with a SafeFetchError, or with the error that ended the stream.
 */
export async function readResponse(
  response: IncomingMessage,
  limits: ResponseLimits,
): Promise<FetchedResponse> {
  const contentType = checkHead(response, limits);
  const body = limits.unpacks ? unpackedBody(response) : response;
  const bytes = await (limits.receive ?? readAtMost)(body, limits.maxBytes);
  if (!bytes) throw tooLarge(limits);
  return { bytes, contentType };
}

/**
 * Reads at most 1 KB of a body as UTF-8. The status has already been received, so a body that breaks off or
 * is too slow is not an error.
 */
export async function readResponseStart(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= startBytes) break;
    }
  } catch {
    // The part received so far is returned.
  }
  return Buffer.concat(chunks).subarray(0, startBytes).toString('utf8');
}

function checkHead({ statusCode = 0, headers }: IncomingMessage, limits: ResponseLimits): string {
  if (statusCode < 200 || statusCode > 299)
    throw new SafeFetchError('status', reason('link_status', { status: statusCode }));
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  const contentType = type.trim().toLowerCase();
  if (contentType && !limits.types.some(allowedType => isOfType(contentType, allowedType)))
    throw new SafeFetchError(
      'type_refused',
      reason('link_type', { type: contentType, allowed: limits.types.join(', ') }),
    );
  // We asked for no compression. By default nothing is unpacked, so that a small
  // response cannot become a large one.
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && !limits.unpacks)
    throw new SafeFetchError('type_refused', reason('link_compressed', { encoding: String(encoding) }));
  if (Number(headers['content-length']) > limits.maxBytes) throw tooLarge(limits);
  return contentType;
}

function isOfType(contentType: string, allowedType: string): boolean {
  if (allowedType === '*') return true;
  return allowedType.endsWith('/*')
    ? contentType.startsWith(allowedType.slice(0, -1))
    : contentType === allowedType;
}

function tooLarge({ maxBytes }: ResponseLimits): SafeFetchError {
  return new SafeFetchError('too_large', reason('link_bytes', { limit: maxBytes }));
}
