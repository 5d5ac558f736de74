/**
 * Grants: tokens whose program gets a new key again and again. A refresh token has two parts: one of the
 * grant, and one that is replaced with each key. One that was replaced shows that two programs have it, so
 * the token is revoked. Only within a minute, and until its successor is used, is it answered as the first
 * time: the response may have been lost, or two processes of one program share it. What follows a refresh
 * token is computed from it and a stored salt, so that the same can be returned although no secret is stored.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { derivedSecret, newSecret, randomSecretBytes, sha256 } from '../../platform/lib/id.ts';
import { createToken, keyText, revokeToken, rotateToken } from '../accounts/change-token.ts';
import { narrowAudience, type Audience } from './resource.ts';

export const keySeconds = 3600;
/** How long a refresh token may be repeated, and the previous key stays valid. */
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
  readonly askAboveMicros: string | null;
  readonly audience: Audience;
}

export interface IssuedKeys {
  readonly tokenId: string;
  readonly key: string;
  readonly refreshToken: string;
  /** Seconds until the key expires. */
  readonly seconds: number;
}

/** A key does not outlive its token. */
const markClient = statement(
  'mark_client_of_token',
  `update tokens
   set client_id = $2, client_name = $3, audience = nullif($5, 'server'),
     key_until = least(now() + $4 * interval '1 second', expires_at)
   where id = $1
   returning extract(epoch from key_until - now())::float8 as seconds`,
);
const insert = statement(
  'insert_oauth_grant',
  'insert into oauth_grants (token_id, family_hash, refresh_hash) values ($1, $2, $3)',
);
const lock = statement(
  'lock_oauth_grant',
  `select token_id, tokens.account_id, client_id, client_name, coalesce(audience, 'server') as audience,
     refresh_hash = $2 as is_current,
     case
       when oauth_grants.previous_hash = $2 and oauth_grants.previous_until > now() then previous_salt
     end as salt,
     revoked_at is null and disabled_at is null and (expires_at is null or expires_at > now()) as is_live
   from oauth_grants join tokens on tokens.id = token_id left join users on users.id = tokens.user_id
   where family_hash = $1 for update of oauth_grants`,
);
const replace = statement(
  'replace_refresh_token',
  `update oauth_grants set refresh_hash = $2, previous_hash = refresh_hash, previous_salt = $3,
     previous_until = now() + $4 * interval '1 second'
   where token_id = $1`,
);
/**
 * Reads the rest of a token's lifetime. No row means that the token was revoked while the lock of its grant
 * was awaited.
 */
const selectKeyLifetime = statement(
  'rest_of_client_key',
  `select extract(epoch from key_until - now())::float8 as seconds
   from tokens where id = $1 and revoked_at is null`,
);
/**
 * Narrows the token permanently. A token has one key, so the next key would otherwise be as wide as before.
 */
const narrow = statement(
  'narrow_client_token',
  `update tokens set audience = 'mcp' where id = $1
   returning pg_notify('kinora_token', id || ' ' || account_id)`,
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
  grant: GrantedToken,
): Promise<IssuedKeys | undefined> {
  const { capTotalMicros, capDayMicros, capMonthMicros, askAboveMicros, expiresAt, audience, ...plain } =
    grant;
  const createdToken = await createToken(tx, {
    ...plain,
    userId: client.userId,
    expiresAt: new Date(expiresAt),
    capTotalMicros: toMicros(capTotalMicros),
    capDayMicros: toMicros(capDayMicros),
    capMonthMicros: toMicros(capMonthMicros),
    askAboveMicros: toMicros(askAboveMicros),
  });
  if (!createdToken) return undefined;
  const { token, key } = createdToken;
  const values = [token.id, client.clientId, client.clientName, keySeconds, audience];
  const [keyRest] = await tx.query<KeyRest>(markClient, values);
  const parts = newRefreshToken();
  await tx.query(insert, [token.id, sha256(parts.grantKey), sha256(parts.secret)]);
  return { tokenId: token.id, key, refreshToken: refreshText(parts), seconds: wholeSeconds(keyRest) };
}

export type RefreshResult =
  | { readonly kind: 'issued'; readonly keys: IssuedKeys }
  /** The refresh token was never issued, or was issued to another client, or its token has ended. */
  | { readonly kind: 'unknown' }
  /** The refresh token had been replaced. Its token is revoked now. */
  | { readonly kind: 'reused'; readonly programToken: ProgramToken };

