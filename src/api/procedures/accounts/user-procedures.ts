/** Commands of users: list, invite, role, budget, disable, enable; and session list, session end. */
import { z } from 'zod';
import { ownAccount, ownOrAllAccounts } from '../fields/account-fields.ts';
import { findAccount } from '../../../core/accounts/accounts.ts';
import { enqueueMail } from '../../../core/mail/mail.ts';
import { countInvitation } from '../../../core/accounts/mail-requests.ts';
import {
  invite,
  listInvitations,
  revokeInvitation,
  type Invitation,
} from '../../../core/accounts/invitations.ts';
import { endSession, listSessions } from '../../../core/accounts/sessions.ts';
import {
  changeBudget,
  changeRole,
  countOperators,
  disableUser,
  findUser,
  listUsers,
  lockOperators,
  userRoles,
  spentByUsers,
  type User,
} from '../../../core/accounts/users.ts';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { amount, email, flag, money, orNone } from '../fields/fields.ts';
import { procedure, type Context } from '../procedure.ts';
import { resolveAccount, accountToRead, hasRole, actorUserId } from '../scope.ts';
import {
  invitationLink,
  invitationRecord,
  recoveryLink,
  sessionRecord,
  toUserRecord,
  userRecord,
} from '../records/user-record.ts';

const user = z.string().describe('Email address or ID of the user.');
const role = z.enum(userRoles).describe('Role: operator, owner or member.');
const inviteHours = 72;
const operatorWarning = {
  en: 'Whoever accepts this invitation manages the whole server: all accounts, their money and all engines.',
  zh: '接受此邀请的人将管理整台服务器：所有账户、资金和引擎。',
} as const;

export const userProcedures = [
  procedure({
    name: 'user list',
    description: 'List users.',
    who: 'owner',
    changes: false,
    input: z.strictObject({
      account: ownOrAllAccounts,
    }),
    output: z.array(userRecord),
    run: async (context, input) => {
      const account = await accountToRead(context, input.account);
      const spentByUser = await spentByUsers(context.db, account);
      return (await listUsers(context.db, account)).map(each => ({
        ...toUserRecord(each),
        spent_this_month: money(spentByUser.get(each.id) ?? 0n),
      }));
    },
  }),
  procedure({
    name: 'user invite',
    description:
      'Create an invitation link for one user. The link is shown only once and expires after three days.',
    who: 'owner',
    changes: true,
    input: z.strictObject({
      role: role
        .optional()
        .describe(
          'Role: operator (manages the whole server), owner or member. Default: owner for the first user of an account, then member.',
        ),
      email: email.optional().describe('Only this email address may accept the invitation.'),
      send: flag
        .optional()
        .describe('Send the link to this email address, instead of showing it. Requires KINORA_SMTP_URL.'),
      account: ownAccount,
    }),
    output: invitationLink,
    run: async (context, input) => {
      const { db, actor, baseUrl } = context;
      if (context.signUp === 'closed') throw new AppError('sign_up_closed');
      const accountId = await resolveAccount(context, input.account);
      const role = input.role ?? ((await listUsers(db, accountId)).length === 0 ? 'owner' : 'member');
      if (!hasRole(actor, role)) throw new AppError('not_allowed', { who: role });
      const link = { accountId, role, email: input.email, hours: inviteHours };
      const newInvitation = await invite(db, { ...link, createdBy: actorUserId(actor) });
      const { id, expiresAt } = newInvitation.invitation;
      const after = { role, email: input.email ?? null, expires: expiresAt.toISOString() };
      await context.note({ accountId, object: id, after });
      const warning = role === 'operator' ? operatorWarning[context.language] : null;
      const isSent = input.send === true && (await sendInvitation(context, newInvitation.invitation));
      const joinUrl = isSent ? null : `${baseUrl}/console/join#${newInvitation.secret}`;
      return { ...after, account: accountId, link: joinUrl, warning };
    },
  }),
  procedure({
    name: 'user recover',
    description:
      'Create a password reset link for a user. The link is shown only once and expires after three days.',
    who: 'owner',
    changes: true,
    word: 'user',
    input: z.strictObject({ user }),
    output: recoveryLink,
    run: async (context, input) => {
      const { actor, baseUrl } = context;
      const { id, accountId, role: has, email: address } = await resolveUser(context, input.user);
      const link = { accountId, role: has, email: address, hours: inviteHours, userId: id };
      const { invitation, secret } = await invite(context.db, { ...link, createdBy: actorUserId(actor) });
      const after = { email: address, expires: invitation.expiresAt.toISOString() };
      await context.note({ accountId, object: id, after });
      return { ...after, link: `${baseUrl}/console/join#${secret}` };
    },
  }),
  procedure({
    name: 'invitation list',
    description: 'List pending invitations and password reset links, without their secrets.',
    who: 'owner',
    changes: false,
    input: z.strictObject({
      account: ownOrAllAccounts,
    }),
    output: z.array(invitationRecord),
    run: async (context, input) =>
      (await listInvitations(context.db, await accountToRead(context, input.account))).map(one => ({
        id: one.id,
        account: one.accountId ?? '',
        role: one.role,
        email: one.email ?? null,
        for: one.userId ?? null,
        expires: one.expiresAt.toISOString(),
      })),
  }),
  procedure({
    name: 'invitation revoke',
    description: 'Revoke an invitation or a password reset link.',
    who: 'owner',
    changes: true,
    word: 'id',
    input: z.strictObject({ id: z.string().describe('Invitation ID, as shown by "invitation list".') }),
    output: z.strictObject({ id: z.string(), revoked: z.boolean() }),
    run: async (context, { id }) => {
      const accountId = await accountToRead(context, undefined);
      if (!(await revokeInvitation(context.db, id, accountId))) throw new AppError('invitation_unknown');
      await context.note({
        accountId: accountId ?? context.actor.accountId,
        object: id,
        after: { revoked: true },
      });
      return { id, revoked: true };
    },
  }),
  procedure({
    name: 'user role',
    description: 'Change the role of a user.',
    who: 'owner',
    changes: true,
    word: 'user',
    input: z.strictObject({ user, role }),
    output: userRecord,
    run: async (context, input) => {
      const before = await resolveUser(context, input.user);
      if (!hasRole(context.actor, input.role)) throw new AppError('not_allowed', { who: input.role });
      await lockOperators(context.db);
      await changeRole(context.db, before.id, input.role);
      await requireOperatorLeft(context);
      const { id, accountId } = before;
      await context.note({
        accountId,
        object: id,
        before: { role: before.role },
        after: { role: input.role },
      });
      return { ...toUserRecord(before), role: input.role };
    },
  }),
  procedure({
    name: 'user budget',
    description: 'Set how much the tokens of a user may spend in a month.',
    who: 'owner',
    changes: true,
    word: 'user',
    input: z.strictObject({
      user,
      month: orNone(amount).describe('Amount; "none": no limit but those of the tokens.'),
    }),
    output: userRecord,
    run: async (context, input) => {
      const before = await resolveUser(context, input.user);
      const { id, accountId } = before;
      const after = { ...before, capMonthMicros: input.month ?? undefined };
      await changeBudget(context.db, id, after.capMonthMicros);
      const [old, now] = [toUserRecord(before), toUserRecord(after)];
      await context.note({
        accountId,
        object: id,
        before: { budget: old.budget },
        after: { budget: now.budget },
      });
      return now;
    },
  }),
  disablingProcedure(
    'user disable',
    'Disable a user immediately. Their tokens keep working; revoke them separately.',
    true,
  ),
  disablingProcedure('user enable', 'Enable a disabled user.', false),
  procedure({
    name: 'session list',
    description: 'List your sessions.',
    who: 'member',
    changes: false,
    input: z.strictObject({}),
    output: z.array(sessionRecord),
    run: async ({ db, actor }) => {
      if (actor.kind === 'host') return [];
      return (await listSessions(db, actor.userId)).map(session => ({
        id: session.id,
        address: session.address,
        browser: session.userAgent,
        created: session.createdAt.toISOString(),
        last_used: session.lastUsedAt.toISOString(),
        expires: session.expiresAt.toISOString(),
        current: session.id === actor.sessionId,
      }));
    },
  }),
  procedure({
    name: 'session end',
    description: 'End one of your sessions.',
    who: 'member',
    changes: true,
    word: 'session',
    input: z.strictObject({ session: z.string().describe('Session ID.') }),
    output: z.strictObject({ id: z.string(), ended: z.boolean() }),
    run: async ({ db, actor, note }, { session }) => {
      const isEnded = actor.kind === 'user' && (await endSession(db, session, actor.userId));
      if (!isEnded) throw new AppError('session_unknown', { session });
      await note({ accountId: actor.accountId, object: session, after: { ended: true } });
      return { id: session, ended: true };
    },
  }),
];

