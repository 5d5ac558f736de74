/**
 * Sends a ready record with its ETag and the time to wait before the next poll. Sends 304
 * if the client already has it.
 */
import type { OutgoingHttpHeader } from 'node:http';
import { without } from '../../../platform/lib/without.ts';
import type { ReadyRecord } from '../cache/record-cache.ts';
import { requestIdHeader } from '../request/request-id.ts';
import type { Call } from '../route.ts';
import { hasTag } from './send-file.ts';

export function sendRecord({ request, reply }: Call, record: ReadyRecord) {
  reply.headers({ etag: record.etag, 'cache-control': 'private, no-cache' });
  if (record.pollAfterMs !== undefined) reply.header('openai-poll-after-ms', String(record.pollAfterMs));
  if (hasTag(request.headers['if-none-match'], record.etag)) return reply.code(304).send();
  reply.headers({
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(record.body),
  });
  record.headers ??= toHeaderLines(without(reply.getHeaders(), [requestIdHeader]));
  return reply.send(record.body);
}

/** Names and values in turn, which are written faster than an object. */
function toHeaderLines(headers: Readonly<Record<string, unknown>>): OutgoingHttpHeader[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, value as OutgoingHttpHeader]);
}
