/** Creates, changes, rotates and revokes tokens. Every change is announced, so that it takes effect on every node immediately. */
import type { Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import { newRowId, newSecret, sha256 } from '../lib/id.ts';
import type { Micros } from '../lib/money.ts';
import type { Tier } from '../models/model-card.ts';
import { toToken, tokenColumns, tokenNamed, type Token, type TokenRow, type TokenScope } from './tokens.ts';

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
  /** Default: `own`. */
  readonly scope?: TokenScope | undefined;
}

export type TokenChange = Omit<TokenLimits, never> & {
  readonly name: string;
  readonly defaultTier: Tier | null;
  readonly scope: TokenScope;
};

const returned = (rows: string) =>
  `select ${tokenColumns.replaceAll('tokens.', `${rows}.`)} from ${rows} join groups on groups.name = group_name`;
/** The networks of addresses and ranges: of `10.1.2.3/8` that is 10.0.0.0/8, which the type cidr alone would reject. */
const networksOf = (parameter: string) =>
  `(select array_agg(network(given::inet)) from unnest(${parameter}::text[]) given)`;
const insert = statement(
  'insert_token',
  `with inserted as (
     insert into tokens (id, account_id, group_name, name, key_hash, key_prefix, user_id, default_tier, expires_at, models, addresses,
       cap_total_micros, cap_day_micros, cap_month_micros, max_open, max_per_minute, scope)
     select $1::uuid, $2::uuid, groups.name, $4::text, $5::bytea, $6::text, $7::uuid, $8::text, $9::timestamptz, $10::text[], ${networksOf('$11')},
       $12::bigint, $13::bigint, $14::bigint, $15::int, $16::int, $17::text
     from groups where groups.name = $3::text returning *
   ), told as (select pg_notify('kinora_token_made', account_id::text) from inserted)
   ${returned('inserted')}, told`,
);
const update = statement(
  'update_token',
  `with changed as (
     update tokens set name = $2, default_tier = $3, expires_at = $4, models = $5, addresses = ${networksOf('$6')}, cap_total_micros = $7,
       cap_day_micros = $8, cap_month_micros = $9, max_open = $10, max_per_minute = $11, scope = $12
     where id = $1 and revoked_at is null returning *
   ), told as (select pg_notify('kinora_token', id || ' ' || account_id) from changed)
   ${returned('changed')}, told`,
);
const replace = statement(
  'rotate_token',
  `with changed as (
     update tokens set previous_hash = key_hash, previous_until = now() + $4 * interval '1 s', key_hash = $2, key_prefix = $3
     where id = $1 and revoked_at is null returning *
   ), told as (select pg_notify('kinora_token', id || ' ' || account_id) from changed)
   ${returned('changed')}, told`,
);
const revoke = statement(
  'revoke_token',
  `update tokens set revoked_at = coalesce(revoked_at, now()), previous_hash = null, previous_until = null where id = $1
   returning id, pg_notify('kinora_token', id || ' ' || account_id)`,
);

const lock = statement('lock_token', 'select id from tokens where id = $1 for update');

const prefixLength = 8;

export interface MadeToken {
  readonly token: Token;
  /** The secret key. It is not stored and cannot be shown again. */
  readonly key: string;
}

/** Creates a token. Returns undefined if the group does not exist. */
export async function createToken(db: Queryable, made: NewToken): Promise<MadeToken | undefined> {
  const { accountId, userId, group, name, defaultTier, scope = 'own' } = made;
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
    scope,
  ]);
  return row && { token: toToken(row), key };
}

/** Locks the token until the transaction ends. Other changes of it wait. */
export async function lockToken(db: Queryable, id: string): Promise<void> {
  await db.query(lock, [id]);
}

/** Changes a token. Returns undefined if it was revoked. */
export async function changeToken(
  db: Queryable,
  id: string,
  change: TokenChange,
): Promise<Token | undefined> {
  const values = [id, change.name, change.defaultTier, ...limitValues(change), change.scope];
  const [row] = await db.query<TokenRow>(update, values);
  db.hint('tokens');
  return row && toToken(row);
}

/** Replaces the key. The old one stays valid for `overlapSeconds`. Returns undefined if the token was revoked. */
export async function rotateToken(
  db: Queryable,
  id: string,
  overlapSeconds: number,
): Promise<MadeToken | undefined> {
  const { key, hash, prefix } = newKey();
  const [row] = await db.query<TokenRow>(replace, [id, hash, prefix, overlapSeconds]);
  db.hint('tokens');
  return row && { token: toToken(row), key };
}

/** Revokes a token by id or visible prefix. Returns false if that matches no token, or more than one. */
export async function revokeToken(db: Queryable, idOrPrefix: string): Promise<boolean> {
  const token = await tokenNamed(db, idOrPrefix);
  if (!token || (await db.query(revoke, [token.id])).length === 0) return false;
  db.hint('tokens');
  return true;
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
