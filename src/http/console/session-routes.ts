/** Signing in and out, joining by a link, the own password. Each answers with who is signed in then. */
import { z } from 'zod';
import { findInvitation, useInvitation, type Invitation } from '../../accounts/invitations.ts';
import { hashPassword, isPassword, maxPasswordLength, minPasswordLength } from '../../accounts/passwords.ts';
import { beginSession, endOtherSessions, endSession } from '../../accounts/sessions.ts';
import { forgetSignInFailures, reserveSignIn } from '../../accounts/sign-in-failures.ts';
import {
  changePassword,
  createUser,
  findUser,
  findUserToSignIn,
  noteSignIn,
  type User,
  recoverUser,
} from '../../accounts/users.ts';
import { writeAudit } from '../../accounts/audit.ts';
import type { Database, Queryable } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import { email, name } from '../../procedures/fields.ts';
import { route, type Call, type Route } from '../route.ts';
import { actorOf, clearSession, setSession } from './session-cookie.ts';

export interface SessionParts {
  readonly db: Database;
}

const newPassword = z.string().min(minPasswordLength).max(maxPasswordLength);
const signInBody = z.strictObject({ email, password: z.string().max(maxPasswordLength) });
const joinBody = z.strictObject({ secret: z.string().max(100), email, name, password: newPassword });
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
      path: '/api/join',
      summary: 'Make the user that a set-up link or an invitation is for, and sign in',
      body: joinBody,
      handle: call => join(parts, call),
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

async function join({ db }: SessionParts, call: Call<z.infer<typeof joinBody>>) {
  const { secret, email: address, name: called, password } = call.body;
  // Only for who has a link: a password takes time to hash.
  await invitationFor(db, secret, address);
  const stored = await hashPassword(password);
  const user = await db.transaction(async tx => {
    const invitation = await invitationFor(tx, secret, address);
    const { accountId, role, userId } = invitation;
    const joined =
      userId === undefined
        ? await createUser(tx, { accountId, email: address, name: called, role, password: stored })
        : await recoverUser(tx, userId, { email: address, password: stored });
    if (!joined)
      throw new AppError('field_invalid', {
        param: 'email',
        reason:
          userId === undefined
            ? 'somebody with this e-mail has joined already.'
            : 'the link is for another e-mail, or for a user who is shut out.',
      });
    await useInvitation(tx, invitation.id, joined.id);
    const after = { email: joined.email, role: joined.role };
    const who = { userId: joined.id, actor: joined.email, address: call.request.ip, accountId };
    const action = userId === undefined ? 'user join' : 'user recover';
    await writeAudit(tx, { ...who, action, object: joined.id, before: undefined, after });
    return joined;
  });
  return begin(db, call, user);
}

/** Throws AppError `invitation_unknown`, also when it is for another e-mail. */
async function invitationFor(db: Queryable, secret: string, address: string): Promise<Invitation> {
  const invitation = await findInvitation(db, secret);
  if (!invitation || (invitation.email ?? address.toLowerCase()) !== address.toLowerCase())
    throw new AppError('invitation_unknown');
  return invitation;
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
