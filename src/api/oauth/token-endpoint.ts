/**
 * POST /oauth/token and /oauth/revoke: what a client does without its user. Changes are stored before the
 * response is sent.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { reasonCode } from '@kinora/shared/errors/reason-code';
import { revokeToken } from '../../core/accounts/change-token.ts';
import { writeAudit } from '../../core/accounts/audit.ts';
import { exchangeCode } from '../../core/oauth/exchange-code.ts';
import { findGranted, refreshGrant, type ProgramToken, type IssuedKeys } from '../../core/oauth/grants.ts';
import { readAudience, type Audience } from '../../core/oauth/resource.ts';
import type { Database, Queryable } from '../../platform/db/open.ts';
import type { Call } from '../http/route.ts';
import { scope } from './metadata.ts';
import { readForm } from './read-form.ts';

/** All of them are visible ASCII (RFC 6749 A). */
const text = z
  .string()
  .max(2000)
  .regex(/^[\x20-\x7e]+$/);
const verifier = z.string().regex(/^[\w.~-]{43,128}$/, reasonCode('oauth_verifier'));

const tokenForm = z.looseObject({ grant_type: text, client_id: text, resource: text.optional() });
const codeForm = z.looseObject({ code: text, code_verifier: verifier, redirect_uri: text.optional() });
const refreshForm = z.looseObject({ refresh_token: text });
const revokeForm = z.looseObject({ token: text, client_id: text });

export const tokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int().describe('Seconds until the access token expires.'),
  refresh_token: z.string().describe('Gets the next access token, once.'),
  scope: z.string(),
});

/**
 * Throws AppError `oauth_grant_type`, `oauth_grant_invalid`, `oauth_resource_unknown`,
 * `oauth_resource_wider` or `field_invalid`.
 */
export async function issueToken(db: Database, call: Call): Promise<FastifyReply> {
  const { grant_type: type, client_id: clientId, resource } = readForm(tokenForm, call);
  if (type !== 'authorization_code' && type !== 'refresh_token')
    throw new AppError('oauth_grant_type', { type });
  const tokenRequest = { clientId, audience: readAudience(resource, call.baseUrl) };
  const keys =
    type === 'refresh_token' ? await refresh(db, call, tokenRequest) : await exchange(db, call, tokenRequest);
  if (!keys) throw new AppError('oauth_grant_invalid');
  return preventCaching(call.reply).send({
    access_token: keys.key,
    token_type: 'Bearer',
    expires_in: keys.seconds,
    refresh_token: keys.refreshToken,
    scope,
  });
}

/** Always succeeds, so that a caller does not learn which tokens exist (RFC 7009 2.2). */
export async function revokeGranted(db: Database, call: Call): Promise<FastifyReply> {
  const { token, client_id: clientId } = readForm(revokeForm, call);
  await db.transaction(async tx => {
    const grantedToken = await findGranted(tx, token, clientId);
    if (!grantedToken || !(await revokeToken(tx, grantedToken.tokenId))) return;
    await note(tx, call.request, { action: 'oauth revoke', grantedToken });
  });
  return preventCaching(call.reply).send({});
}

interface TokenRequest {
  readonly clientId: string;
  readonly audience: Audience | undefined;
}

async function exchange(
  db: Database,
  call: Call,
  tokenRequest: TokenRequest,
): Promise<IssuedKeys | undefined> {
  const { code, code_verifier: verifier, redirect_uri: redirectUri } = readForm(codeForm, call);
  return db.transaction(async tx => {
    const result = await exchangeCode(tx, { ...tokenRequest, code, redirectUri, verifier });
    if (result.kind === 'unknown') return undefined;
    const isReused = result.kind === 'reused';
    await note(tx, call.request, {
      action: isReused ? 'oauth reuse' : 'oauth token',
      grantedToken: result.programToken,
    });
    return isReused ? undefined : result.keys;
  });
}

async function refresh(
  db: Database,
  call: Call,
  tokenRequest: TokenRequest,
): Promise<IssuedKeys | undefined> {
  const { refresh_token: refreshToken } = readForm(refreshForm, call);
  return db.transaction(async tx => {
    const result = await refreshGrant(tx, { ...tokenRequest, refreshToken });
    if (result.kind === 'issued') return result.keys;
    if (result.kind === 'reused')
      await note(tx, call.request, { action: 'oauth reuse', grantedToken: result.programToken });
    return undefined;
  });
}

/**
 * Writes an audit entry of the program. No user is its author, and neither is the program, whose name is only
 * what it declares about itself.
 */
async function note(
  tx: Queryable,
  { ip: address }: FastifyRequest,
  { action, grantedToken }: { readonly action: string; readonly grantedToken: ProgramToken },
): Promise<void> {
  const { tokenId: object, accountId, clientId, clientName } = grantedToken;
  const author = { userId: undefined, actor: 'OAuth', address, accountId };
  const after = { client: clientId, name: clientName };
  await writeAudit(tx, { ...author, action, object, before: undefined, after });
}

function preventCaching(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
}
