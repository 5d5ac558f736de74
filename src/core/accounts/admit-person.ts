/** Finds or creates the user for a person who signed in at an OpenID Connect provider. */
import type { Database, Transaction } from '../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { findAccount } from './accounts.ts';
import { writeAudit } from './audit.ts';
import { findUserByIdentity, linkIdentity, type Identity } from './identities.ts';
import { createUser, findUserToSignIn, type User } from './users.ts';

export interface Person extends Identity {
  readonly email: string | undefined;
  /** True only if the provider reports the address as verified. Otherwise anybody could sign in as the user of any address. */
  readonly isEmailVerified: boolean;
  readonly name: string | undefined;
}

export interface Admission {
  /** Name of the account that new users join as members. Undefined if only existing users may sign in. */
  readonly accountName: string | undefined;
  /** Where the request came from, for the audit log. */
  readonly address: string;
}

/**
 * Returns the user of this person. The first sign-in links the two by verified email address. Throws AppError `email_unverified`,
 * `identity_unknown`, `user_disabled` or `account_unknown`.
 */
export async function admitPerson(db: Database, person: Person, admission: Admission): Promise<User> {
  const { email, isEmailVerified } = person;
  if (email === undefined || !isEmailVerified) throw new AppError('email_unverified');
  return db.transaction(async tx => {
    const user =
      (await findByEmail(tx, email)) ??
      (await join(tx, person, admission)) ??
      // Another sign-in created the user in the meantime.
      (await findByEmail(tx, email));
    if (!user) throw new AppError('identity_unknown', { email });
    if (user.disabledAt) throw new AppError('user_disabled');
    // A simultaneous sign-in of the same person has already linked the user.
    if (!(await linkIdentity(tx, person, user.id))) return (await findUserByIdentity(tx, person)) ?? user;
    await note(tx, { user, admission, action: 'identity link', after: identityOf(person) });
    return user;
  });
}

async function findByEmail(tx: Transaction, email: string): Promise<User | undefined> {
  return (await findUserToSignIn(tx, email))?.user;
}

/** Creates the user. Returns undefined if new users are not allowed, or if the email address has just been taken. */
async function join(tx: Transaction, person: Person, admission: Admission): Promise<User | undefined> {
  const { accountName } = admission;
  if (accountName === undefined || person.email === undefined) return undefined;
  const account = await findAccount(tx, accountName);
  if (!account) throw new AppError('account_unknown', { account: accountName });
  const { email, name = email } = person;
  const user = await createUser(tx, {
    accountId: account.id,
    email,
    name,
    role: 'member',
    password: undefined,
  });
  if (user)
    await note(tx, { user, admission, action: 'user join', after: { email: user.email, role: 'member' } });
  return user;
}

interface Note {
  readonly user: User;
  readonly admission: Admission;
  readonly action: string;
  readonly after: unknown;
}

async function note(tx: Transaction, { user, admission, action, after }: Note): Promise<void> {
  const who = { userId: user.id, actor: user.email, address: admission.address, accountId: user.accountId };
  await writeAudit(tx, { ...who, action, object: user.id, before: undefined, after });
}

function identityOf({ issuer, subject }: Identity): Identity {
  return { issuer, subject };
}
