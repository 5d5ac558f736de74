/** Finds or creates the user for a person who signed in at a provider. */
import type { Database, Transaction } from '../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { keyedLocks } from '../../platform/db/advisory-locks.ts';
import { findAccount } from '../accounts/accounts.ts';
import { writeAudit } from '../accounts/audit.ts';
import { findUserByIdentity, linkIdentity, type Identity } from '../accounts/identities.ts';
import type { Person } from '../accounts/sign-in-provider.ts';
import { countMailRequest } from '../accounts/mail-requests.ts';
import { readSite } from '../operate/site.ts';
import { openOwnAccount, rejectDomain, type SignUpTerms } from './sign-up.ts';
import { acceptTerms, createUser, findUserToSignIn, type User } from '../accounts/users.ts';

export interface Admission {
  /**
   * Name of the account that new users join as members. Undefined if they open their own,
   * where that is open to everybody.
   */
  readonly accountName: string | undefined;
  readonly terms: SignUpTerms;
  /** Where the request came from, for the audit log. */
  readonly address: string;
}

/**
 * Returns the user of this person. The first sign-in links the two by verified email address. Throws AppError
 * `email_unverified`, `identity_unknown`, `user_disabled` or `account_unknown`.
 */
export async function admitPerson(db: Database, person: Person, admission: Admission): Promise<User> {
  const { email, isEmailVerified } = person;
  if (email === undefined || !isEmailVerified) throw new AppError('email_unverified');
  if (isOwnAccount(admission) && !(await findUserToSignIn(db, email))) {
    rejectDomain(email, admission.terms);
    await countMailRequest(db, admission.address, admission.terms.signUpsPerHour);
  }
  const work = async (tx: Transaction): Promise<User> => {
    const user =
      (await findByEmail(tx, email)) ??
      (await join(tx, person, admission)) ??
      // Another sign-in created the user in the meantime.
      (await findByEmail(tx, email));
    if (!user) throw new AppError('identity_unknown', { email });
    if (user.disabledAt) throw new AppError('user_disabled');
    // A simultaneous sign-in of the same person has already linked the user.
    if (!(await linkIdentity(tx, person, user.id))) return (await findUserByIdentity(tx, person)) ?? user;
    await note(tx, { user, admission, action: 'identity link', after: pickIdentity(person) });
    return user;
  };
  // One after the other, so that no person gets two accounts.
  return db.transaction(work, { lock: [Number(keyedLocks.signUp), email.toLowerCase()] });
}

async function findByEmail(tx: Transaction, email: string): Promise<User | undefined> {
  return (await findUserToSignIn(tx, email))?.user;
}

/**
 * Creates the user. Returns undefined if new users are not allowed, or if the email
 * address has just been taken.
 */
async function join(tx: Transaction, person: Person, admission: Admission): Promise<User | undefined> {
  if (person.email === undefined || admission.terms.signUp === 'closed') return undefined;
  const { email, name = email } = person;
  const isOwn = isOwnAccount(admission);
  const account = isOwn
    ? await openOwnAccount(tx, { name, email }, admission.terms)
    : await accountToJoin(tx, admission.accountName);
  if (!account) return undefined;
  const role = isOwn ? 'owner' : 'member';
  const user = await createUser(tx, { accountId: account.id, email, name, role, password: undefined });
  // With an account of its own, which must not stay without a user.
  if (!user && isOwn) throw new AppError('submit_again');
  // The page with the button warns of that.
  if (user && isOwn && (await readSite(tx)).terms !== undefined) await acceptTerms(tx, user.id);
  if (user) await note(tx, { user, admission, action: 'user join', after: { email: user.email, role } });
  return user;
}

function isOwnAccount({ accountName, terms }: Admission): boolean {
  return accountName === undefined && terms.signUp === 'open';
}

/** Returns undefined if none is configured. Throws AppError `account_unknown`. */
async function accountToJoin(tx: Transaction, accountName: string | undefined) {
  if (accountName === undefined) return undefined;
  const account = await findAccount(tx, accountName);
  if (!account) throw new AppError('account_unknown', { account: accountName });
  return account;
}

interface Note {
  readonly user: User;
  readonly admission: Admission;
  readonly action: string;
  readonly after: unknown;
}

async function note(tx: Transaction, { user, admission, action, after }: Note): Promise<void> {
  const author = {
    userId: user.id,
    actor: user.email,
    address: admission.address,
    accountId: user.accountId,
  };
  await writeAudit(tx, { ...author, action, object: user.id, before: undefined, after });
}

function pickIdentity({ issuer, subject }: Identity): Identity {
  return { issuer, subject };
}
