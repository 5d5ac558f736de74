/** Tokens: the keys that call the interfaces. Stored as a SHA-256; the key itself is shown once. */
import type { Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import type { Micros } from '../lib/money.ts';
import type { Tier } from '../models/model-card.ts';
import { countedThisMonth, countedToday } from './token-limits.ts';

export const tokenScopes = ['own', 'account'] as const;
export type TokenScope = (typeof tokenScopes)[number];

export interface Token {
  readonly id: string;
  readonly accountId: string;
  /** The user who created it. Undefined if the command line did. */
  readonly userId: string | undefined;
  readonly group: string;
  readonly kind: 'image' | 'video';
  /** Which tasks it sees: those of its user (without a user, its own), or all of the account (tasks/task-scope.ts). */
  readonly scope: TokenScope;
  readonly name: string;
  /** The tier of tasks whose request names none. */
  readonly defaultTier: Tier | undefined;
  /** The first characters of the key, to tell tokens apart. */
  readonly prefix: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  readonly revokedAt: Date | undefined;
  /** After this time the token can only read and download. */
  readonly expiresAt: Date | undefined;
  /** The models that it may use. Undefined: all models of its group. */
  readonly models: readonly string[] | undefined;
  /** CIDR ranges that it may be used from. Undefined: any address. */
  readonly addresses: readonly string[] | undefined;
  readonly capTotalMicros: Micros | undefined;
  readonly capDayMicros: Micros | undefined;
  readonly capMonthMicros: Micros | undefined;
  /** How many of its tasks may be in progress at once, and how many may be submitted in a minute. */
  readonly maxOpen: number | undefined;
  readonly maxPerMinute: number | undefined;
  readonly heldMicros: Micros;
  readonly spentMicros: Micros;
  /** Amounts held and spent today and this month (UTC). */
  readonly todayMicros: Micros;
  readonly monthMicros: Micros;
  /** The current rules of its group. */
  readonly groupRules: GroupRules;
}

export interface GroupRules {
  /** Factor on every price of the group, in millionths. */
  readonly factorMicros: Micros;
  /** Undefined: the models whose cards name the group. */
  readonly models: readonly string[] | undefined;
  readonly isModerated: boolean;
  /** Whether the token's account may use the group. */
  readonly isAllowed: boolean;
}

export interface TokenRow {
  id: string;
  account_id: string;
  user_id: string | null;
  group_name: string;
  kind: 'image' | 'video';
  scope: TokenScope;
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

/** The columns of a token, for queries of `tokens join groups`. */
export const tokenColumns = `tokens.id, tokens.account_id, tokens.user_id, group_name, kind, tokens.scope, tokens.name, default_tier, key_prefix, tokens.created_at, last_used_at,
  revoked_at, expires_at, tokens.models, tokens.addresses::text[] as addresses, cap_total_micros, cap_day_micros, cap_month_micros, max_open, max_per_minute,
  held_micros, spent_micros, ${countedToday} as today_micros, ${countedThisMonth} as this_month_micros,
  factor_micros, groups.models as group_models, is_moderated,
  (is_open or exists (select from group_accounts where group_accounts.group_name = groups.name and group_accounts.account_id = tokens.account_id)) as is_allowed`;
const tokensOfGroups = 'tokens join groups on groups.name = tokens.group_name';

/** Also finds a key that was replaced by a rotation, with the seconds that it is still valid. */
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
/** Matches by id, or by visible prefix if only one token has it. */
const named = statement(
  'token_by_name',
  `select ${tokenColumns} from ${tokensOfGroups}
   where tokens.id = (select case when count(*) = 1 then min(id::text)::uuid end from tokens where id::text = $1 or key_prefix = $1)`,
);
const touch = statement('touch_token', 'update tokens set last_used_at = now() where id = $1');

/** Finds a token by its key, also a revoked one, which gets another error. `secondsLeft` is set for a key that was rotated. */
export async function findToken(
  db: Queryable,
  keyHash: Buffer,
): Promise<{ token: Token; secondsLeft: number | undefined } | undefined> {
  const [row] = await db.query<TokenRow & { seconds_left: number | null }>(byHash, [keyHash]);
  return row && { token: toToken(row), secondsLeft: row.seconds_left ?? undefined };
}

/** Finds a token by id or visible prefix. Undefined if none or more than one matches. */
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
    scope: row.scope,
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
