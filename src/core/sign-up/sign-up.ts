/**
 * Signing up: somebody asks with an email address, and gets a link there with which they choose a name
 * and a password. Nothing exists before the link is opened, and the answer to the request is the same
 * whether the address has a user or not.
 */
import { AppError, fieldInvalid, type Language } from '@kinora/shared/errors/errors';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { Micros } from '@kinora/shared/money';
import type { SignUpState } from '../../platform/config/access-settings.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/open.ts';
import { keyedLocks } from '../../platform/db/advisory-locks.ts';
import { statement } from '../../platform/db/statement.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { grantCredit } from '../billing/expiring-credit.ts';
import { enqueueMail, enqueuePasswordReset } from '../mail/mail.ts';
import { createAccount, type Account } from '../accounts/accounts.ts';
import { countMailTo } from '../accounts/mail-requests.ts';
import { findUser } from '../accounts/users.ts';
import { findPlan } from '../payments/plan-rows.ts';

/** What the operator allows. */
export interface SignUpTerms {
  readonly signUp: SignUpState;
  /** Domains of email addresses that can sign up. Empty means all. */
  readonly signUpDomains: readonly string[];
  readonly signUpsPerHour: number;
  readonly signUpCreditMicros: Micros;
  /** Days after which what is left of the credit expires. 0 means never. */
  readonly signUpCreditDays: number;
}

export interface MailRequest {
  readonly email: string;
  readonly language: Language;
}

export interface SignUpRequest extends MailRequest {
  /** The referral code with which somebody signs up. */
  readonly referral: string | undefined;
  /** The id of the plan that the link leads to. One that is not offered is left out. */
  readonly plan: string | undefined;
}

/** Queues the mail that answers a request. Throws AppError `field_invalid` if the domain is not allowed. */
export async function requestSignUp(
  db: Database,
  { email, language, referral, plan: chosenPlan }: SignUpRequest,
  terms: SignUpTerms,
): Promise<void> {
  rejectDomain(email, terms);
  await db.transaction(async tx => {
    if (!(await countMailTo(tx, 'sign_up', email))) return;
    const user = await findUser(tx, email);
    const plan = chosenPlan === undefined ? undefined : await offeredPlan(tx, chosenPlan);
    if (user) await enqueueMail(tx, { kind: 'sign_up_known', to: email, language, data: { plan } });
    else await enqueueMail(tx, { kind: 'sign_up', to: email, language, data: { referral, plan } });
  });
}

/** Returns the id, if the plan can be started. */
async function offeredPlan(tx: Transaction, id: string): Promise<string | undefined> {
  const plan = await findPlan(tx, id);
  return plan?.retiredAt ? undefined : plan?.planId;
}

/** Queues a mail with a password reset link, if the address has a user. */
export async function requestPasswordReset(db: Database, { email, language }: MailRequest): Promise<void> {
  await db.transaction(async tx => {
    if (await countMailTo(tx, 'password_reset', email)) await enqueuePasswordReset(tx, { email, language });
  });
}

/** Throws AppError `field_invalid`. */
export function rejectDomain(email: string, { signUpDomains: allowedDomains }: SignUpTerms): void {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (allowedDomains.length > 0 && !allowedDomains.includes(domain))
    throw fieldInvalid('email', 'email_domain', { domain, allowed: allowedDomains.join(', ') });
}

/** Throws AppError `sign_up_closed` unless anybody can sign up. */
export function requireOpenSignUp({ signUp }: Pick<SignUpTerms, 'signUp'>): void {
  if (signUp !== 'open') throw new AppError('sign_up_closed');
}

/**
 * Opens an account for somebody who signs up, with its starting credit. Its name is that of the person, made
 * unique. A mailbox gets the credit once, however its address is written.
 */
export async function openOwnAccount(
  tx: Transaction,
  { name, email }: { readonly name: string; readonly email: string },
  { signUpCreditMicros, signUpCreditDays }: SignUpTerms,
): Promise<Account> {
  const account = await createNamed(tx, name);
  if (signUpCreditMicros > 0n && !(await hasOtherUser(tx, email)))
    await grantCredit(tx, account.id, {
      kind: 'trial',
      amountMicros: signUpCreditMicros,
      days: signUpCreditDays,
    });
  return account;
}

/**
 * Returns the mailbox of an address, so that nobody signs up twice: mail to `ann+tag@…` reaches `ann@…` at
 * most providers, and Gmail ignores dots.
 */
function mailbox(email: string): string {
  const [name, domain] = [`split_part(split_part(${email}, '@', 1), '+', 1)`, `split_part(${email}, '@', 2)`];
  return `case when ${domain} in ('gmail.com', 'googlemail.com') then replace(${name}, '.', '') || '@gmail.com'
    else ${name} || '@' || ${domain} end`;
}
/** The index users_by_mailbox has the same expression. */
export const sameMailbox = statement(
  'user_of_mailbox',
  `select from users where ${mailbox('email')} = ${mailbox('lower($1)')} limit 1`,
);

const lockMailbox = statement(
  'lock_mailbox',
  `select pg_advisory_xact_lock(${keyedLocks.mailbox}, hashtext(${mailbox('lower($1)')}))`,
);

/**
 * Whether the mailbox has a user already, under another spelling of its address. Two spellings that sign up
 * at the same time wait for each other.
 */
async function hasOtherUser(tx: Transaction, email: string): Promise<boolean> {
  await tx.query(lockMailbox, [email]);
  return (await tx.query(sameMailbox, [email])).length > 0;
}

async function createNamed(tx: Queryable, name: string): Promise<Account> {
  for (let number = 1; number <= 9; number++) {
    const account = await createAccount(tx, number === 1 ? name : `${name} ${number}`);
    if (account) return account;
  }
  const account = await createAccount(tx, `${name} ${newRowId().slice(-12)}`);
  if (!account) throw new InvariantError('No account was created');
  return account;
}
