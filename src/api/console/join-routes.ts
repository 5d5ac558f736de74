/**
 * Joining with a link: the setup link of the first start, an invitation, the link of a
 * sign-up, or a password reset link.
 */
import { z } from 'zod';
import { findAccount } from '../../core/accounts/accounts.ts';
import { writeAudit } from '../../core/accounts/audit.ts';
import { countJoin } from '../../core/accounts/mail-requests.ts';
import { findInvitation, useInvitation, type Invitation } from '../../core/accounts/invitations.ts';
import { rejectWeakPassword } from '../../core/accounts/password-strength.ts';
import { listPasskeys } from '../../core/accounts/passkeys.ts';
import { hashPassword } from '../../core/accounts/passwords.ts';
import {
  acceptTerms,
  countOperators,
  createUser,
  lockOperators,
  recoverUser,
  type User,
} from '../../core/accounts/users.ts';
import { setReferrer } from '../../core/payments/referrals.ts';
import { readSite } from '../../core/operate/site.ts';
import { openOwnAccount, requireOpenSignUp, type SignUpTerms } from '../../core/sign-up/sign-up.ts';
import { keyedLocks } from '../../platform/db/advisory-locks.ts';
import type { Queryable, Transaction } from '../../platform/db/open.ts';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { email, name } from '../procedures/fields/fields.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { beginSession, newPassword, userResponse, type SessionDependencies } from './session-routes.ts';

const secret = z.string().max(100).describe('Part of the link after the #.');
export const showBody = z.strictObject({ secret });
export const joinBody = z.strictObject({
  secret,
  email,
  name: name.optional().describe('Name of the user. Not needed for a password reset.'),
  password: newPassword,
  terms: z
    .boolean()
    .optional()
    .describe('The person accepts the terms of the server. Needed for a sign-up, if there are terms.'),
});
type JoinBody = z.infer<typeof joinBody>;

export const link = z.object({
  kind: z
    .enum(['set_up', 'invitation', 'recovery', 'sign_up'])
    .describe('Kind of link; recovery: a password reset; sign_up: an account of your own.'),
  account: z.string().describe('Name of the account that the user joins; empty for a sign-up.'),
  role: z.enum(['operator', 'owner', 'member']),
  email: z
    .string()
    .nullable()
    .describe('Email address the link is for, as m…@example.com; null: any. For a sign-up, in full.'),
  expires: z.string(),
  passkeys: z.array(z.string()).describe('For a password reset: names of the passkeys that it removes.'),
});

export interface JoinDependencies extends SessionDependencies, SignUpTerms {}

export function joinRoutes(parts: JoinDependencies): Route[] {
  const line = {
    interfaceName: 'console',
    auth: 'none',
    isPublic: true,
    method: 'POST',
    errorCodes: ['invitation_unknown'],
  } as const;
  return [
    route({
      ...line,
      path: '/api/join.look',
      summary: 'Get what a link is for, without using it',
      body: showBody,
      responses: { 200: { description: 'The purpose of the link.', shape: link } },
      handle: call => showInvitation(parts, call),
    }),
    route({
      ...line,
      path: '/api/join',
      summary: 'Accept a setup link, an invitation or a password reset, and sign in',
      body: joinBody,
      errorCodes: [...line.errorCodes, 'joins_too_many', 'password_weak', 'sign_up_closed'],
      responses: { 200: { description: 'The signed-in user.', shape: userResponse } },
      handle: call => join(parts, call),
    }),
  ];
}

async function showInvitation({ db }: SessionDependencies, { body, reply }: Call<z.infer<typeof showBody>>) {
  const invitation = await findInvitation(db, body.secret);
  if (!invitation) throw new AppError('invitation_unknown');
  const { accountId, role, email: address, userId, expiresAt, isSignUp } = invitation;
  const isFirst = role === 'operator' && (await countOperators(db)) === 0;
  const kind = userId === undefined ? (isFirst ? 'set_up' : 'invitation') : 'recovery';
  reply.header('cache-control', 'no-store');
  return {
    kind: isSignUp ? 'sign_up' : kind,
    account: accountId === undefined ? '' : ((await findAccount(db, accountId))?.name ?? ''),
    role,
    // The link of a sign-up was sent to the address itself.
    email: address === undefined || isSignUp ? (address ?? null) : emailHint(address),
    expires: expiresAt.toISOString(),
    passkeys:
      userId === undefined
        ? []
        : (await listPasskeys(db, userId)).map(({ name: passkeyName }) => passkeyName),
  };
}

