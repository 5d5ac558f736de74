/** What a stranger's server answered, read up to a limit and no further. */
import type { IncomingMessage } from 'node:http';
import { SafeFetchError } from './safe-fetch-error.ts';

export interface AnswerLimits {
  readonly maxBytes: number;
  /** Media types: `image/png`, or `image/*` for all of a kind. An answer that names no type passes. */
  readonly types: readonly string[];
}

export interface Answer {
  readonly bytes: Uint8Array;
  /** As the server claims, in lower case and without parameters; empty when it names none. */
  readonly contentType: string;
}

const startBytes = 1024;

/** The body of a 2xx answer. Rejects with a SafeFetchError, or with what ended the stream. */
export async function readAnswer(answer: IncomingMessage, limits: AnswerLimits): Promise<Answer> {
  const contentType = checkHead(answer, limits);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > limits.maxBytes) throw tooLarge(limits);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), contentType };
}

/**
 * At most 1 KB of a body, as UTF-8. Whatever happens to the rest, the status was heard: a body that breaks off or
 * dribbles until the time is over changes nothing.
 */
export async function readAnswerStart(answer: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= startBytes) break;
    }
  } catch {
    // What came before is the answer.
  }
  return Buffer.concat(chunks).subarray(0, startBytes).toString('utf8');
}

function checkHead({ statusCode = 0, headers }: IncomingMessage, limits: AnswerLimits): string {
  if (statusCode < 200 || statusCode > 299)
    throw new SafeFetchError('status', `The server answered ${statusCode}.`);
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  const contentType = type.trim().toLowerCase();
  if (contentType && !limits.types.some(allowed => isOfType(contentType, allowed)))
    throw new SafeFetchError(
      'type_refused',
      `The type is ${contentType}. Allowed: ${limits.types.join(', ')}.`,
    );
  // Asked not to compress, an honest server does not; nothing is unpacked, so no small answer becomes a large one.
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity')
    throw new SafeFetchError('type_refused', `The answer is compressed (${encoding}). Allowed: identity.`);
  if (Number(headers['content-length']) > limits.maxBytes) throw tooLarge(limits);
  return contentType;
}

function isOfType(contentType: string, allowed: string): boolean {
  return allowed.endsWith('/*') ? contentType.startsWith(allowed.slice(0, -1)) : contentType === allowed;
}

function tooLarge({ maxBytes }: AnswerLimits): SafeFetchError {
  return new SafeFetchError('too_large', `The answer has more than ${maxBytes} bytes.`);
}
