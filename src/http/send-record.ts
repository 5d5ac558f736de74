/** Sends a ready record: ETag, 304 for who has it already, and how long to wait before asking again. */
import type { KeptReplies } from './kept-replies.ts';
import type { ReadyRecord } from './records.ts';
import type { Call } from './route.ts';
import { hasTag } from './send-file.ts';

const contentType = 'application/json; charset=utf-8';

export function sendRecord({ request, reply, params }: Call, record: ReadyRecord, replies: KeptReplies) {
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
