/** Settings, nodes, and the figures of the overview. */
import { z } from 'zod';
import { processRoles } from '../../../core/operate/nodes.ts';
import { count, decimal, tier, time } from './values.ts';

export const settingRecord = z.strictObject({
  name: z.string(),
  value: z.string().nullable().describe('Secrets are hidden.'),
  source: z.enum(['environment', 'default']),
  default: z.string().nullable(),
  allowed: z.string(),
  description: z.string(),
});

export const nodeRecord = z.strictObject({
  id: z.string(),
  role: z.enum(processRoles).describe('What the process does, as KINORA_ROLE says.'),
  version: z.string(),
  build: z
    .string()
    .nullable()
    .describe(
      'Tells builds of one version apart: the commit, or a hash of the files. Null if it is not known.',
    ),
  host: z.string().describe('Name of its machine, container or pod.'),
  started: time,
  seen: time.describe('Its last report. A process without one for a minute is not listed.'),
});

export const attention = z.strictObject({
  kind: z.enum(['engine', 'account', 'webhook', 'price', 'token', 'storage', 'charge', 'payment']),
  severity: z.enum(['bad', 'warn']),
  text: z.string(),
  path: z.string().describe('The page of the Console that shows it.'),
});

export const overview = z.strictObject({
  running: count,
  queued: count,
  success_hour: z.number().nullable().describe('Success rate, from 0 to 1; null: no task ended.'),
  ended_hour: count,
  median_wait: z.array(z.strictObject({ tier, seconds: z.number().nullable() })),
  revenue_today: decimal,
  currency: z.string(),
  attention: z.array(attention),
});

const seconds = z.number().nullable().describe('Seconds; null: no task started.');
const bytes = z.number();

export const history = z.strictObject({
  hours: z
    .array(
      z.strictObject({
        at: time,
        succeeded: count,
        failed: count,
        cancelled: count,
        median_wait: seconds,
        long_wait: seconds,
      }),
    )
    .describe('24 hours, oldest first.'),
  failures: z.array(
    z.strictObject({
      code: z.string(),
      message: z.string(),
      tasks: count,
      newest: z.strictObject({ task: z.string(), at: time }),
    }),
  ),
  disk: z.strictObject({
    pictures: bytes,
    clips: bytes,
    small: bytes,
    uploads: bytes,
    free: bytes.nullable(),
    total: bytes.nullable(),
  }),
});
