/** The Console's session: a cookie that scripts cannot read, and the check that a request comes from the Console itself. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findSession, sessionDays } from '../../accounts/sessions.ts';
import type { Queryable } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import type { Actor } from '../../procedures/procedure.ts';

const cookieName = 'kinora_session';
/** What a secret looks like: anything else need not be looked up. */
const secretShape = /^ks_[0-9A-Za-z]{32}$/;

/** Who is signed in; undefined: nobody, or no longer. */
export async function actorOf(
  db: Queryable,
  request: FastifyRequest,
): Promise<Extract<Actor, { kind: 'user' }> | undefined> {
  const secret = readCookie(request, cookieName, secretShape);
  const found = secret === undefined ? undefined : await findSession(db, secret);
  if (!found) return undefined;
  const { id, accountId, role, email } = found.user;
  return {
    kind: 'user',
    userId: id,
    accountId,
    role,
    name: email,
    address: request.ip,
    sessionId: found.sessionId,
  };
}

/**
 * Throws AppError `request_foreign`: a page elsewhere made the browser ask. A browser says where a request comes from;
 * what is no browser has no cookie to misuse.
 */
export function refuseForeign(request: FastifyRequest): void {
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? 'application/json');
  if (isForeign(request) || !isJson) throw new AppError('request_foreign');
}

/** A page of another origin made the browser ask, as far as the browser says. */
export function isForeign({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  return (
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && URL.parse(origin)?.host !== host)
  );
}

export function setSession(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  setCookie(request, reply, { name: cookieName, value: secret, maxAgeSeconds: sessionDays * 86_400 });
}

export function clearSession(request: FastifyRequest, reply: FastifyReply): void {
  setCookie(request, reply, { name: cookieName, value: '', maxAgeSeconds: 0 });
}

export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** 0: it is taken away. */
  readonly maxAgeSeconds: number;
}

/** Lax, not Strict: one who comes from elsewhere by a link, or from a provider's sign-in, is still signed in. */
export function setCookie(
  { protocol }: FastifyRequest,
  reply: FastifyReply,
  { name, value, maxAgeSeconds }: Cookie,
): void {
  const secure = protocol === 'https' ? '; Secure' : '';
  const text = `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
  reply.header('set-cookie', text);
}

/** Undefined: there is none of that name, or it does not look like that. */
export function readCookie({ headers }: FastifyRequest, name: string, shape: RegExp): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map(pair => pair.trim());
  const value = pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value !== undefined && shape.test(value) ? value : undefined;
}
