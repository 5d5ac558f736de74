/** Streams a stored file: whole or a range, HEAD, ETag, If-None-Match, If-Range (RFC 9110). */
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Storage } from '../media/storage.ts';
import type { Output } from '../tasks/task-view.ts';
import type { Answer } from './route.ts';
import { sendBody } from './send-body.ts';

export interface FileToSend {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly storage: Storage;
  readonly output: Pick<Output, 'storageKey' | 'contentType' | 'sizeBytes' | 'sha256'>;
  /** The name that a browser saves it under, whatever a link asks for; absent: as the link or the address has it. */
  readonly name?: string;
  readonly cacheControl: string;
}

export async function sendFile({
  request,
  reply,
  storage,
  output,
  name,
  cacheControl,
}: FileToSend): Promise<FastifyReply> {
  const etag = `"${output.sha256.slice(0, 32)}"`;
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    'content-disposition': name === undefined ? 'inline' : `inline; filename="${name}"`,
    'x-content-type-options': 'nosniff',
  });
  if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const range = rangeOf(request, etag, output.sizeBytes);
  if (range === 'outside') {
    reply.header('content-range', `bytes */${output.sizeBytes}`);
    throw new AppError('range_invalid', { size: output.sizeBytes });
  }
  const length = range ? range.end - range.start + 1 : output.sizeBytes;
  reply.type(output.contentType).header('content-length', length);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${output.sizeBytes}`);
  if (request.method === 'HEAD') return reply.send();
  const file = await storage.open(output.storageKey, range);
  if (!file) throw new AppError('file_expired');
  try {
    reply.hijack();
    reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
    await sendBody(reply.raw, { socket: request.raw.socket, file, sizeBytes: length });
  } catch (error) {
    // The head is on its way: the client sees that the body breaks off.
    request.log.error({ err: error }, 'download broke off');
    reply.raw.destroy();
  } finally {
    await file.close();
  }
  return reply;
}

/** What `sendFile` answers, for the OpenAPI document. */
export function contentAnswers(what: string, types: readonly string[]): Readonly<Record<number, Answer>> {
  return {
    200: { says: `${what}.`, types, headers: ['ETag', 'Accept-Ranges'] },
    206: { says: `${what}: the bytes that were asked for.`, types, headers: ['ETag', 'Content-Range'] },
    304: { says: 'You have it already.', headers: ['ETag'] },
  };
}

/** If-None-Match: one of several tags, weak or strong, or `*`. */
export function hasTag(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    header.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
  );
}

/** Undefined: the whole file. Several ranges, other units and malformed ones are ignored, as RFC 9110 14.2 allows. */
function rangeOf(
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
