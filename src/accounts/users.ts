/** Users: who signs in to the Console. Each belongs to one account, which pays. */
import type { Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import { newRowId } from '../lib/id.ts';

/** operator: runs this server; owner: everything of the account; member: its own tokens and what they made. */
export const roles = ['operator', 'owner', 'member'] as const;
export type Role = (typeof roles)[number];

export interface User {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly hasPassword: boolean;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | undefined;
  readonly disabledAt: Date | undefined;
}

export interface UserRow {
  id: string;
  account_id: string;
  email: string;
  name: string;
  role: Role;
  password: string | null;
  created_at: Date;
  last_sign_in_at: Date | null;
  disabled_at: Date | null;
}

export const userColumns =
  'users.id, users.account_id, users.email, users.name, users.role, users.password, users.created_at, users.last_sign_in_at, users.disabled_at';
const all = statement(
  'list_users',
  `select ${userColumns} from users where ($1::uuid is null or account_id = $1) order by created_at, id`,
);
const named = statement(
  'user_by_name',
  `select ${userColumns} from users where id::text = $1 or email = lower($1)`,
);
const insert = statement(
  'insert_user',
  `insert into users (id, account_id, email, name, role, password) values ($1, $2, lower($3), $4, $5, $6)
   on conflict do nothing returning ${userColumns}`,
);
const setRole = statement('set_user_role', 'update users set role = $2 where id = $1');
/** Whoever is shut out is so at once. */
const setDisabled = statement(
  'set_user_disabled',
  `with gone as (delete from sessions where user_id = $1 and $2)
   update users set disabled_at = case when $2 then coalesce(disabled_at, now()) end where id = $1`,
);
const setPassword = statement('set_password', 'update users set password = $2 where id = $1');
const recover = statement(
  'recover_user',
  `with elsewhere as (delete from sessions where user_id = $1)
   update users set password = $3 where id = $1 and email = lower($2) and disabled_at is null returning ${userColumns}`,
);
const operatorsLock = statement('lock_operators', 'select pg_advisory_xact_lock(4040, 4)');
const signedIn = statement('note_sign_in', 'update users set last_sign_in_at = now() where id = $1');
const operators = statement(
  'count_operators',
  `select count(*)::int as count from users where role = 'operator' and disabled_at is null`,
);

export async function listUsers(db: Queryable, accountId?: string): Promise<User[]> {
  return (await db.query<UserRow>(all, [accountId ?? null])).map(toUser);
}

/** By id or e-mail. */
export async function findUser(db: Queryable, idOrEmail: string): Promise<User | undefined> {
  const [row] = await db.query<UserRow>(named, [idOrEmail]);
  return row && toUser(row);
}

/** The user and the stored password, for signing in. */
export async function findUserToSignIn(
  db: Queryable,
  email: string,
): Promise<{ user: User; password: string | undefined } | undefined> {
  const [row] = await db.query<UserRow>(named, [email]);
  return row && { user: toUser(row), password: row.password ?? undefined };
}

export interface NewUser {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** As `hashPassword` made it. */
  readonly password: string | undefined;
}

/** Undefined: the e-mail is taken. */
export async function createUser(
  db: Queryable,
  { accountId, email, name, role, password }: NewUser,
): Promise<User | undefined> {
  const values = [newRowId(), accountId, email, name, role, password ?? null];
  const [row] = await db.query<UserRow>(insert, values);
  return row && toUser(row);
}

export async function changeRole(db: Queryable, id: string, role: Role): Promise<void> {
  await db.query(setRole, [id, role]);
}

export async function disableUser(db: Queryable, id: string, isDisabled: boolean): Promise<void> {
  await db.query(setDisabled, [id, isDisabled]);
}

export async function changePassword(db: Queryable, id: string, password: string): Promise<void> {
  await db.query(setPassword, [id, password]);
}

/** A user with a new password, signed out everywhere. Undefined: it has another e-mail, or is shut out. */
export async function recoverUser(
  db: Queryable,
  id: string,
  { email, password }: { email: string; password: string },
): Promise<User | undefined> {
  const [row] = await db.query<UserRow>(recover, [id, email, password]);
  return row && toUser(row);
}

/** In a transaction, before anything that could leave nobody to run this server: one after the other. */
export async function lockOperators(db: Queryable): Promise<void> {
  await db.query(operatorsLock);
}

export async function noteSignIn(db: Queryable, id: string): Promise<void> {
  await db.query(signedIn, [id]);
}

/** Who can still run this server. */
export async function countOperators(db: Queryable): Promise<number> {
  return (await db.query<{ count: number }>(operators))[0]?.count ?? 0;
}

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    accountId: row.account_id,
    email: row.email,
    name: row.name,
    role: row.role,
    hasPassword: row.password !== null,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at ?? undefined,
    disabledAt: row.disabled_at ?? undefined,
  };
}