function disablingProcedure<Name extends string>(verb: Name, description: string, isDisabled: boolean) {
  return procedure({
    name: verb,
    description,
    who: 'owner',
    changes: true,
    word: 'user',
    input: z.strictObject({ user }),
    output: z.strictObject({ id: z.string(), disabled: z.boolean() }),
    run: async (context, input) => {
      const targetUser = await resolveUser(context, input.user);
      await lockOperators(context.db);
      await disableUser(context.db, targetUser.id, isDisabled);
      await requireOperatorLeft(context);
      const before = { disabled: targetUser.disabledAt !== undefined };
      const after = { disabled: isDisabled };
      await context.note({ accountId: targetUser.accountId, object: targetUser.id, before, after });
      return { id: targetUser.id, ...after };
    },
  });
}

/** Queues the mail, which replaces the link. Throws AppError `field_invalid` or `mail_not_offered`. */
async function sendInvitation(
  { db, actor, language, mailServer }: Pick<Context, 'db' | 'actor' | 'language' | 'mailServer'>,
  { id, accountId = '', email: to }: Invitation,
): Promise<true> {
  if (!mailServer) throw new AppError('mail_not_offered');
  if (to === undefined) throw fieldInvalid('email', 'required');
  if (!hasRole(actor, 'operator')) await countInvitation(db, actor.accountId);
  const { name: account = '' } = (await findAccount(db, accountId)) ?? {};
  const by = actor.kind === 'user' ? actor.name : account;
  await enqueueMail(db, { kind: 'invitation', to, language, data: { invitation: id, by, account } });
  return true;
}

/** Users cannot manage those with a higher role. Throws AppError `user_unknown`. */
async function resolveUser({ db, actor }: Pick<Context, 'actor' | 'db'>, name: string): Promise<User> {
  const match = await findUser(db, name);
  const isMine = match?.accountId === actor.accountId || hasRole(actor, 'operator');
  if (!match || !isMine || !hasRole(actor, match.role)) throw new AppError('user_unknown', { user: name });
  return match;
}

/** Rolls the change back if no operator would be left. The command line always can. */
async function requireOperatorLeft({ db, actor }: Pick<Context, 'actor' | 'db'>): Promise<void> {
  if (actor.kind === 'user' && actor.role === 'operator' && (await countOperators(db)) === 0)
    throw fieldInvalid('user', 'last_operator');
}
