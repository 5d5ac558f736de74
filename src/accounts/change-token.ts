/** Making tokens, changing their limits, rotating and revoking them. Each is announced, so that every node heeds it at once. */
import type { Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import { newRowId, newSecret, sha256 } from '../lib/id.ts';
import type { Micros } from '../lib/money.ts';
import type { Tier } from '../models/model-card.ts';
import { toToken, tokenColumns, tokenNamed, type Token, type TokenRow } from './tokens.ts';

/** Null: no limit. */
export interface TokenLimits {
  readonly expiresAt: Date | null;
  readonly models: readonly string[] | null;
  readonly addresses: readonly string[] | null;
  readonly capTotalMicros: Micros | null;
  readonly capDayMicros: Micros | null;
  readonly capMonthMicros: Micros | null;
  readonly maxOpen: number | null;
  readonly maxPerMinute: number | null;
}

export interface NewToken extends Partial<TokenLimits> {
  readonly accountId: string;
  readonly userId?: string | undefined;
  readonly group: string;
  readonly name: string;
  readonly defaultTier?: Tier | null | undefined;
}

export type TokenChange = Omit<TokenLimits, never> & {
  readonly name: string;
  readonly defaultTier: Tier | null;
};

const returned = (rows: string) =>
  `select ${tokenColumns.replaceAll('tokens.', `${rows}.`)} from ${rows} join groups on groups.name = group_name`;
const insert = statement(
  'insert_token',
  `with inserted as (
     insert into tokens (id, account_id, group_name, name, key_hash, key_prefix, user_id, default_tier, expires_at, models, addresses,
       cap_total_micros, cap_day_micros, cap_month_micros, max_open, max_per_minute)
     select $1::uuid, $2::uuid, groups.name, $4::text, $5::bytea, $6::text, $7::uuid, $8::text, $9::timestamptz, $10::text[], $11::cidr[],
       $12::bigint, $13::bigint, $14::bigint, $15::int, $16::int
     from groups where groups.name = $3::text returning *
   )
   ${returned('inserted')}`,
);
const update = statement(
  'update_token',
  `with changed as (
     update tokens set name = $2, default_tier = $3, expires_at = $4, models = $5, addresses = $6::cidr[], cap_total_micros = $7,
       cap_day_micros = $8, cap_month_micros = $9, max_open = $10, max_per_minute = $11
     where id = $1 and revoked_at is null returning *
   ), told as (select pg_notify('kinora_token', id::text) from changed)
   ${returned('changed')}, told`,
);
const replace = statement(
  'rotate_token',
  `with changed as (
     update tokens set previous_hash = key_hash, previous_until = now() + $4 * interval '1 s', key_hash = $2, key_prefix = $3
     where id = $1 and revoked_at is null returning *
   ), told as (select pg_notify('kinora_token', id::text) from changed)
   ${returned('changed')}, told`,
);
const revoke = statement(
  'revoke_token',
  `update tokens set revoked_at = coalesce(revoked_at, now()), previous_hash = null, previous_until = null where id = $1
   returning id, pg_notify('kinora_token', id::text)`,
);

const lock = statement('lock_token', 'select id from tokens where id = $1 for update');

const prefixLength = 8;

export interface MadeToken {
  readonly token: Token;
  /** Shown this once. */
  readonly key: string;
}

/** Undefined when there is no such group. */
export async function createToken(db: Queryable, made: NewToken): Promise<MadeToken | undefined> {
  const { accountId, userId, group, name, defaultTier } = made;
  const { key, hash, prefix } = newKey();
  const [row] = await db.query<TokenRow>(insert, [
    newRowId(),
    accountId,
    group,
    name,
    hash,
    prefix,
    userId ?? null,
    defaultTier ?? null,
    ...limitValues(made),
  ]);
  return row && { token: toToken(row), key };
}

/** In a transaction: whoever changes it meanwhile waits, and sees this change. */
export async function lockToken(db: Queryable, id: string): Promise<void> {
  await db.query(lock, [id]);
}

/** Undefined: it was revoked. */
export async function changeToken(
  db: Queryable,
  id: string,
  change: TokenChange,
): Promise<Token | undefined> {
  const values = [id, change.name, change.defaultTier, ...limitValues(change)];
  const [row] = await db.query<TokenRow>(update, values);
  return row && toToken(row);
}

/** A new key; the old one is good for `overlapSeconds` more. Undefined: it was revoked. */
export async function rotateToken(
  db: Queryable,
  id: string,
  overlapSeconds: number,
): Promise<MadeToken | undefined> {
  const { key, hash, prefix } = newKey();
  const [row] = await db.query<TokenRow>(replace, [id, hash, prefix, overlapSeconds]);
  return row && { token: toToken(row), key };
}

/** Revokes by id or by visible prefix, at once on every node. False when that names no token, or several. */
export async function revokeToken(db: Queryable, idOrPrefix: string): Promise<boolean> {
  const token = await tokenNamed(db, idOrPrefix);
  return token !== undefined && (await db.query(revoke, [token.id])).length === 1;
}

function newKey() {
  const key = `kn_${newSecret()}`;
  return { key, hash: sha256(key), prefix: key.slice(0, prefixLength) };
}

function limitValues(limits: Partial<TokenLimits>): unknown[] {
  return [
    limits.expiresAt ?? null,
    limits.models ?? null,
    limits.addresses ?? null,
    limits.capTotalMicros ?? null,
    limits.capDayMicros ?? null,
    limits.capMonthMicros ?? null,
    limits.maxOpen ?? null,
    limits.maxPerMinute ?? null,
  ];
}
