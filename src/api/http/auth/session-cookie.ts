/**
 * The Console's session: a cookie that scripts cannot read, and the check that a request
 * comes from the Console itself.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findSession, sessionDays } from '../../../core/accounts/sessions.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import type { Actor } from '../../procedures/procedure.ts';

export const sessionCookie = 'kinora_session';
/** The form of a secret. Anything else is rejected without a query. */
const secretShape = /^ks_[0-9A-Za-z]{32}$/;

/** The signed-in user. Returns undefined if there is none or the session has ended. */
export async function findActor(
  db: Queryable,
  request: FastifyRequest,
): Promise<Extract<Actor, { kind: 'user' }> | undefined> {
  const secret = readCookie(request, sessionCookie, secretShape);
  const session = secret === undefined ? undefined : await findSession(db, secret);
  if (!session) return undefined;
  const { id, accountId, role, email } = session.user;
  return {
    kind: 'user',
    userId: id,
    accountId,
    role,
    name: email,
    address: request.ip,
    sessionId: session.sessionId,
  };
}

/**
 * Rejects requests that a page of another site made the browser send. Browsers report the
 * origin of a request; other clients have no cookie to misuse. media-type.ts is the second
 * guard. Throws AppError `request_foreign`.
 */
export function rejectForeign(request: FastifyRequest): void {
  if (isForeign(request)) throw new AppError('request_foreign');
}

/** Whether the browser reports that a page of another origin made it send the request. */
export function isForeign({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  return (
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && URL.parse(origin)?.host !== host)
  );
}

export function setSession(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  setCookie(request, reply, { name: sessionCookie, value: secret, maxAgeSeconds: sessionDays * 86_400 });
}

export function clearSession(request: FastifyRequest, reply: FastifyReply): void {
  setCookie(request, reply, { name: sessionCookie, value: '', maxAgeSeconds: 0 });
}

export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** The age at which the browser drops the cookie, in seconds. 0 removes it immediately. */
  readonly maxAgeSeconds: number;
}

/**
 * Uses SameSite=Lax, not Strict, so that users who follow a link or return from a
 * provider are still signed in.
 */
export function setCookie(
  { protocol }: FastifyRequest,
  reply: FastifyReply,
  { name, value, maxAgeSeconds }: Cookie,
): void {
  const secure = protocol === 'https' ? '; Secure' : '';
  const text = `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
  reply.header('set-cookie', text);
}

/** Reads a cookie. Returns undefined if there is none of that name or if it does not have the shape. */
export function readCookie({ headers }: FastifyRequest, name: string, shape: RegExp): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map(pair => pair.trim());
  const value = pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value !== undefined && shape.test(value) ? value : undefined;
}
