/**
 * Authorization codes: what a user has granted, until the client fetches its token. Each
 * is used once, within a minute.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { newSecret, sha256 } from '../../platform/lib/id.ts';
import type { GrantedToken } from './grants.ts';

export const codeSeconds = 60;

export interface Authorization {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  /** The SHA-256 of the verifier that the client will show, in base64url. */
  readonly codeChallenge: string;
  readonly userId: string;
  readonly token: GrantedToken;
}

export interface FoundCode extends Authorization {
  readonly isLive: boolean;
  /** The token that was issued for it. Undefined if it was not used. */
  readonly tokenId: string | undefined;
}

const insert = statement(
  'insert_oauth_code',
  `insert into oauth_codes (
     code_hash, client_id, client_name, redirect_uri, code_challenge, user_id, token, expires_at
   )
   values ($1, $2, $3, $4, $5, $6, $7::jsonb, now() + $8 * interval '1 second')`,
);
const lock = statement(
  'lock_oauth_code',
  `select client_id, client_name, redirect_uri, code_challenge, user_id, token, token_id,
     expires_at > now() as is_live
   from oauth_codes where code_hash = $1 for update`,
);
const use = statement('use_oauth_code', 'update oauth_codes set token_id = $2 where code_hash = $1');
const sweep = statement(
  'sweep_oauth_codes',
  `delete from oauth_codes where expires_at < now() - interval '1 day'`,
);

export async function createCode(db: Queryable, authorization: Authorization): Promise<string> {
  const code = `ko_${newSecret()}`;
  const { clientId, clientName, redirectUri, codeChallenge, userId, token } = authorization;
  const values = [sha256(code), clientId, clientName, redirectUri, codeChallenge, userId];
  await db.query(insert, [...values, JSON.stringify(token), codeSeconds]);
  return code;
}

/** Locks the code until the transaction ends, so that it is used once. Returns undefined if there is none. */
export async function lockCode(db: Queryable, code: string): Promise<FoundCode | undefined> {
  return readFirst(db, lock, [sha256(code)]);
}

/** Records which token was issued for the code. */
export async function markCodeUsed(db: Queryable, code: string, tokenId: string): Promise<void> {
  await db.query(use, [sha256(code), tokenId]);
}

export async function sweepCodes(db: Queryable): Promise<void> {
  await db.query(sweep);
}