export interface RefreshRequest {
  readonly refreshToken: string;
  readonly clientId: string;
  /**
   * The audience that the client requests for the key. Undefined means the one that the user granted. A
   * narrower one narrows the token as a whole.
   */
  readonly audience: Audience | undefined;
}

/**
 * Exchanges a refresh token. In a transaction, which must be committed regardless of the outcome. Throws
 * AppError `oauth_resource_wider`, and nothing has changed then.
 */
export async function refreshGrant(
  tx: Queryable,
  { refreshToken, clientId, audience }: RefreshRequest,
): Promise<RefreshResult> {
  const parts = refreshParts(refreshToken);
  if (!parts) return { kind: 'unknown' };
  const [row] = await tx.query<LockedGrant>(lock, [sha256(parts.grantKey), sha256(parts.secret)]);
  if (row?.client_id !== clientId || !row.is_live) return { kind: 'unknown' };
  const programToken = toGranted(row);
  const { tokenId } = programToken;
  if (!row.is_current && !row.salt) {
    await revokeToken(tx, tokenId);
    return { kind: 'reused', programToken };
  }
  const newAudience = narrowAudience(row.audience, audience);
  if (newAudience !== row.audience) await tx.query(narrow, [tokenId]);
  const salt = row.salt ?? randomSecretBytes(32);
  const successor = deriveSuccessor(parts, salt);
  if (row.is_current) {
    await rotateToken(tx, tokenId, { overlapSeconds, keySeconds, secret: successor.keySecret });
    await tx.query(replace, [tokenId, sha256(successor.secret), salt, overlapSeconds]);
  }
  const [remainder] = await tx.query<KeyRest>(selectKeyLifetime, [tokenId]);
  if (!remainder) return { kind: 'unknown' };
  const keys = { tokenId, key: keyText(successor.keySecret), refreshToken: refreshText(successor) };
  return { kind: 'issued', keys: { ...keys, seconds: wholeSeconds(remainder) } };
}

/** The refresh token that replaces one, and the key that comes with it. */
function deriveSuccessor({ grantKey, secret }: RefreshTokenContent, salt: Buffer) {
  return {
    grantKey,
    secret: derivedSecret(secret, salt, 'refresh token'),
    keySecret: derivedSecret(secret, salt, 'key'),
  };
}

/**
 * Returns the token of a key or a refresh token of the client. Returns undefined if the secret is neither.
 */
export async function findGranted(
  db: Queryable,
  secret: string,
  clientId: string,
): Promise<ProgramToken | undefined> {
  const parts = refreshParts(secret);
  const [row] = parts
    ? await db.query<GrantRow>(lock, [sha256(parts.grantKey), sha256(parts.secret)])
    : await db.query<GrantRow>(byKey, [sha256(secret), clientId]);
  return row?.client_id === clientId ? toGranted(row) : undefined;
}

function toGranted(row: GrantRow): ProgramToken {
  return {
    tokenId: row.token_id,
    accountId: row.account_id,
    clientId: row.client_id,
    clientName: row.client_name,
  };
}

/** A token, and the program that has it. */
export interface ProgramToken {
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
  readonly audience: Audience;
  readonly is_current: boolean;
  /** The salt from which its successor was derived, if it was replaced within the last minute. */
  readonly salt: Buffer | null;
  readonly is_live: boolean;
}

interface KeyRest {
  readonly seconds: number;
}

interface RefreshTokenContent {
  /** Identifies the grant: it is the same in all refresh tokens of the grant. */
  readonly grantKey: string;
  readonly secret: string;
}

function newRefreshToken(): RefreshTokenContent {
  return { grantKey: newSecret(), secret: newSecret() };
}

function refreshText({ grantKey, secret }: RefreshTokenContent): string {
  return `kr_${grantKey}${secret}`;
}

function refreshParts(text: string): RefreshTokenContent | undefined {
  const [, grantKey, secret] = /^kr_([0-9A-Za-z]{32})([0-9A-Za-z]{32})$/.exec(text) ?? [];
  return grantKey === undefined || secret === undefined ? undefined : { grantKey, secret };
}

function wholeSeconds(rest: KeyRest | undefined): number {
  return Math.max(0, Math.floor(rest?.seconds ?? 0));
}

function toMicros(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}
