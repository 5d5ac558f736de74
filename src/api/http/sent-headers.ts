/** Headers of requests and responses, with descriptions, for the OpenAPI document only. */
import { z } from 'zod';

export const idempotent = z.object({
  'Idempotency-Key': z
    .string()
    .max(255)
    .optional()
    .describe(
      'Repeating the request with the same key and body within 24 hours returns the task created by the first request.',
    ),
});

export const waiting = idempotent.extend({
  Prefer: z
    .string()
    .optional()
    .describe('`respond-async`: answer at once with the task. `wait=20`: wait at most so many seconds.'),
  'Cancel-After': z
    .string()
    .optional()
    .describe('Seconds (`90`, `1m30s`) within which the task has to start; otherwise it is cancelled.'),
});

export const rangeHeaders = z.object({
  Range: z.string().optional().describe('A single range: `bytes=from-to`.'),
  'If-None-Match': z.string().optional(),
  'If-Range': z.string().optional(),
});

export const resumable = z.object({
  'Last-Event-ID': z
    .string()
    .optional()
    .describe('Number of the last event received; the stream continues after it.'),
});

export const responseHeaders = {
  ETag: 'Entity tag. Send it as If-None-Match to receive 304 without a body if nothing has changed.',
  'Accept-Ranges': '`bytes`: range requests are supported.',
  'Content-Range': 'The range sent, and the total size.',
  Location:
    'Where the file is. The address is signed and valid for some hours; ask this server for a new one.',
  'Retry-After': 'Seconds to wait before retrying the request, if retrying can help.',
  'WWW-Authenticate': '`Bearer`',
  'openai-poll-after-ms': 'Milliseconds to wait before the next poll; absent once the clip has finished.',
  'x-should-retry': '`false`: the SDKs do not retry the request automatically.',
} as const;
export type ResponseHeader = keyof typeof responseHeaders;
