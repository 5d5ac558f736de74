/** Joining by a link: the set-up link of the first start, an invitation, or a link for a new password. */
import { z } from 'zod';
import { findAccount } from '../../accounts/accounts.ts';
import { writeAudit } from '../../accounts/audit.ts';
import { findInvitation, useInvitation, type Invitation } from '../../accounts/invitations.ts';
import { hashPassword } from '../../accounts/passwords.ts';
import { countOperators, createUser, recoverUser, type User } from '../../accounts/users.ts';
import type { Queryable } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import { email, name } from '../../procedures/fields.ts';
import { route, type Call, type Route } from '../route.ts';
import { begin, newPassword, userAnswer, type SessionParts } from './session-routes.ts';

const secret = z.string().max(100).describe('What stands behind the # of the link.');
const lookBody = z.strictObject({ secret });
const joinBody = z.strictObject({
  secret,
  email,
  name: name.optional().describe('Not needed for a new password.'),
  password: newPassword,
});
type JoinBody = z.infer<typeof joinBody>;

const link = z.object({
  kind: z.enum(['set_up', 'invitation', 'recovery']).describe('recovery: it gives a user a new password.'),
  account: z.string().describe('The name of the account that one joins.'),
  role: z.enum(['operator', 'owner', 'member']),
  email: z.string().nullable().describe('The one that it is for, as m…@example.com; null: any.'),
  expires: z.string(),
});

export function joinRoutes(parts: SessionParts): Route[] {
  const line = { family: 'console', auth: 'none', method: 'POST', refusals: ['invitation_unknown'] } as const;
  return [
    route({
      ...line,
      path: '/api/join.look',
      summary: 'What a link is for; it stays good',
      body: lookBody,
      answers: { 200: { says: 'Of the link.', shape: link } },
      handle: call => look(parts, call),
    }),
    route({
      ...line,
      path: '/api/join',
      summary: 'Make the user that a set-up link or an invitation is for, and sign in',
      body: joinBody,
      answers: { 200: { says: 'Who is signed in now.', shape: userAnswer } },
      handle: call => join(parts, call),
    }),
  ];
}

async function look({ db }: SessionParts, { body, reply }: Call<z.infer<typeof lookBody>>) {
  const invitation = await findInvitation(db, body.secret);
  if (!invitation) throw new AppError('invitation_unknown');
  const { accountId, role, email: address, userId, expiresAt } = invitation;
  const isFirst = role === 'operator' && (await countOperators(db)) === 0;
  reply.header('cache-control', 'no-store');
  return {
    kind: userId === undefined ? (isFirst ? 'set_up' : 'invitation') : 'recovery',
    account: (await findAccount(db, accountId))?.name ?? '',
    role,
    email: address === undefined ? null : hinted(address),
    expires: expiresAt.toISOString(),
  };
}

/** Enough to know one's own by. All of it is asked for: who found the link lying about need not know it. */
function hinted(address: string): string {
  return address.replace(/^(.).*@/, '$1…@');
}

async function join({ db }: SessionParts, call: Call<JoinBody>) {
  const { body, request } = call;
  // Only for who has a link: a password takes time to hash.
  await invitationFor(db, body);
  const password = await hashPassword(body.password);
  const user = await db.transaction(async tx => {
    const invitation = await invitationFor(tx, body);
    const { id, accountId, userId } = invitation;
    const joined = await admit(tx, invitation, { ...body, password });
    await useInvitation(tx, id, joined.id);
    await writeAudit(tx, {
      userId: joined.id,
      actor: joined.email,
      address: request.ip,
      accountId,
      action: userId === undefined ? 'user join' : 'user recover',
      object: joined.id,
      before: undefined,
      after: { email: joined.email, role: joined.role },
    });
    return joined;
  });
  return begin(db, call, user);
}

/** Throws AppError `invitation_unknown`, also when it is for another e-mail. */
async function invitationFor(db: Queryable, { secret: told, email: address }: JoinBody): Promise<Invitation> {
  const invitation = await findInvitation(db, told);
  if (!invitation || (invitation.email ?? address.toLowerCase()) !== address.toLowerCase())
    throw new AppError('invitation_unknown');
  return invitation;
}

/** A new user, or one who is let in again. Throws AppError `field_invalid`. */
async function admit(
  tx: Queryable,
  { accountId, role, userId }: Invitation,
  { email: address, name: called, password }: JoinBody,
): Promise<User> {
  if (userId !== undefined) {
    const recovered = await recoverUser(tx, userId, { email: address, password });
    return recovered ?? refuse('email', 'the link is for another e-mail, or for a user who is shut out.');
  }
  if (called === undefined) return refuse('name', 'a name is needed.');
  const created = await createUser(tx, { accountId, email: address, name: called, role, password });
  return created ?? refuse('email', 'somebody with this e-mail has joined already.');
}

function refuse(param: string, reason: string): never {
  throw new AppError('field_invalid', { param, reason });
}
