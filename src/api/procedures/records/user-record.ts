/** Users, invitations and sessions, without their secrets. */
import { z } from 'zod';
import { userRoles, type User } from '../../../core/accounts/users.ts';
import type { ReadOnly } from '../../../platform/lib/read-only.ts';
import { money } from '../fields/fields.ts';
import { decimal, time } from './values.ts';

const role = z.enum(userRoles);

export const userRecord = z.strictObject({
  id: z.string(),
  account: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  state: z.enum(['active', 'disabled']),
  created: time,
  last_sign_in: time.nullable(),
  budget: decimal.nullable().describe('How much their tokens may spend in a month; null: no limit.'),
  spent_this_month: decimal
    .optional()
    .describe('What their tokens spent this month, with what is held. Only in lists.'),
});

const link = z.string().describe('The link; shown only once.');

export const invitationLink = z.strictObject({
  role,
  email: z.string().nullable(),
  expires: time,
  account: z.string(),
  link: link.nullable().describe('The link; shown only once. null: it was sent by e-mail.'),
  warning: z.string().nullable().describe('What an operator can do, for invitations of operators.'),
});

export const recoveryLink = z.strictObject({ email: z.string(), expires: time, link });

export const invitationRecord = z.strictObject({
  id: z.string(),
  account: z.string(),
  role,
  email: z.string().nullable(),
  for: z.string().nullable().describe('The user whose password it resets; null: it is for a new user.'),
  expires: time,
});

export const sessionRecord = z.strictObject({
  id: z.string(),
  address: z.string(),
  browser: z.string(),
  created: time,
  last_used: time,
  expires: time,
  current: z.boolean().describe('Whether this is the session of the request.'),
});

export function toUserRecord(user: User): ReadOnly<z.output<typeof userRecord>> {
  return {
    id: user.id,
    account: user.accountId,
    email: user.email,
    name: user.name,
    role: user.role,
    state: user.disabledAt ? 'disabled' : 'active',
    created: user.createdAt.toISOString(),
    last_sign_in: user.lastSignInAt?.toISOString() ?? null,
    budget: money(user.capMonthMicros),
  };
}
