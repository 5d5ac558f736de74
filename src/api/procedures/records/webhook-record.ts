/** Webhooks, their delivery attempts, and receivers that fail. */
import { z } from 'zod';
import { deliveryStates } from '../../../core/webhooks/delivery-state.ts';
import { count, time } from './values.ts';

export const webhookRecord = z.strictObject({
  hook: z.string(),
  account: z.string(),
  task: z.string(),
  task_prompt: z.string().nullable(),
  url: z.string(),
  state: z.enum(deliveryStates),
  last_status: z.number().nullable().describe('The HTTP status of the last attempt.'),
  last_error: z.string().nullable(),
  attempts: count,
  created: time,
  ended: time.nullable(),
});

export const webhookWithTries = webhookRecord.extend({
  tries: z
    .array(
      z.strictObject({
        at: time,
        message_id: z.string(),
        phase: z.string(),
        status: z.number().nullable(),
        error: z.string().nullable(),
        took_ms: z.number(),
      }),
    )
    .describe('Newest first.'),
});

export const webhookTest = z.strictObject({
  status: z.number().nullable(),
  error: z.string().nullable(),
  took_ms: z.number(),
});

export const receiverRecord = z.strictObject({
  account: z.string(),
  account_name: z.string(),
  origin: z.string(),
  failures: count,
  failing_since: time,
  off_until: time.nullable().describe('Time until which deliveries are paused.'),
});
