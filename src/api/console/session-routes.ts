/** Sign in, sign out, and change one's password. Each response contains the user who is then signed in. */
import { z } from 'zod';
import {
  maxPasswordLength,
  minPasswordLength,
  rejectWeakPassword,
} from '../../core/accounts/password-strength.ts';
import { hashPassword, isPassword } from '../../core/accounts/passwords.ts';
import { createSession, endOtherSessions, endSession } from '../../core/accounts/sessions.ts';
import { forgetSignInFailures, reserveSignIn } from '../../core/accounts/sign-in-failures.ts';
import {
  changePassword,
  findUser,
  findUserToSignIn,
  lockUserToSignIn,
  recordSignIn,
  userRoles,
  type User,
} from '../../core/accounts/users.ts';
import { writeAudit } from '../../core/accounts/audit.ts';
import type { Database, Queryable } from '../../platform/db/open.ts';
import type { ReadOnly } from '../../platform/lib/read-only.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { email } from '../procedures/fields/fields.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { reauthenticate } from './reauthenticate.ts';
import { findActor, clearSession, setSession } from '../http/auth/session-cookie.ts';

export interface SessionDependencies {
  readonly db: Database;
}

export const newPassword = z.string().min(minPasswordLength).max(maxPasswordLength);
export const signInBody = z.strictObject({ email, password: z.string().max(maxPasswordLength) });
export const passwordBody = z.strictObject({
  current: z.string().max(maxPasswordLength).describe('Current password; empty if the user has none.'),
  password: newPassword,
  keep_passkeys: z
    .array(z.string().max(2000))
    .max(100)
    .default([])
    .describe('IDs of the passkeys to keep; all others are removed.'),
});
const user = z.strictObject({
  id: z.string(),
  account: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(userRoles),
  has_password: z.boolean(),
});
export type UserRecord = ReadOnly<z.output<typeof user>>;
export const userResponse = z.strictObject({ user });

export function sessionRoutes(parts: SessionDependencies): Route[] {
  const line = {
    interfaceName: 'console',
    auth: 'none',
    responses: { 200: { description: 'The signed-in user.', shape: userResponse } },
  } as const;
  return [
    route({
      ...line,
      isPublic: true,
      method: 'POST',
      path: '/api/session',
      summary: 'Sign in with email address and password',
      body: signInBody,
      handle: call => signIn(parts, call),
    }),
    route({
      ...line,
      method: 'GET',
      path: '/api/session',
      summary: 'Get the signed-in user',
      handle: async call => ({ user: toRecord(await readSignedInUser(parts, call)) }),
    }),
    route({
      ...line,
      isPublic: true,
      method: 'DELETE',
      path: '/api/session',
      summary: 'Sign out',
      responses: {
        200: { description: 'Nobody is signed in now.', shape: z.strictObject({ user: z.null() }) },
      },
      handle: call => signOut(parts, call),
    }),
    route({
      ...line,
      method: 'POST',
      path: '/api/password',
      summary: 'Change your password, end your other sessions and remove the passkeys not listed',
      body: passwordBody,
      errorCodes: ['password_weak', 'sign_in_failed', 'reauthentication_needed'],
      handle: call => setPassword(parts, call),
    }),
  ];
}

async function signIn({ db }: SessionDependencies, call: Call<z.infer<typeof signInBody>>) {
  const source = { address: call.request.ip, email: call.body.email };
  await reserveSignIn(db, source);
  const credentials = await findUserToSignIn(db, call.body.email);
  const isRight = await isPassword(call.body.password, credentials?.password);
  if (!credentials || !isRight || credentials.user.disabledAt) throw new AppError('sign_in_failed');
  const answer = await db.transaction(async tx => {
    // Checking a password takes time, so it may have changed in the meantime.
    if (!(await lockUserToSignIn(tx, credentials.user.id, credentials.password)))
      throw new AppError('sign_in_failed');
    return beginSession(tx, call, credentials.user);
  });
  await forgetSignInFailures(db, source);
  return answer;
}

/** Creates a session for a user who has authenticated. */
export async function beginSession(
  db: Queryable,
  { request, reply, language }: Pick<Call, 'request' | 'reply' | 'language'>,
  user: User,
) {
  const userAgent = request.headers['user-agent'] ?? '';
  const secret = await createSession(db, { userId: user.id, address: request.ip, userAgent });
  await recordSignIn(db, user.id, language);
  setSession(request, reply.header('cache-control', 'no-store'), secret);
  return { user: toRecord(user) };
}

async function signOut({ db }: SessionDependencies, { request, reply }: Call) {
  const actor = await findActor(db, request);
  if (actor) await endSession(db, actor.sessionId, actor.userId);
  clearSession(request, reply);
  return { user: null };
}

async function setPassword({ db }: SessionDependencies, call: Call<z.infer<typeof passwordBody>>) {
  const { current, password, keep_passkeys: keepPasskeys } = call.body;
  const { user, sessionId } = await reauthenticate({ db }, call, { password: current, param: 'current' });
  await rejectWeakPassword(password, user);
  const passwordHash = await hashPassword(password);
  await db.transaction(async tx => {
    const removedPasskeys = await changePassword(tx, user.id, { password: passwordHash, keepPasskeys });
    await endOtherSessions(tx, user.id, sessionId);
    const author = {
      userId: user.id,
      actor: user.email,
      address: call.request.ip,
      accountId: user.accountId,
    };
    const after = removedPasskeys.length > 0 ? { removed_passkeys: removedPasskeys } : undefined;
    await writeAudit(tx, { ...author, action: 'user password', object: user.id, before: undefined, after });
  });
  return { user: { ...toRecord(user), has_password: true } };
}

/** Throws AppError `session_missing`. */
export async function readSignedInUser(
  { db }: SessionDependencies,
  { request }: Pick<Call, 'request'>,
): Promise<User> {
  const actor = await findActor(db, request);
  const user = actor && (await findUser(db, actor.userId));
  if (!user) throw new AppError('session_missing');
  return user;
}

function toRecord({ id, accountId, email: address, name, role, hasPassword }: User) {
  return { id, account: accountId, email: address, name, role, has_password: hasPassword };
}
