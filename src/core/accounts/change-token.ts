/**
 * Creates, changes, rotates and revokes tokens. Every change is announced, so that it takes
 * effect on every node immediately.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { newRowId, newSecret, sha256 } from '../../platform/lib/id.ts';
import {
  settingAssignments,
  settingColumns,
  settingParameters,
  settingValues,
  type TokenSettings,
} from './token-settings.ts';
import { toToken, tokenColumns, findTokenByIdOrPrefix, type Token, type TokenRow } from './tokens.ts';

export interface NewToken extends Partial<TokenSettings> {
  readonly accountId: string;
  readonly userId?: string | undefined;
  readonly group: string;
  /** A group of the other kind. */
  readonly also?: string | undefined;
  readonly name: string;
}

/** Selects the rows of a CTE as tokens. */
const selectTokens = (rows: string) =>
  `select ${tokenColumns} from ${rows} as tokens join groups on groups.name = tokens.group_name`;
const insert = statement(
  'insert_token',
  `with new_token as (
     -- The token, if its group exists.
     insert into tokens (
       id, account_id, group_name, key_hash, key_prefix, user_id, also_group, ${settingColumns}
     )
     select $1::uuid, $2::uuid, groups.name, $4::bytea, $5::text, $6::uuid, $7::text, ${settingParameters(8)}
     from groups where groups.name = $3::text
     returning *
   ), notifications as (
     -- Caches of known tokens hear of it.
     select pg_notify('kinora_token_made', account_id::text) from new_token
   )
   ${selectTokens('new_token')}, notifications`,
);
const update = statement(
  'update_token',
  `with changed_token as (
     -- The token with its new settings.
     update tokens set also_group = $2, ${settingAssignments(3)}
     where id = $1 and revoked_at is null
     returning *
   ), notifications as (
     -- Caches of known tokens hear of it.
     select pg_notify('kinora_token', id || ' ' || account_id) from changed_token
   )
   ${selectTokens('changed_token')}, notifications`,
);
/** A previous key does not become valid for longer, and no key outlives its token. */
const replace = statement(
  'rotate_token',
  `with changed_token as (
     -- The token with its new key. The old key stays valid for the given time, but not beyond its own end.
     update tokens
     set previous_hash = key_hash, previous_until = least(now() + $4 * interval '1 s', key_until),
       key_hash = $2, key_prefix = $3,
       key_until = case when $5::float8 is not null then least(now() + $5 * interval '1 s', expires_at) end
     where id = $1 and revoked_at is null
     returning *
   ), notifications as (
     -- Caches of known tokens hear of it.
     select pg_notify('kinora_token', id || ' ' || account_id) from changed_token
   )
   ${selectTokens('changed_token')}, notifications`,
);
const revoke = statement(
  'revoke_token',
  `update tokens
   set revoked_at = coalesce(revoked_at, now()), previous_hash = null, previous_until = null
   where id = $1
   returning id, pg_notify('kinora_token', id || ' ' || account_id)`,
);

const lock = statement('lock_token', 'select id from tokens where id = $1 for update');

const prefixLength = 8;

export interface CreatedToken {
  readonly token: Token;
  /** The secret key. It is not stored and cannot be shown again. */
  readonly key: string;
}

/** Creates a token, with the scope `own` if none is given. Returns undefined if the group does not exist. */
export async function createToken(db: Queryable, newToken: NewToken): Promise<CreatedToken | undefined> {
  const { key } = newKey();
  const token = await createTokenWithKey(db, newToken, key);
  return token && { token, key };
}

/** Creates a token whose key clients already have. No other token may have that key. */
export async function createTokenWithKey(
  db: Queryable,
  newToken: NewToken,
  key: string,
): Promise<Token | undefined> {
  const [row] = await db.query<TokenRow>(insert, [
    newRowId(),
    newToken.accountId,
    newToken.group,
    sha256(key),
    keyPrefix(key),
    newToken.userId ?? null,
    newToken.also ?? null,
    ...settingValues({ ...newToken, scope: newToken.scope ?? 'own' }),
  ]);
  return row && toToken(row);
}

/** Locks the token until the transaction ends. Other changes of it wait. */
export async function lockToken(db: Queryable, id: string): Promise<void> {
  await db.query(lock, [id]);
}

/** Sets all settings of a token, and its group of the other kind. Returns undefined if it was revoked. */
export async function changeToken(
  db: Queryable,
  id: string,
  { also, ...settings }: TokenSettings & { readonly also: string | undefined },
): Promise<Token | undefined> {
  const [row] = await db.query<TokenRow>(update, [id, also ?? null, ...settingValues(settings)]);
  db.hint('tokens');
  return row && toToken(row);
}

export interface Rotation {
  /** How long the old key stays valid. */
  readonly overlapSeconds: number;
  /** How long the new one is valid. Undefined means until it is rotated or revoked. */
  readonly keySeconds?: number;
  /** The new key, as `derivedSecret` makes it. Undefined means a random one. */
  readonly secret?: string;
}

/** Replaces the key. Returns undefined if the token was revoked. */
export async function rotateToken(
  db: Queryable,
  id: string,
  { overlapSeconds, keySeconds, secret }: Rotation,
): Promise<CreatedToken | undefined> {
  const { key, hash, prefix } = newKey(secret);
  const values = [id, hash, prefix, overlapSeconds, keySeconds ?? null];
  const [row] = await db.query<TokenRow>(replace, values);
  db.hint('tokens');
  return row && { token: toToken(row), key };
}

/** Revokes a token by id or visible prefix. Returns false if that matches no token, or more than one. */
export async function revokeToken(db: Queryable, idOrPrefix: string): Promise<boolean> {
  const token = await findTokenByIdOrPrefix(db, idOrPrefix);
  if (!token || (await db.query(revoke, [token.id])).length === 0) return false;
  db.hint('tokens');
  return true;
}

function newKey(secret = newSecret()) {
  const key = keyText(secret);
  return { key, hash: sha256(key), prefix: keyPrefix(key) };
}

export function keyText(secret: string): string {
  return `kn_${secret}`;
}

/** The first characters of a key, by which people tell tokens apart. */
export function keyPrefix(key: string): string {
  return key.slice(0, prefixLength);
}