/**
 * Shortens an email address so that only its owner recognizes it. The user must enter it in full, which
 * protects a link that was found.
 */
function emailHint(address: string): string {
  return address.replace(/^(.).*@/, '$1…@');
}

async function join(parts: JoinDependencies, call: Call<JoinBody>) {
  const { db } = parts;
  const { body, request } = call;
  // Checked first, because checking and hashing a password takes time.
  const initialInvitation = await invitationFor(db, body);
  rejectClosed(parts, initialInvitation);
  if (
    initialInvitation.email === undefined &&
    initialInvitation.accountId !== undefined &&
    !initialInvitation.isSetUp
  )
    await countJoin(db, initialInvitation.accountId);
  await rejectWeakPassword(body.password, { email: body.email, name: body.name ?? '' });
  const password = await hashPassword(body.password);
  const work = async (tx: Transaction): Promise<User> => {
    // If two use a setup link at the same time, the second one sees the operator that the first one created.
    await lockOperators(tx);
    const invitation = await invitationFor(tx, body);
    const { id, userId } = invitation;
    const { user: joined, passkeys } = await admit(tx, invitation, { ...body, password, limits: parts });
    await useInvitation(tx, id, joined.id);
    await writeAudit(tx, {
      userId: joined.id,
      actor: joined.email,
      address: request.ip,
      accountId: joined.accountId,
      action: userId === undefined ? 'user join' : 'user recover',
      object: joined.id,
      before: undefined,
      after: {
        email: joined.email,
        role: joined.role,
        ...(passkeys.length > 0 && { removed_passkeys: passkeys }),
      },
    });
    return joined;
  };
  const user = await db.transaction(work, { lock: [Number(keyedLocks.signUp), body.email.toLowerCase()] });
  return beginSession(db, call, user);
}

/** A closed server accepts only the setup link and password reset links. Throws AppError `sign_up_closed`. */
function rejectClosed({ signUp }: JoinDependencies, { isSetUp, userId, isSignUp }: Invitation): void {
  if (signUp === 'closed' && !isSetUp && userId === undefined) throw new AppError('sign_up_closed');
  if (isSignUp) requireOpenSignUp({ signUp });
}

/** Throws AppError `invitation_unknown`, also if it is for another email address. */
async function invitationFor(db: Queryable, { secret, email: address }: JoinBody): Promise<Invitation> {
  const invitation = await findInvitation(db, secret);
  if (!invitation || (invitation.email ?? address.toLowerCase()) !== address.toLowerCase())
    throw new AppError('invitation_unknown');
  return invitation;
}

/**
 * Creates a user, or resets a password. Throws AppError `field_invalid`, or `invitation_unknown`
 * if the user has just changed.
 */
async function admit(
  tx: Transaction,
  { accountId: invitedTo, role, userId, referral }: Invitation,
  {
    email: address,
    name: userName,
    password,
    terms: accepts,
    limits: terms,
  }: JoinBody & { readonly limits: SignUpTerms },
): Promise<{ readonly user: User; readonly passkeys: readonly string[] }> {
  if (userId !== undefined) {
    const recovery = await recoverUser(tx, userId, { email: address, password, role });
    if (!recovery) throw new AppError('invitation_unknown');
    return recovery;
  }
  if (userName === undefined) throw fieldInvalid('name', 'required');
  const hasTerms = invitedTo === undefined && (await readSite(tx)).terms !== undefined;
  if (hasTerms && accepts !== true) throw fieldInvalid('terms', 'terms');
  const accountId = invitedTo ?? (await openOwnAccount(tx, { name: userName, email: address }, terms)).id;
  if (referral !== undefined) await setReferrer(tx, accountId, referral);
  const createdUser = await createUser(tx, { accountId, email: address, name: userName, role, password });
  if (!createdUser) throw fieldInvalid('email', 'user_email_taken');
  if (hasTerms) await acceptTerms(tx, createdUser.id);
  return { user: createdUser, passkeys: [] };
}
