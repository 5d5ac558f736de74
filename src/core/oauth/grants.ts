/**
 * Grants: tokens whose program gets a new key again and again. A refresh token has two parts: one of the grant, and one that is replaced
 * with each key. One that was replaced shows that two programs have it, so the token is revoked. Only the response that was lost on its
 * way may be asked for once more, within a minute and before its refresh token was used.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { newSecret, sha256 } from '../../platform/lib/id.ts';
import { createToken, revokeToken, rotateToken } from '../accounts/change-token.ts';
import type { Token } from '../accounts/tokens.ts';

export const keySeconds = 3600;
/** How long a refresh token may be repeated, and the previous key is still valid. */
const overlapSeconds = 60;

/** What a user grants: the group and the limits of a token. It is JSON. */
export interface GrantedToken {
  readonly accountId: string;
  readonly group: string;
  readonly name: string;
  readonly expiresAt: string;
  /** Amounts in micro-units. */
  readonly capTotalMicros: string | null;
  readonly capDayMicros: string | null;
  readonly capMonthMicros: string | null;
}

export interface IssuedKeys {
  readonly token: Token;
  readonly key: string;
  readonly refreshToken: string;
  /** Seconds until the key expires. */
  readonly seconds: number;
}

/** A key does not outlive its token. */
const markClient = statement(
  'mark_client_of_token',
  `update tokens set client_id = $2, client_name = $3, key_until = least(now() + $4 * interval '1 second', expires_at)
   where id = $1 returning extract(epoch from key_until - now())::float8 as seconds`,
);
const insert = statement(
  'insert_oauth_grant',
  'insert into oauth_grants (token_id, family_hash, refresh_hash) values ($1, $2, $3)',
);
const lock = statement(
  'lock_oauth_grant',
  `select token_id, tokens.account_id, client_id, client_name, refresh_hash = $2 as is_current,
     coalesce(oauth_grants.previous_hash = $2 and oauth_grants.previous_until > now(), false) as is_repeated,
     revoked_at is null and disabled_at is null and (expires_at is null or expires_at > now()) as is_live,
     least($3, extract(epoch from expires_at - now()))::float8 as seconds
   from oauth_grants join tokens on tokens.id = token_id left join users on users.id = tokens.user_id
   where family_hash = $1 for update of oauth_grants`,
);
/** A repeated refresh token keeps its time: that of its first use. */
const replace = statement(
  'replace_refresh_token',
  `update oauth_grants set refresh_hash = $2,
     previous_hash = case when $3 then previous_hash else refresh_hash end,
     previous_until = case when $3 then previous_until else now() + $4 * interval '1 second' end
   where token_id = $1`,
);
const byKey = statement(
  'client_token_by_key',
  `select id as token_id, account_id, client_id, client_name from tokens
   where client_id = $2 and (key_hash = $1 or previous_hash = $1)`,
);

/** Issues the token that a user granted. Returns undefined if the group no longer exists. */
export async function issueGrant(
  tx: Queryable,
  client: GrantedTo,
  granted: GrantedToken,
): Promise<IssuedKeys | undefined> {
  const { capTotalMicros, capDayMicros, capMonthMicros, expiresAt, ...rest } = granted;
  const created = await createToken(tx, {
    ...rest,
    userId: client.userId,
    expiresAt: new Date(expiresAt),
    capTotalMicros: toMicros(capTotalMicros),
    capDayMicros: toMicros(capDayMicros),
    capMonthMicros: toMicros(capMonthMicros),
  });
  if (!created) return undefined;
  const { token, key } = created;
  const values = [token.id, client.clientId, client.clientName, keySeconds];
  const [marked] = await tx.query<{ seconds: number }>(markClient, values);
  const parts = newRefreshToken();
  await tx.query(insert, [token.id, sha256(parts.family), sha256(parts.secret)]);
  return {
    token,
    key,
    refreshToken: refreshText(parts),
    seconds: Math.max(0, Math.floor(marked?.seconds ?? 0)),
  };
}

export type Refreshed =
  | { readonly kind: 'issued'; readonly keys: IssuedKeys }
  /** It was never issued, or to another client, or its token has ended. */
  | { readonly kind: 'unknown' }
  /** It had been replaced: its token is revoked now. */
  | { readonly kind: 'reused'; readonly granted: Granted };

/** Exchanges a refresh token. In a transaction, which must be committed whatever the outcome. */
export async function refreshGrant(
  tx: Queryable,
  refreshToken: string,
  clientId: string,
): Promise<Refreshed> {
  const parts = refreshParts(refreshToken);
  if (!parts) return { kind: 'unknown' };
  const [row] = await tx.query<LockedGrant>(lock, [sha256(parts.family), sha256(parts.secret), keySeconds]);
  if (row?.client_id !== clientId || !row.is_live) return { kind: 'unknown' };
  const granted = toGranted(row);
  const { tokenId } = granted;
  if (!row.is_current && !row.is_repeated) {
    await revokeToken(tx, tokenId);
    return { kind: 'reused', granted };
  }
  const rotated = await rotateToken(tx, tokenId, { overlapSeconds, keySeconds });
  if (!rotated) return { kind: 'unknown' };
  const fresh = { family: parts.family, secret: newSecret() };
  await tx.query(replace, [tokenId, sha256(fresh.secret), row.is_repeated, overlapSeconds]);
  const seconds = Math.max(0, Math.floor(row.seconds));
  return { kind: 'issued', keys: { ...rotated, refreshToken: refreshText(fresh), seconds } };
}

/** What a key or a refresh token of the client belongs to. Undefined: it is neither. */
export async function findGranted(
  db: Queryable,
  secret: string,
  clientId: string,
): Promise<Granted | undefined> {
  const parts = refreshParts(secret);
  const [row] = parts
    ? await db.query<GrantRow>(lock, [sha256(parts.family), sha256(parts.secret), keySeconds])
    : await db.query<GrantRow>(byKey, [sha256(secret), clientId]);
  return row?.client_id === clientId ? toGranted(row) : undefined;
}

function toGranted(row: GrantRow): Granted {
  return {
    tokenId: row.token_id,
    accountId: row.account_id,
    clientId: row.client_id,
    clientName: row.client_name,
  };
}

/** A token, and the program that has it. */
export interface Granted {
  readonly tokenId: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly clientName: string;
}

interface GrantedTo {
  readonly clientId: string;
  readonly clientName: string;
  /** The user who granted it. */
  readonly userId: string;
}

interface GrantRow {
  readonly token_id: string;
  readonly account_id: string;
  readonly client_id: string;
  readonly client_name: string;
}

interface LockedGrant extends GrantRow {
  readonly is_current: boolean;
  readonly is_repeated: boolean;
  readonly is_live: boolean;
  readonly seconds: number;
}

interface RefreshParts {
  /** The same in all refresh tokens of the grant. */
  readonly family: string;
  readonly secret: string;
}

function newRefreshToken(): RefreshParts {
  return { family: newSecret(), secret: newSecret() };
}

function refreshText({ family, secret }: RefreshParts): string {
  return `kr_${family}${secret}`;
}

function refreshParts(text: string): RefreshParts | undefined {
  const [, family, secret] = /^kr_([0-9A-Za-z]{32})([0-9A-Za-z]{32})$/.exec(text) ?? [];
  return family === undefined || secret === undefined ? undefined : { family, secret };
}

function toMicros(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}
