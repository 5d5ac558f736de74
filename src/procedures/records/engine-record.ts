/** An engine: its state, its load and the last 24 hours. */
import { z } from 'zod';
import { engineConditions } from '../../operate/engine-health.ts';
import { count, tier, time } from './values.ts';

export const engineRecord = z.strictObject({
  name: z.string(),
  state: z.enum(engineConditions),
  why: z.string().nullable().describe('Reason for its state; null if it is healthy.'),
  since: time.nullable(),
  slots: count
    .nullable()
    .describe('Number of tasks it can run at the same time; null: no worker provides it.'),
  busy: count,
  queued: count,
  models: z.array(z.string()),
  tiers: z.array(tier),
  succeeded_24h: count,
  failed_24h: count,
  hours: z
    .array(z.strictObject({ at: time, succeeded: count, failed: count }))
    .describe('24 hours, oldest first.'),
  median_seconds: z.number().nullable(),
  last_error: z
    .strictObject({ code: z.string(), message: z.string(), at: time, task: z.string() })
    .nullable(),
});

export const engineTest = z.strictObject({
  ok: z.boolean(),
  took_ms: z.number().nullable(),
  task: z.null(),
  message: z.string(),
});
