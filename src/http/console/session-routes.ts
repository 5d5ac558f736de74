/** Signing in and out, and the own password. Each answers with who is signed in then. */
import { z } from 'zod';
import { hashPassword, isPassword, maxPasswordLength, minPasswordLength } from '../../accounts/passwords.ts';
import { beginSession, endOtherSessions, endSession } from '../../accounts/sessions.ts';
import { forgetSignInFailures, reserveSignIn } from '../../accounts/sign-in-failures.ts';
import { changePassword, findUser, findUserToSignIn, noteSignIn, type User } from '../../accounts/users.ts';
import { writeAudit } from '../../accounts/audit.ts';
import type { Database, Queryable } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import { email } from '../../procedures/fields.ts';
import { route, type Call, type Route } from '../route.ts';
import { actorOf, clearSession, setSession } from './session-cookie.ts';

export interface SessionParts {
  readonly db: Database;
}

export const newPassword = z.string().min(minPasswordLength).max(maxPasswordLength);
const signInBody = z.strictObject({ email, password: z.string().max(maxPasswordLength) });
const passwordBody = z.strictObject({ current: z.string().max(maxPasswordLength), password: newPassword });
export const userAnswer = z.object({ user: z.record(z.string(), z.unknown()) });

export function sessionRoutes(parts: SessionParts): Route[] {
  const line = {
    family: 'console',
    auth: 'none',
    answers: { 200: { says: 'Who is signed in now.', shape: userAnswer } },
  } as const;
  return [
    route({
      ...line,
      method: 'POST',
      path: '/api/session',
      summary: 'Sign in by e-mail and password',
      body: signInBody,
      handle: call => signIn(parts, call),
    }),
    route({
      ...line,
      method: 'GET',
      path: '/api/session',
      summary: 'Who is signed in',
      handle: async call => ({ user: toRecord(await signedInUser(parts, call)) }),
    }),
    route({
      ...line,
      method: 'DELETE',
      path: '/api/session',
      summary: 'Sign out',
      handle: call => signOut(parts, call),
    }),
    route({
      ...line,
      method: 'POST',
      path: '/api/password',
      summary: 'Change the own password; sessions elsewhere end',
      body: passwordBody,
      handle: call => setPassword(parts, call),
    }),
  ];
}

async function signIn({ db }: SessionParts, call: Call<z.infer<typeof signInBody>>) {
  const source = { address: call.request.ip, email: call.body.email };
  await reserveSignIn(db, source);
  const found = await findUserToSignIn(db, call.body.email);
  const isRight = await isPassword(call.body.password, found?.password);
  if (!found || !isRight || found.user.disabledAt) throw new AppError('sign_in_failed');
  await forgetSignInFailures(db, source);
  return begin(db, call, found.user);
}

/** Signs in whoever was proved to be the user. */
export async function begin(db: Queryable, { request, reply }: Pick<Call, 'request' | 'reply'>, user: User) {
  const userAgent = request.headers['user-agent'] ?? '';
  const secret = await beginSession(db, { userId: user.id, address: request.ip, userAgent });
  await noteSignIn(db, user.id);
  setSession(request, reply.header('cache-control', 'no-store'), secret);
  return { user: toRecord(user) };
}

async function signOut({ db }: SessionParts, { request, reply }: Call) {
  const actor = await actorOf(db, request);
  if (actor) await endSession(db, actor.sessionId, actor.userId);
  clearSession(request, reply);
  return { user: null };
}

async function setPassword({ db }: SessionParts, call: Call<z.infer<typeof passwordBody>>) {
  const { current, password } = call.body;
  const user = await signedInUser({ db }, call);
  const actor = await actorOf(db, call.request);
  const source = { address: call.request.ip, email: user.email };
  await reserveSignIn(db, source);
  const found = await findUserToSignIn(db, user.email);
  if (found?.password !== undefined && !(await isPassword(current, found.password)))
    throw new AppError('sign_in_failed');
  await forgetSignInFailures(db, source);
  const stored = await hashPassword(password);
  await db.transaction(async tx => {
    await changePassword(tx, user.id, stored);
    await endOtherSessions(tx, user.id, actor?.sessionId ?? '');
    const who = { userId: user.id, actor: user.email, address: call.request.ip, accountId: user.accountId };
    await writeAudit(tx, {
      ...who,
      action: 'user password',
      object: user.id,
      before: undefined,
      after: undefined,
    });
  });
  return { user: toRecord(user) };
}

/** Throws AppError `session_missing`. */
export async function signedInUser({ db }: SessionParts, { request }: Pick<Call, 'request'>): Promise<User> {
  const actor = await actorOf(db, request);
  const user = actor && (await findUser(db, actor.userId));
  if (!user) throw new AppError('session_missing');
  return user;
}

function toRecord({ id, accountId, email: address, name: called, role, hasPassword }: User) {
  return { id, account: accountId, email: address, name: called, role, has_password: hasPassword };
}
