/** Sends a ready record with its ETag and the time to wait before the next poll. Sends 304 if the client already has it. */
import type { ResponseCache } from '../cache/response-cache.ts';
import type { ReadyRecord } from '../cache/record-cache.ts';
import type { Call } from '../route.ts';
import { hasTag } from './send-file.ts';

const contentType = 'application/json; charset=utf-8';

export function sendRecord({ request, reply, params }: Call, record: ReadyRecord, replies: ResponseCache) {
  reply.headers({ etag: record.etag, 'cache-control': 'private, no-cache' });
  if (record.pollAfterMs !== undefined) reply.header('openai-poll-after-ms', String(record.pollAfterMs));
  if (hasTag(request.headers['if-none-match'], record.etag)) return reply.code(304).send();
  if (record.isKept) {
    const headers = {
      ...reply.getHeaders(),
      'content-type': contentType,
      'content-length': Buffer.byteLength(record.body),
    };
    replies.keep(params['id'] ?? '', request.raw, {
      headers: headers as Record<string, string | number>,
      body: record.body,
    });
  }
  return reply.type(contentType).send(record.body);
}
