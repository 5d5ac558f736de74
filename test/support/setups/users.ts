/** Users in the database, for tests without a server. */
import assert from 'node:assert/strict';
import { createSession, findSession } from '../../../src/core/accounts/sessions.ts';
import { createUser, type NewUser, type User } from '../../../src/core/accounts/users.ts';
import type { Database } from '../../../src/platform/db/open.ts';
import { newRowId } from '../../../src/platform/lib/id.ts';

/** A member with an email address of their own and the stored password `secret`. */
export async function openUser(
  db: Database,
  { accountId, ...fields }: Partial<NewUser> & Pick<NewUser, 'accountId'>,
): Promise<User> {
  const email = `${newRowId()}@example.org`;
  const user = await createUser(db, {
    accountId,
    email,
    name: 'Ada',
    role: 'member',
    password: 'secret',
    ...fields,
  });
  assert.ok(user);
  return user;
}

export async function openSession(db: Database, userId: string): Promise<{ secret: string; id: string }> {
  const secret = await createSession(db, { userId, address: '203.0.113.7', userAgent: 'a browser' });
  const session = await findSession(db, secret);
  assert.ok(session);
  return { secret, id: session.sessionId };
}
