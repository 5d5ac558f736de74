/** A token as it is shown, without its key. */
import { z } from 'zod';
import { tokenScopes } from '../../../core/accounts/token-settings.ts';
import type { Token } from '../../../core/accounts/tokens.ts';
import { calendarNow } from '@kinora/shared/clock';
import type { ReadOnly } from '../../../platform/lib/read-only.ts';
import { money } from '../fields/fields.ts';
import { limitOutputs, showLimits } from './token-fields.ts';
import { decimal, kind, time } from './values.ts';

export const tokenRecord = z.strictObject({
  id: z.string(),
  account: z.string(),
  user: z.string().nullable(),
  group: z.string(),
  also: z
    .string()
    .nullable()
    .describe('Its group of the other kind, which decides at the other interface; null: none.'),
  kind,
  scope: z
    .enum(tokenScopes)
    .describe('Tasks that its key can access: those of its user (own), or all tasks of the account.'),
  name: z.string(),
  prefix: z.string().describe('The first characters of the key.'),
  client: z
    .strictObject({ id: z.string(), name: z.string() })
    .nullable()
    .describe('The program that asked a user for the token, by OAuth.'),
  state: z.enum(['revoked', 'expired', 'active']),
  ...limitOutputs,
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
    also: token.also?.group ?? null,
    kind: token.kind,
    scope: token.scope,
    name: token.name,
    prefix: token.prefix,
    client: token.client ?? null,
    state: tokenState(token),
    ...showLimits(token),
    spent: money(token.spentMicros),
    held: money(token.heldMicros),
    today: money(token.todayMicros),
    this_month: money(token.monthMicros),
    created: token.createdAt.toISOString(),
    last_used: token.lastUsedAt?.toISOString() ?? null,
    revoked: token.revokedAt?.toISOString() ?? null,
  };
}

function tokenState({ revokedAt, expiresAt }: Token): 'revoked' | 'expired' | 'active' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt.getTime() <= calendarNow() ? 'expired' : 'active';
}
