/**
 * Reads a body into one buffer. Its size is that of the body or less than twice of it, in however
 * small pieces the body arrives.
 */
import { reason, reasonTexts } from '@kinora/shared/errors/reason';
import type { FastifyRequest } from 'fastify';
import { AppError } from '@kinora/shared/errors/errors';
import { describeBytes } from '../../../platform/lib/text/describe-bytes.ts';
import { ClientGoneError } from './client-gone.ts';

const firstBytes = 16 * 1024;

/**
 * Calls `count` with the length of each piece. Throws AppError `body_too_large`, what `count` throws, or
 * `request_invalid` if the body ends before its announced length.
 */
export async function readBody(request: FastifyRequest, count: (bytes: number) => void): Promise<Buffer> {
  const { bodyLimit: limit = 0 } = request.routeOptions;
  const contentLength = request.headers['content-length'];
  let buffer: Buffer = Buffer.allocUnsafe(
    contentLength === undefined ? firstBytes : Math.min(Number(contentLength), limit),
  );
  let length = 0;
  for await (const piece of readPieces(request)) {
    count(piece.length);
    if (length + piece.length > limit) throw new AppError('body_too_large', { limit: describeBytes(limit) });
    if (length + piece.length > buffer.length) buffer = enlarge(buffer, length + piece.length);
    buffer.set(piece, length);
    length += piece.length;
  }
  if (contentLength !== undefined && length !== Number(contentLength))
    throw new AppError('request_invalid', {
      ...reasonTexts(reason('body_length', { length, announced: contentLength })),
    });
  return buffer.subarray(0, length);
}

/** Leaves the request open after an error, so that it can be answered. */
async function* readPieces({ raw }: FastifyRequest): AsyncGenerator<Uint8Array> {
  try {
    yield* raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (raw.destroyed) throw new ClientGoneError(error);
    throw error;
  }
}

function enlarge(buffer: Buffer, atLeast: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, atLeast));
  buffer.copy(larger);
  return larger;
}
