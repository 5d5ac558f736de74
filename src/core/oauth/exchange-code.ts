/**
 * Exchanges an authorization code for a token: once, by the client that asked for it, with the verifier that
 * only it has. A code that comes a second time with its verifier was seen by somebody else, so what was
 * issued for it is revoked (OAuth 2.1 4.1.3). Without the verifier it revokes nothing: somebody who reads a
 * code in a log must not end the access of its user.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../platform/db/open.ts';
import { sha256 } from '../../platform/lib/id.ts';
import { revokeToken } from '../accounts/change-token.ts';
import { findUser } from '../accounts/users.ts';
import { lockCode, markCodeUsed, type FoundCode } from './codes.ts';
import { issueGrant, type ProgramToken, type IssuedKeys } from './grants.ts';
import { narrowAudience, type Audience } from './resource.ts';

export interface CodeExchange {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string | undefined;
  readonly verifier: string;
  /** The audience that the client requests for the token. Undefined means the one that the user granted. */
  readonly audience: Audience | undefined;
}

export type ExchangeResult =
  | { readonly kind: 'issued'; readonly keys: IssuedKeys; readonly programToken: ProgramToken }
  /** It was never issued, or has expired, or belongs to another client, address or verifier. */
  | { readonly kind: 'unknown' }
  /** The code had been used. Its token is revoked now. */
  | { readonly kind: 'reused'; readonly programToken: ProgramToken };

/**
 * In a transaction, which must be committed regardless of the outcome. Throws AppError
 * `oauth_resource_wider`, and nothing has changed then.
 */
export async function exchangeCode(tx: Queryable, exchange: CodeExchange): Promise<ExchangeResult> {
  const code = await lockCode(tx, exchange.code);
  if (!code || !isForCode(exchange, code)) return { kind: 'unknown' };
  if (code.tokenId !== undefined) {
    await revokeToken(tx, code.tokenId);
    return { kind: 'reused', programToken: toProgramToken(code, code.tokenId) };
  }
  if (!code.isLive) return { kind: 'unknown' };
  const user = await findUser(tx, code.userId);
  if (!user || user.disabledAt) return { kind: 'unknown' };
  const audience = narrowAudience(code.token.audience, exchange.audience);
  const keys = await issueGrant(tx, code, { ...code.token, audience });
  if (!keys) return { kind: 'unknown' };
  await markCodeUsed(tx, exchange.code, keys.tokenId);
  return { kind: 'issued', keys, programToken: toProgramToken(code, keys.tokenId) };
}

function toProgramToken({ clientId, clientName, token }: FoundCode, tokenId: string): ProgramToken {
  return { tokenId, accountId: token.accountId, clientId, clientName };
}

/** OAuth 2.1 no longer sends the address again; if it is sent, it must be the same. */
function isForCode({ clientId, redirectUri, verifier }: CodeExchange, code: FoundCode): boolean {
  if (clientId !== code.clientId) return false;
  if (redirectUri !== undefined && redirectUri !== code.redirectUri) return false;
  const challenge = sha256(verifier);
  const expected = Buffer.from(code.codeChallenge, 'base64url');
  return expected.length === challenge.length && timingSafeEqual(expected, challenge);
}
