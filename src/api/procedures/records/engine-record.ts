/** An engine: its state, its load and the last 24 hours. */
import { z } from 'zod';
import { engineConditions } from '../../../core/operate/engines/engine-health.ts';
import { hoursRecord, secretRecord, sourceOfEngine } from './instance-record.ts';
import { count, decimal, tier, time } from './values.ts';

export const engineRecord = z.strictObject({
  name: z.string(),
  kind: z.string().nullable().describe('null: it was removed, and still has tasks.'),
  url: z.string().nullable(),
  secret: secretRecord.nullable().describe('null: none is set.'),
  source: sourceOfEngine.nullable(),
  daily_hours: hoursRecord.nullable().describe('When it takes tasks each day; null: always.'),
  state: z.enum(engineConditions),
  why: z
    .string()
    .nullable()
    .describe('Reason for its state; null if it is healthy and has run tasks in the last 24 hours.'),
  since: time.nullable().describe('When it changed to this state; null: not known.'),
  until: time.nullable().describe('When it takes tasks again, if it takes none now by its hours or budget.'),
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
  model: z.string().nullable().describe('Model that was tested; null: none.'),
  took_ms: z.number().nullable(),
  task: z.null(),
  message: z.string(),
  size: z.string().nullable().describe('Of the first image or clip, such as 64 x 64.'),
  cost: decimal.nullable().describe('What it cost the operator; null: nothing that is known.'),
  picture: z
    .string()
    .nullable()
    .describe('The first image or poster as a data URL: WebP, at most 256 x 256 pixels.'),
});
