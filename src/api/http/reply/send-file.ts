/** Streams a stored file: whole or a range, HEAD, ETag, If-None-Match, If-Range (RFC 9110). */
import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@kinora/shared/errors/errors';
import type { Storage } from '../../../media/storage/storage.ts';
import type { Output } from '../../../core/tasks/read/task-view.ts';
import type { DeclaredResponse } from '../route.ts';
import { sendBody } from './send-body.ts';
import { goneSignal } from '../request/socket-gone.ts';

export interface FileToSend {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly storage: Storage;
  readonly output: Pick<Output, 'storageKey' | 'contentType' | 'sizeBytes' | 'sha256'>;
  /** The name under which a browser saves the file. Absent means the name in the link or the address. */
  readonly name?: string;
  readonly cacheControl: string;
}

/** The tag of a stored file, which follows from its content. */
export function toEtag({ sha256 }: Pick<Output, 'sha256'>): string {
  return `"${sha256.slice(0, 32)}"`;
}

/**
 * Returns the parameter of Content-Disposition with the file name. A name beyond ASCII is encoded (RFC 6266).
 */
export function fileNameField(name: string): string {
  return /^[ -~]+$/.test(name) ? `filename="${name}"` : `filename*=UTF-8''${encodeURIComponent(name)}`;
}

export async function sendFile({
  request,
  reply,
  storage,
  output,
  name,
  cacheControl,
}: FileToSend): Promise<FastifyReply> {
  const etag = toEtag(output);
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    'content-disposition': name === undefined ? 'inline' : `inline; ${fileNameField(name)}`,
    'x-content-type-options': 'nosniff',
  });
  if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const range = readRange(request, etag, output.sizeBytes);
  if (range === 'outside') {
    reply.header('content-range', `bytes */${output.sizeBytes}`);
    throw new AppError('range_invalid', { size: output.sizeBytes });
  }
  const length = range ? range.end - range.start + 1 : output.sizeBytes;
  reply.type(output.contentType).header('content-length', length);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${output.sizeBytes}`);
  if (request.method === 'HEAD') return reply.send();
  if (!(await untilItsTurn(reply.raw, request.raw.socket))) return reply.hijack();
  const file = await storage.open(output.storageKey, range);
  if (!file) throw new AppError('file_expired');
  await sendOpened({ request, reply }, file, length);
  return reply;
}

/** Sends the file in place of Fastify, and closes it. */
async function sendOpened(
  { request, reply }: Pick<FileToSend, 'request' | 'reply'>,
  file: NonNullable<Awaited<ReturnType<Storage['open']>>>,
  sizeBytes: number,
): Promise<void> {
  try {
    reply.hijack();
    reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
    await sendBody(reply.raw, { socket: request.raw.socket, file, sizeBytes });
    // Close the file before the next response on this connection opens its own.
    await file.close();
    reply.raw.end();
  } catch (error) {
    // The headers have been sent, so the client only sees that the body breaks off.
    request.log.error({ err: error }, 'download aborted');
    reply.raw.destroy();
  } finally {
    await file.close();
  }
}

/**
 * Waits until the earlier responses on a pipelined connection are sent, so that only one file
 * is open. Returns false if the connection is gone. Node assigns the socket to one response
 * at a time and emits this event.
 */
async function untilItsTurn(response: ServerResponse, socket: Socket): Promise<boolean> {
  const disconnectSignal = goneSignal(socket);
  if (!response.socket && !disconnectSignal.aborted)
    await once(response, 'socket', { signal: disconnectSignal }).catch(() => {});
  return !disconnectSignal.aborted;
}

/** The responses of `sendFile`, for the OpenAPI document. */
export function contentResponses(
  content: string,
  types: readonly string[],
): Readonly<Record<number, DeclaredResponse>> {
  return {
    200: { description: `${content}.`, types, headers: ['ETag', 'Accept-Ranges'] },
    206: {
      description: `${content}: the requested range.`,
      types,
      headers: ['ETag', 'Content-Range'],
    },
    304: { description: 'Not modified.', headers: ['ETag'] },
  };
}

/** Whether If-None-Match contains the tag. The header may list several tags, weak or strong, or be `*`. */
export function hasTag(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    header.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
  );
}

/**
 * The requested range. Undefined means the whole file. Multiple, malformed and other ranges are
 * ignored, as RFC 9110 14.2 allows.
 */
function readRange(
  request: FastifyRequest,
  etag: string,
  sizeBytes: number,
): { start: number; end: number } | 'outside' | undefined {
  const ifRange = request.headers['if-range'];
  const [, from = '', to = ''] =
    /^bytes=(\d*)-(\d*)$/.exec(request.method === 'GET' ? (request.headers.range ?? '') : '') ?? [];
  if ((from === '' && to === '') || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const start = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  return start >= sizeBytes || start > end ? 'outside' : { start, end };
}
