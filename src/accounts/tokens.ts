/** Tokens: the keys that call the interfaces. Stored as a SHA-256; the key itself is shown once. */
import type { Database, Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import { newRowId, newSecret, sha256 } from '../lib/id.ts';
import type { Tier } from '../models/model-card.ts';

export interface Token {
  readonly id: string;
  readonly accountId: string;
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
}

interface TokenRow {
  id: string;
  account_id: string;
  group_name: string;
  kind: 'image' | 'video';
  name: string;
  default_tier: Tier | null;
  key_prefix: string;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

const columns =
  'tokens.id, account_id, group_name, kind, tokens.name, default_tier, key_prefix, tokens.created_at, last_used_at, revoked_at';
const insertToken = statement(
  'insert_token',
  `with inserted as (
     insert into tokens (id, account_id, group_name, name, key_hash, key_prefix, default_tier)
     select $1::uuid, $2::uuid, groups.name, $4::text, $5::bytea, $6::text, $7::text from groups where groups.name = $3::text returning *
   )
   select ${columns.replaceAll('tokens.', 'inserted.')} from inserted join groups on groups.name = group_name`,
);
const byHash = statement(
  'token_by_hash',
  `select ${columns} from tokens join groups on groups.name = group_name where key_hash = $1`,
);
const all = statement(
  'list_tokens',
  `select ${columns} from tokens join groups on groups.name = group_name order by tokens.created_at, tokens.id`,
);
/** By id, or by the visible prefix when it names exactly one. */
const revoke = statement(
  'revoke_token',
  `update tokens set revoked_at = coalesce(revoked_at, now())
   where id = (select case when count(*) = 1 then min(id::text)::uuid end from tokens where id::text = $1 or key_prefix = $1)
   returning id, pg_notify('kinora_token', id::text)`,
);
const touch = statement('touch_token', 'update tokens set last_used_at = now() where id = $1');
const live = statement('live_token', 'select id from tokens where id = $1 and revoked_at is null');
const groupNames = statement('group_names', 'select name from groups order by name');

const prefixLength = 8;

export interface NewToken {
  readonly accountId: string;
  readonly group: string;
  readonly name: string;
  readonly defaultTier?: Tier;
}

/** Undefined when there is no such group. */
export async function createToken(
  db: Database,
  { accountId, group, name, defaultTier }: NewToken,
): Promise<{ token: Token; key: string } | undefined> {
  const key = `kn_${newSecret()}`;
  const [row] = await db.query<TokenRow>(insertToken, [
    newRowId(),
    accountId,
    group,
    name,
    sha256(key),
    key.slice(0, prefixLength),
    defaultTier ?? null,
  ]);
  return row && { token: toToken(row), key };
}

/** Also finds revoked ones: the answer to those is another. */
export async function findToken(db: Database, keyHash: Buffer): Promise<Token | undefined> {
  const [row] = await db.query<TokenRow>(byHash, [keyHash]);
  return row && toToken(row);
}

export async function listTokens(db: Database): Promise<Token[]> {
  return (await db.query<TokenRow>(all)).map(toToken);
}

/** Revokes by id or by visible prefix, at once on every node. False when that names no token, or several. */
export async function revokeToken(db: Database, idOrPrefix: string): Promise<boolean> {
  return (await db.query(revoke, [idOrPrefix])).length === 1;
}

/** It was not revoked. */
export async function isTokenLive(db: Queryable, id: string): Promise<boolean> {
  return (await db.query(live, [id])).length === 1;
}

export async function noteTokenUse(db: Database, id: string): Promise<void> {
  await db.query(touch, [id]);
}

export async function listGroups(db: Database): Promise<string[]> {
  return (await db.query<{ name: string }>(groupNames)).map(row => row.name);
}

function toToken(row: TokenRow): Token {
  return {
    id: row.id,
    accountId: row.account_id,
    group: row.group_name,
    kind: row.kind,
    name: row.name,
    defaultTier: row.default_tier ?? undefined,
    prefix: row.key_prefix,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  };
}
