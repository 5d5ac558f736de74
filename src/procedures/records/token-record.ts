/** A token as it is shown, without its key. */
import { z } from 'zod';
import { tokenScopes, type Token } from '../../accounts/tokens.ts';
import { calendarNow } from '../../lib/clock.ts';
import type { ReadOnly } from '../../lib/read-only.ts';
import { money } from '../fields.ts';
import { count, decimal, kind, tier, time } from './values.ts';

/** Null in a limit: there is none. */
export const tokenRecord = z.strictObject({
  id: z.string(),
  account: z.string(),
  user: z.string().nullable(),
  group: z.string(),
  kind,
  scope: z.enum(tokenScopes).describe("Whose tasks its key sees: its user's, or all of the account."),
  factor: decimal.describe('Of its group, on every price.'),
  name: z.string(),
  prefix: z.string().describe('The first characters of the key.'),
  state: z.enum(['revoked', 'expired', 'active']),
  tier: tier.nullable().describe('Of tasks that name none.'),
  expires: time.nullable(),
  models: z.array(z.string()).nullable(),
  addresses: z.array(z.string()).nullable(),
  cap_total: decimal.nullable(),
  cap_day: decimal.nullable(),
  cap_month: decimal.nullable(),
  max_open: count.nullable(),
  max_per_minute: count.nullable(),
  spent: decimal,
  held: decimal,
  today: decimal,
  this_month: decimal,
  created: time,
  last_used: time.nullable(),
  revoked: time.nullable(),
});

export const tokenWithKey = tokenRecord.extend({ key: z.string().describe('The key; shown only once.') });

type TokenRecord = ReadOnly<z.output<typeof tokenRecord>>;

export function toTokenRecord(token: Token): TokenRecord {
  return {
    id: token.id,
    account: token.accountId,
    user: token.userId ?? null,
    group: token.group,
    kind: token.kind,
    scope: token.scope,
    factor: money(token.groupRules.factorMicros),
    name: token.name,
    prefix: token.prefix,
    state: stateOf(token),
    tier: token.defaultTier ?? null,
    expires: token.expiresAt?.toISOString() ?? null,
    models: token.models ?? null,
    addresses: token.addresses ?? null,
    cap_total: money(token.capTotalMicros),
    cap_day: money(token.capDayMicros),
    cap_month: money(token.capMonthMicros),
    max_open: token.maxOpen ?? null,
    max_per_minute: token.maxPerMinute ?? null,
    spent: money(token.spentMicros),
    held: money(token.heldMicros),
    today: money(token.todayMicros),
    this_month: money(token.monthMicros),
    created: token.createdAt.toISOString(),
    last_used: token.lastUsedAt?.toISOString() ?? null,
    revoked: token.revokedAt?.toISOString() ?? null,
  };
}

function stateOf({ revokedAt, expiresAt }: Token): 'revoked' | 'expired' | 'active' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt.getTime() <= calendarNow() ? 'expired' : 'active';
}
