/** Users, who sign in to the Console. Each belongs to one account, which pays. */
import type { Language } from '@kinora/shared/errors/errors';
import { thisMonth } from '../../platform/db/calendar.ts';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst, readRows } from '../../platform/db/row.ts';
import { indexedStatement, statement } from '../../platform/db/statement.ts';
import type { Micros } from '@kinora/shared/money';
import { newRowId, toRowId } from '../../platform/lib/id.ts';

/** An operator manages the server, an owner the account, a member their own tokens and tasks. */
export const userRoles = ['operator', 'owner', 'member'] as const;
export type UserRole = (typeof userRoles)[number];

export interface User {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly role: UserRole;
  readonly hasPassword: boolean;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | undefined;
  readonly disabledAt: Date | undefined;
  /** How much their tokens may spend in a month. Undefined if there is no limit but those of the tokens. */
  readonly capMonthMicros: Micros | undefined;
}

export const userColumns =
  'users.id, users.account_id, users.email, users.name, users.role, users.password is not null as has_password, users.created_at, users.last_sign_in_at, users.disabled_at, users.cap_month_micros';
const selectUsers = statement(
  'list_users',
  `select ${userColumns} from users where ($1::uuid is null or account_id = $1) order by created_at, id`,
);
const selectByIdOrEmail = indexedStatement(
  'user_by_name',
  `select ${userColumns} from users where id = coalesce(
     (select id from users where id = $1::uuid), (select id from users where email = lower($2)))`,
);
/** What the tokens of each user have spent this month, with what is held for tasks in progress. */
const spentThisMonth = statement(
  'spent_by_users',
  `select user_id, sum(month_micros)::bigint as micros from tokens
   where user_id is not null and ($1::uuid is null or account_id = $1) and day >= ${thisMonth}
   group by user_id`,
);
const setBudget = statement('set_user_budget', 'update users set cap_month_micros = $2 where id = $1');
const selectUserToSignIn = statement(
  'user_to_sign_in',
  `select ${userColumns}, users.password from users where email = lower($1)`,
);
const insert = statement(
  'insert_user',
  `insert into users (id, account_id, email, name, role, password) values ($1, $2, lower($3), $4, $5, $6)
   on conflict do nothing returning ${userColumns}`,
);
/**
 * CTEs after `changed_user`: pending sign-ins and links from before the change can no longer be used. Links
 * that the user created are revoked too, because somebody who took over a session could have created them.
 */
const endRecovery = `ended_links as (
     -- Links that were made for the user, or by the user.
     update invitations set expires_at = now() from changed_user
     where (invitations.user_id = changed_user.id or invitations.created_by = changed_user.id)
       and used_at is null
       and expires_at > now()
   ), deleted_challenges as (
     -- Sign-ins that the user has begun and not completed.
     delete from challenges using changed_user where challenges.user_id = changed_user.id
   )`;
const setRole = statement(
  'set_user_role',
  `with changed_user as (
     -- The user, if the role is another one.
     update users set role = $2 where id = $1 and role <> $2 returning id, role
   ), ${endRecovery}, narrowed_tokens as (
     -- Tokens that could access all tasks of the account can access those of the user.
     update tokens set scope = 'own' from changed_user
     where user_id = changed_user.id
       and changed_user.role = 'member'
       and scope = 'account'
       and revoked_at is null
     returning pg_notify('kinora_token', tokens.id || ' ' || tokens.account_id)
   )
   select id, (select count(*) from narrowed_tokens) from changed_user`,
);
/** Disabling a user also ends their sessions. */
const setDisabled = statement(
  'set_user_disabled',
  `with changed_user as (
     -- The user. One who was disabled before keeps that time.
     update users set disabled_at = case when $2 then coalesce(disabled_at, now()) end
     where id = $1
     returning id
   ), deleted_sessions as (
     -- A disabled user is signed out everywhere.
     delete from sessions using changed_user where user_id = changed_user.id and $2
   ), ${endRecovery}
   select id from changed_user`,
);
/** $3 ids of the passkeys that are not removed. */
const setPassword = statement(
  'set_password',
  `with changed_user as (
     -- The user with the new password.
     update users set password = $2 where id = $1 returning id
   ), ${endRecovery}, deleted_passkeys as (
     -- Passkeys that the user does not keep.
     delete from passkeys
     using changed_user
     where user_id = changed_user.id and passkeys.id <> all($3::text[])
     returning name
   )
   select name from deleted_passkeys`,
);
const recover = statement(
  'recover_user',
  `with changed_user as (
     -- The user with the new password, if address and role are still the same.
     update users set password = $3
     where id = $1 and email = lower($2) and role = $4 and disabled_at is null
     returning *
   ), deleted_sessions as (
     -- The user is signed out everywhere.
     delete from sessions using changed_user where user_id = changed_user.id
   ), ${endRecovery}, deleted_passkeys as (
     -- All passkeys of the user.
     delete from passkeys using changed_user where user_id = changed_user.id returning passkeys.name
   )
   select ${userColumns.replaceAll('users.', 'changed_user.')},
     array(select name from deleted_passkeys) as passkeys
   from changed_user`,
);
const lockToSignIn = statement(
  'lock_user_to_sign_in',
  `select id from users
   where id = $1 and password is not distinct from $2 and disabled_at is null
   for no key update`,
);
const lockToChange = statement('lock_user_to_change', 'select id from users where id = $1 for update');
const operatorsLock = statement('lock_operators', `select pg_advisory_xact_lock(${advisoryLocks.operators})`);
const updateLastSignIn = statement(
  'note_sign_in',
  'update users set last_sign_in_at = now(), language = $2 where id = $1',
);
const updateTermsAcceptance = statement(
  'accept_terms',
  'update users set terms_accepted_at = now() where id = $1',
);
const selectOperatorCount = statement(
  'count_operators',
  `select count(*)::int as count from users where role = 'operator' and disabled_at is null`,
);

