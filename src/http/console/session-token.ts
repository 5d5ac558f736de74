/**
 * The Console at the image and video interfaces: who is signed in uses a token of theirs by its id, in the header
 * `kinora-token`, without its key. So what is made there goes the same way, under the same limits, as by a key. A page
 * elsewhere cannot send that header with the cookie: CORS does not allow it.
 */
import type { FastifyRequest } from 'fastify';
import { noteTokenUse, tokenNamed, type Token } from '../../accounts/tokens.ts';
import type { Database } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import { actorOf, isForeign } from './session-cookie.ts';

const headerName = 'kinora-token';

export function namesToken({ headers }: FastifyRequest): boolean {
  return headers[headerName] !== undefined;
}

/** Throws AppError `request_foreign`, `session_missing`, `token_unknown`, `key_revoked` or `wrong_group`. */
export async function tokenOfSession(
  db: Database,
  request: FastifyRequest,
  kind: 'image' | 'video' | 'any',
): Promise<Token> {
  if (isForeign(request)) throw new AppError('request_foreign');
  const actor = await actorOf(db, request);
  if (!actor) throw new AppError('session_missing');
  const asked = String(request.headers[headerName]);
  const token = await tokenNamed(db, asked);
  const isOwn = actor.role !== 'member' || token?.userId === actor.userId;
  if (token?.accountId !== actor.accountId || !isOwn) throw new AppError('token_unknown', { token: asked });
  if (token.revokedAt) throw new AppError('key_revoked');
  if (kind !== 'any' && token.kind !== kind)
    throw new AppError('wrong_group', { group: token.group, needed: kind });
  if (request.method === 'POST') await noteTokenUse(db, token.id);
  return token;
}
