/** Request headers that mean something beyond HTTP's own, as the OpenAPI document names them. Documentation only. */
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
