/** Links that create one user each (setup link, invitation, sign-up) or reset a password. */
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst, readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { newRowId, newSecret, sha256, toRowId } from '../../platform/lib/id.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { UserRole } from './users.ts';

export interface Invitation {
  readonly id: string;
  /** Undefined for a sign-up, which opens an account of its own. */
  readonly accountId: string | undefined;
  readonly role: UserRole;
  /** The only email address that may use the link. Undefined for any. */
  readonly email: string | undefined;
  readonly expiresAt: Date;
  /** The user whose password it resets. Undefined if it creates a user. */
  readonly userId: string | undefined;
  /** Whether it was sent to somebody who requested it, which proves that the address is theirs. */
  readonly isSignUp: boolean;
  /** Whether it is a link for the server's first operator. */
  readonly isSetUp: boolean;
  /** The referral code with which somebody signs up. */
  readonly referral: string | undefined;
}

const columns = 'id, account_id, role, email, expires_at, user_id, is_sign_up, is_set_up, referral';
const insert = statement(
  'insert_invitation',
  `insert into invitations (
     id, secret_hash, account_id, role, email, expires_at, user_id, created_by, is_set_up, is_sign_up,
     referral
   )
   values ($1, $2, $3, $4, lower($5), now() + $6 * interval '1 hour', $7, $8, $9, $10, $11)
   returning ${columns}`,
);
/** Whether the creator of the link may still create such links. */
const isBacked = `(
     created_by is null
     or exists (
       select from users maker
       where maker.id = created_by
         and maker.disabled_at is null
         and (
           maker.role = 'operator'
           or (
             maker.account_id = invitations.account_id
             and maker.role = 'owner'
             and invitations.role <> 'operator'
           )
         )
     )
   )`;
/**
 * A password reset link is valid only while its user has the role for which it was created, and while its
 * creator may reset that user.
 */
const isCurrent = `(
     user_id is null
     or exists (
       select from users recovered
       where recovered.id = invitations.user_id
         and recovered.role = invitations.role
         and recovered.account_id = invitations.account_id
         and recovered.disabled_at is null
     )
   )`;
/** A setup link is valid only while the server has no operator. */
const isNeeded = `(
     not is_set_up
     or not exists (select from users where role = 'operator' and disabled_at is null)
   )`;
// By the clock, not by the start of the transaction: one that waited for a lock sees that
// the link was ended meanwhile.
const isOpen = `used_at is null and expires_at > clock_timestamp() and ${isBacked} and ${isCurrent} and ${isNeeded}`;
/** Locks the row, so that a link cannot be used twice. */
const bySecret = statement(
  'invitation_by_secret',
  `select ${columns} from invitations where secret_hash = $1 and ${isOpen} for update`,
);
const open = statement(
  'list_invitations',
  `select ${columns} from invitations
   where ($1::uuid is null or account_id = $1) and not is_sign_up and ${isOpen}
   order by created_at desc`,
);
const revoke = statement(
  'revoke_invitation',
  `update invitations set expires_at = now()
   where id = $1 and ($2::uuid is null or account_id = $2) and ${isOpen}
   returning id`,
);
const use = statement('use_invitation', 'update invitations set used_at = now(), used_by = $2 where id = $1');
/**
 * Each API process prints a link of its own, and all of them are valid until there is an operator. Of a
 * process that starts again and again, the most recent ones are kept.
 */
const deleteOldSetupLinks = statement(
  'delete_old_set_up_links',
  `delete from invitations
   where is_set_up
     and used_at is null
     and (
       expires_at <= now()
       or id not in (
         select id from invitations where is_set_up and used_at is null
         order by created_at desc, id desc limit 99
       )
     )`,
);

const renew = statement(
  'renew_invitation',
  `update invitations set secret_hash = $2 where id = $1 and ${isOpen} returning id`,
);
/** A new link of a sign-up replaces those that the same address has got before. */
const endSignUps = statement(
  'end_sign_ups',
  `update invitations set expires_at = now()
   where is_sign_up and email = lower($1) and used_at is null and expires_at > now()`,
);

export interface NewInvitation {
  /** Undefined for a sign-up. */
  readonly accountId?: string;
  readonly role: UserRole;
  readonly email: string | undefined;
  readonly hours: number;
  /** The user whose password is to be reset. */
  readonly userId?: string;
  /** Undefined if created by the command line or by the first start. */
  readonly createdBy?: string | undefined;
  /** Whether the link creates the first operator. It is valid until there is one. */
  readonly isSetUp?: boolean;
  readonly isSignUp?: boolean;
  readonly referral?: string | undefined;
}

export async function invite(
  db: Queryable,
  { accountId, role, email, hours, userId, createdBy, isSetUp, isSignUp, referral }: NewInvitation,
): Promise<{ invitation: Invitation; secret: string }> {
  const secret = `ki_${newSecret()}`;
  const values = [
    newRowId(),
    sha256(secret),
    accountId ?? null,
    role,
    email ?? null,
    hours,
    userId ?? null,
    createdBy ?? null,
    isSetUp ?? false,
    isSignUp ?? false,
    referral ?? null,
  ];
  if (isSignUp) await db.query(endSignUps, [email]);
  const invitation = await readFirst<Invitation>(db, insert, values);
  if (!invitation) throw new InvariantError('No invitation was inserted');
  return { invitation, secret };
}

/** Creates a setup link, beside those of other processes. Call it in a transaction. */
export async function inviteFirstOperator(
  tx: Queryable,
  link: Required<Pick<NewInvitation, 'accountId'>> & Pick<NewInvitation, 'hours'>,
): Promise<string> {
  await tx.query(deleteOldSetupLinks);
  return (await invite(tx, { ...link, role: 'operator', email: undefined, isSetUp: true })).secret;
}

/**
 * Finds a valid link by its secret. Returns undefined if it was used, revoked or invalidated by a change of
 * its creator or user. Call it in the transaction that calls `useInvitation`.
 */
export async function findInvitation(db: Queryable, secret: string): Promise<Invitation | undefined> {
  return readFirst(db, bySecret, [sha256(secret.trim())]);
}

/**
 * Gives a valid link a new secret, which replaces the one before. Returns undefined if the link is not valid.
 */
export async function renewInvitation(db: Queryable, id: string): Promise<string | undefined> {
  const secret = `ki_${newSecret()}`;
  return (await db.query(renew, [id, sha256(secret)])).length === 1 ? secret : undefined;
}

/** The valid links of an account, or of all accounts. Those of people who sign up are not listed. */
export async function listInvitations(db: Queryable, accountId: string | undefined): Promise<Invitation[]> {
  return readRows(db, open, [accountId ?? null]);
}

/** Revokes a link. Returns false if no valid link has this id. */
export async function revokeInvitation(
  db: Queryable,
  id: string,
  accountId: string | undefined,
): Promise<boolean> {
  return (await db.query(revoke, [toRowId(id), accountId ?? null])).length === 1;
}

export async function useInvitation(db: Queryable, id: string, userId: string): Promise<void> {
  await db.query(use, [id, userId]);
}
