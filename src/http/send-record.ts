/** Sends a ready record: ETag, 304 for who has it already, and how long to wait before asking again. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadyRecord } from './records.ts';
import { hasTag } from './send-file.ts';

export function sendRecord(request: FastifyRequest, reply: FastifyReply, record: ReadyRecord): FastifyReply {
  reply.header('etag', record.etag);
  reply.header('cache-control', 'private, no-cache');
  if (record.pollAfterMs !== undefined) reply.header('openai-poll-after-ms', String(record.pollAfterMs));
  if (hasTag(request.headers['if-none-match'], record.etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(record.body);
}
