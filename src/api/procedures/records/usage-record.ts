/** Lines of usage and of the audit log. */
import { z } from 'zod';
import { count, decimal, time } from './values.ts';

const key = z.string().nullable().optional();

/** A line of usage. It has only the keys by which the request groups. */
export const usageRecord = z.strictObject({
  day: key,
  model: key,
  token: key,
  user: key,
  end_user: key,
  tier: key,
  account: key,
  client: key.describe('Program of an agent that called /mcp; null: another client.'),
  requests: count,
  succeeded: count,
  failed: count,
  cancelled: count,
  waited_seconds: z.number().nullable(),
  ran_seconds: z.number().nullable(),
  amount: decimal,
  refunded: decimal,
  currency: z.string(),
});

export const auditRecord = z.strictObject({
  id: z.string(),
  at: time,
  who: z.string(),
  address: z.string().nullable().optional().describe('For operators only.'),
  action: z.string(),
  account: z.string().nullable(),
  object: z.string().describe('ID or name of the changed object.'),
  before: z.unknown(),
  after: z.unknown(),
});
