/**
 * Lets the Console use the image and video interfaces: a signed-in user names one of their tokens by
 * its id in the header `kinora-token`, without its key. Such requests take the same path, with the
 * same limits, as those with a key. Pages of other sites cannot send that header with the cookie,
 * because CORS does not allow it.
 */
import type { FastifyRequest } from 'fastify';
import {
  recordTokenUse,
  findTokenByIdOrPrefix,
  tokenAtInterface,
  type Token,
} from '../../../core/accounts/tokens.ts';
import type { Database } from '../../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { findActor, isForeign } from './session-cookie.ts';

export const sessionTokenHeader = 'kinora-token';

export function namesToken({ headers }: FastifyRequest): boolean {
  return headers[sessionTokenHeader] !== undefined;
}

/**
 * The token, used on behalf of the user: new tasks belong to the user, who sees the same tasks as
 * in the Console. Throws AppError `request_foreign`, `session_missing`, `token_unknown`,
 * `key_revoked` or `wrong_group`.
 */
export async function tokenOfSession(
  db: Database,
  request: FastifyRequest,
  kind: 'image' | 'video' | 'any' | 'mcp',
): Promise<Token> {
  if (isForeign(request)) throw new AppError('request_foreign');
  const actor = await findActor(db, request);
  if (!actor) throw new AppError('session_missing');
  const idOrPrefix = String(request.headers[sessionTokenHeader]);
  const token = await findTokenByIdOrPrefix(db, idOrPrefix);
  const isOwn = actor.role !== 'member' || token?.userId === actor.userId;
  if (token?.accountId !== actor.accountId || !isOwn)
    throw new AppError('token_unknown', { token: idOrPrefix });
  if (token.revokedAt) throw new AppError('key_revoked');
  const usableToken = kind === 'any' || kind === 'mcp' ? token : tokenAtInterface(token, kind);
  if (!usableToken) throw new AppError('wrong_group', { group: token.group, needed: kind });
  if (request.method === 'POST') await recordTokenUse(db, token.id);
  return { ...usableToken, userId: actor.userId, scope: actor.role === 'member' ? 'own' : 'account' };
}