export async function listUsers(db: Queryable, accountId?: string): Promise<User[]> {
  return readRows(db, selectUsers, [accountId ?? null]);
}

/** Amounts by user ID. Users who spent nothing are not in it. */
export async function spentByUsers(db: Queryable, accountId?: string): Promise<ReadonlyMap<string, Micros>> {
  const rows = await readRows<{ readonly userId: string; readonly micros: Micros }>(db, spentThisMonth, [
    accountId ?? null,
  ]);
  return new Map(rows.map(({ userId, micros }) => [userId, micros]));
}

/** Sets how much the tokens of a user may spend in a month. Undefined means that there is no limit. */
export async function changeBudget(db: Queryable, id: string, micros: Micros | undefined): Promise<void> {
  await db.query(setBudget, [id, micros ?? null]);
}

/** Finds a user by id or email address. */
export async function findUser(db: Queryable, idOrEmail: string): Promise<User | undefined> {
  return readFirst(db, selectByIdOrEmail, [toRowId(idOrEmail), idOrEmail]);
}

/**
 * Locks the user in the transaction that creates a session. Returns false if the user was
 * disabled or got another password since `password` was read. A change of the user waits until
 * the session exists, and then ends it.
 */
export async function lockUserToSignIn(
  tx: Queryable,
  id: string,
  password: string | undefined,
): Promise<boolean> {
  return (await tx.query(lockToSignIn, [id, password ?? null])).length === 1;
}

/** The user and the stored password, for signing in. */
export async function findUserToSignIn(
  db: Queryable,
  email: string,
): Promise<{ user: User; password: string | undefined } | undefined> {
  const row = await readFirst<User & { password: string | undefined }>(db, selectUserToSignIn, [email]);
  if (!row) return undefined;
  const { password, ...user } = row;
  return { user, password };
}

export interface NewUser {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly role: UserRole;
  /** The result of `hashPassword`. */
  readonly password: string | undefined;
}

/** Creates a user. Returns undefined if the email address is taken. */
export async function createUser(
  db: Queryable,
  { accountId, email, name, role, password }: NewUser,
): Promise<User | undefined> {
  const values = [newRowId(), accountId, email, name, role, password ?? null];
  return readFirst(db, insert, values);
}

/**
 * Changes the role and revokes links created for or by the user. When an owner becomes a member, the
 * scope of their tokens becomes `own`.
 */
export async function changeRole(db: Queryable, id: string, role: UserRole): Promise<void> {
  await db.query(setRole, [id, role]);
  db.hint('tokens');
}

/**
 * Disables or enables a user. Ends their sessions and revokes links created for or by
 * them. Call it in a transaction.
 */
export async function disableUser(db: Queryable, id: string, isDisabled: boolean): Promise<void> {
  // The lock comes first, so that the statement sees sessions created in the meantime.
  await db.query(lockToChange, [id]);
  await db.query(setDisabled, [id, isDisabled]);
}

/**
 * Changes the password, removes every passkey except `keepPasskeys` (ids) and revokes links created for or by
 * the user. The caller must end the sessions. Returns the names of the removed passkeys.
 */
export async function changePassword(
  db: Queryable,
  id: string,
  { password, keepPasskeys }: { readonly password: string; readonly keepPasskeys: readonly string[] },
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(setPassword, [id, password, keepPasskeys]);
  return rows.map(({ name }) => name);
}

export interface Recovery {
  readonly email: string;
  readonly password: string;
  /** The role for which the link was created. */
  readonly role: UserRole;
}

/**
 * Resets the password of a user, signs them out everywhere and removes their passkeys, whose names it
 * returns. Returns undefined if the user has another email address or role, or is disabled. Call it in a
 * transaction.
 */
export async function recoverUser(
  db: Queryable,
  id: string,
  { email, password, role }: Recovery,
): Promise<{ readonly user: User; readonly passkeys: readonly string[] } | undefined> {
  // The lock comes first, so that the statement sees sessions created in the meantime.
  await db.query(lockToChange, [id]);
  const values = [id, email, password, role];
  const row = await readFirst<User & { passkeys: string[] }>(db, recover, values);
  if (!row) return undefined;
  const { passkeys, ...user } = row;
  return { user, passkeys };
}

/**
 * Serializes changes that could leave the server without an operator. Call it in a
 * transaction, before such a change.
 */
export async function lockOperators(db: Queryable): Promise<void> {
  await db.query(operatorsLock);
}

/** Notes that the user accepted the terms of the server. */
export async function acceptTerms(db: Queryable, id: string): Promise<void> {
  await db.query(updateTermsAcceptance, [id]);
}

/** `language` is that of the browser, in which the user gets mail. */
export async function recordSignIn(db: Queryable, id: string, language: Language): Promise<void> {
  await db.query(updateLastSignIn, [id, language]);
}

/** The number of operators who are not disabled. */
export async function countOperators(db: Queryable): Promise<number> {
  return (await db.query<{ count: number }>(selectOperatorCount))[0]?.count ?? 0;
}
