/** Tokens: the keys that call the interfaces. Stored as a SHA-256; the key itself is shown once. */
import type { Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import type { Micros } from '../lib/money.ts';
import type { Tier } from '../models/model-card.ts';
import { countedThisMonth, countedToday } from './token-limits.ts';

export interface Token {
  readonly id: string;
  readonly accountId: string;
  /** Who made it; undefined: the server's command line. */
  readonly userId: string | undefined;
  readonly group: string;
  readonly kind: 'image' | 'video';
  readonly name: string;
  /** Of tasks whose request names no tier. */
  readonly defaultTier: Tier | undefined;
  /** The first characters of the key, to tell tokens apart. */
  readonly prefix: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  readonly revokedAt: Date | undefined;
  /** Then it can only read and download. */
  readonly expiresAt: Date | undefined;
  /** The only models that it may use; undefined: all of its group. */
  readonly models: readonly string[] | undefined;
  /** CIDR ranges that it may be used from; undefined: anywhere. */
  readonly addresses: readonly string[] | undefined;
  readonly capTotalMicros: Micros | undefined;
  readonly capDayMicros: Micros | undefined;
  readonly capMonthMicros: Micros | undefined;
  /** How many of its tasks may be under way at once, and be submitted in a minute. */
  readonly maxOpen: number | undefined;
  readonly maxPerMinute: number | undefined;
  readonly heldMicros: Micros;
  readonly spentMicros: Micros;
  /** Held and spent today and this month, by UTC. */
  readonly todayMicros: Micros;
  readonly monthMicros: Micros;
  /** What its group is like just now. */
  readonly groupRules: GroupRules;
}

export interface GroupRules {
  /** On every price of the group, in millionths. */
  readonly factorMicros: Micros;
  /** Undefined: the models whose cards name the group. */
  readonly models: readonly string[] | undefined;
  readonly isModerated: boolean;
  /** The token's account may use it. */
  readonly isAllowed: boolean;
}

export interface TokenRow {
  id: string;
  account_id: string;
  user_id: string | null;
  group_name: string;
  kind: 'image' | 'video';
  name: string;
  default_tier: Tier | null;
  key_prefix: string;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
  expires_at: Date | null;
  models: string[] | null;
  addresses: string[] | null;
  cap_total_micros: bigint | null;
  cap_day_micros: bigint | null;
  cap_month_micros: bigint | null;
  max_open: number | null;
  max_per_minute: number | null;
  held_micros: bigint;
  spent_micros: bigint;
  today_micros: bigint;
  this_month_micros: bigint;
  factor_micros: bigint;
  group_models: string[] | null;
  is_moderated: boolean;
  is_allowed: boolean;
}

/** Of `tokens join groups`. */
export const tokenColumns = `tokens.id, tokens.account_id, tokens.user_id, group_name, kind, tokens.name, default_tier, key_prefix, tokens.created_at, last_used_at,
  revoked_at, expires_at, tokens.models, tokens.addresses::text[] as addresses, cap_total_micros, cap_day_micros, cap_month_micros, max_open, max_per_minute,
  held_micros, spent_micros, ${countedToday} as today_micros, ${countedThisMonth} as this_month_micros,
  factor_micros, groups.models as group_models, is_moderated,
  (is_open or exists (select from group_accounts where group_accounts.group_name = groups.name and group_accounts.account_id = tokens.account_id)) as is_allowed`;
const tokensOfGroups = 'tokens join groups on groups.name = tokens.group_name';

/** A rotated key is good for a while: how many seconds are left. */
const byHash = statement(
  'token_by_hash',
  `select ${tokenColumns}, null::float8 as seconds_left from ${tokensOfGroups} where key_hash = $1
   union all
   select ${tokenColumns}, extract(epoch from previous_until - now())::float8 from ${tokensOfGroups} where previous_hash = $1 and previous_until > now()`,
);
/** $2, $3: null for all. */
const all = statement(
  'list_tokens',
  `select ${tokenColumns} from ${tokensOfGroups} where ($1::uuid is null or tokens.account_id = $1) and ($2::uuid is null or tokens.user_id = $2)
   order by tokens.created_at, tokens.id`,
);
/** By id, or by the visible prefix when it names exactly one. */
const named = statement(
  'token_by_name',
  `select ${tokenColumns} from ${tokensOfGroups}
   where tokens.id = (select case when count(*) = 1 then min(id::text)::uuid end from tokens where id::text = $1 or key_prefix = $1)`,
);
const live = statement('live_token', 'select id from tokens where id = $1 and revoked_at is null');
const touch = statement('touch_token', 'update tokens set last_used_at = now() where id = $1');

/** Also finds revoked ones: the answer to those is another. `secondsLeft`: of a key that was replaced by a new one. */
export async function findToken(
  db: Queryable,
  keyHash: Buffer,
): Promise<{ token: Token; secondsLeft: number | undefined } | undefined> {
  const [row] = await db.query<TokenRow & { seconds_left: number | null }>(byHash, [keyHash]);
  return row && { token: toToken(row), secondsLeft: row.seconds_left ?? undefined };
}

/** By id, or by its visible prefix; undefined: that names none, or several. */
export async function tokenNamed(db: Queryable, idOrPrefix: string): Promise<Token | undefined> {
  const [row] = await db.query<TokenRow>(named, [idOrPrefix]);
  return row && toToken(row);
}

export async function listTokens(
  db: Queryable,
  { accountId, userId }: { accountId?: string | undefined; userId?: string | undefined } = {},
): Promise<Token[]> {
  return (await db.query<TokenRow>(all, [accountId ?? null, userId ?? null])).map(toToken);
}

/** It was not revoked. */
export async function isTokenLive(db: Queryable, id: string): Promise<boolean> {
  return (await db.query(live, [id])).length === 1;
}

export async function noteTokenUse(db: Queryable, id: string): Promise<void> {
  await db.query(touch, [id]);
}

export function toToken(row: TokenRow): Token {
  return {
    id: row.id,
    accountId: row.account_id,
    userId: row.user_id ?? undefined,
    group: row.group_name,
    kind: row.kind,
    name: row.name,
    defaultTier: row.default_tier ?? undefined,
    prefix: row.key_prefix,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    models: row.models ?? undefined,
    addresses: row.addresses ?? undefined,
    capTotalMicros: row.cap_total_micros ?? undefined,
    capDayMicros: row.cap_day_micros ?? undefined,
    capMonthMicros: row.cap_month_micros ?? undefined,
    maxOpen: row.max_open ?? undefined,
    maxPerMinute: row.max_per_minute ?? undefined,
    heldMicros: row.held_micros,
    spentMicros: row.spent_micros,
    todayMicros: row.today_micros,
    monthMicros: row.this_month_micros,
    groupRules: {
      factorMicros: row.factor_micros,
      models: row.group_models ?? undefined,
      isModerated: row.is_moderated,
      isAllowed: row.is_allowed,
    },
  };
}
