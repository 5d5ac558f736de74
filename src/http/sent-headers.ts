/** Headers of requests and answers that the OpenAPI document names, and what they say. Documentation only. */
import { z } from 'zod';

export const idempotent = z.object({
  'Idempotency-Key': z
    .string()
    .max(255)
    .optional()
    .describe('A repeat with the same key and body within 24 hours answers with the task of the first.'),
});

export const ranged = z.object({
  Range: z.string().optional().describe('`bytes=from-to`: one range.'),
  'If-None-Match': z.string().optional(),
  'If-Range': z.string().optional(),
});

export const resumable = z.object({
  'Last-Event-ID': z.string().optional().describe('The number of the last event that was read.'),
});

export const answeredHeaders = {
  ETag: 'Send it as If-None-Match: what has not changed is answered 304, without a body.',
  'Accept-Ranges': '`bytes`: Range is understood.',
  'Content-Range': 'The bytes that are sent, and of how many.',
  'Retry-After': 'Seconds to wait before the same request is sent again; where that can help.',
  'WWW-Authenticate': '`Bearer`',
  'openai-poll-after-ms': 'Milliseconds to wait before asking again; not once it has ended.',
  'x-should-retry': '`false`: the SDKs do not send the request again by themselves.',
} as const;
export type AnsweredHeader = keyof typeof answeredHeaders;
