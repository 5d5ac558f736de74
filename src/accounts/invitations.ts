/** Links that make one user each: the set-up link of the first start, and every invitation after it. */
import type { Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import { newRowId, newSecret, sha256 } from '../lib/id.ts';
import type { Role } from './users.ts';

export interface Invitation {
  readonly id: string;
  readonly accountId: string;
  readonly role: Role;
  /** The only e-mail that may take it; undefined: any. */
  readonly email: string | undefined;
  readonly expiresAt: Date;
  /** The user who is let in again by it; undefined: it makes one. */
  readonly userId: string | undefined;
}

interface InvitationRow {
  id: string;
  account_id: string;
  role: Role;
  email: string | null;
  expires_at: Date;
  user_id: string | null;
}

const columns = 'id, account_id, role, email, expires_at, user_id';
const insert = statement(
  'insert_invitation',
  `insert into invitations (id, secret_hash, account_id, role, email, expires_at, user_id, created_by)
   values ($1, $2, $3, $4, lower($5), now() + $6 * interval '1 hour', $7, $8) returning ${columns}`,
);
/** Whoever made it may still do so. */
const isBacked = `(created_by is null or exists (select from users maker where maker.id = created_by and maker.disabled_at is null
     and (maker.role = 'operator' or (maker.account_id = invitations.account_id and maker.role = 'owner' and invitations.role <> 'operator'))))`;
const isOpen = `used_at is null and expires_at > now() and ${isBacked}`;
/** Locked, so that it makes one user. */
const bySecret = statement(
  'invitation_by_secret',
  `select ${columns} from invitations where secret_hash = $1 and ${isOpen} for update`,
);
const open = statement(
  'list_invitations',
  `select ${columns} from invitations where ($1::uuid is null or account_id = $1) and ${isOpen} order by created_at desc`,
);
const revoke = statement(
  'revoke_invitation',
  `update invitations set expires_at = now() where id::text = $1 and ($2::uuid is null or account_id = $2) and ${isOpen} returning id`,
);
const use = statement('use_invitation', 'update invitations set used_at = now(), used_by = $2 where id = $1');

export interface NewInvitation {
  readonly accountId: string;
  readonly role: Role;
  readonly email: string | undefined;
  readonly hours: number;
  /** The user who is to be let in again. */
  readonly userId?: string;
  /** Undefined: the command line, or the first start. */
  readonly createdBy?: string | undefined;
}

export async function invite(
  db: Queryable,
  { accountId, role, email, hours, userId, createdBy }: NewInvitation,
): Promise<{ invitation: Invitation; secret: string }> {
  const secret = `ki_${newSecret()}`;
  const values = [
    newRowId(),
    sha256(secret),
    accountId,
    role,
    email ?? null,
    hours,
    userId ?? null,
    createdBy ?? null,
  ];
  const [row] = await db.query<InvitationRow>(insert, values);
  if (!row) throw new Error('No invitation was inserted');
  return { invitation: toInvitation(row), secret };
}

/** Undefined: there is none such, or it was used or is too old. In a transaction with `useInvitation`. */
export async function findInvitation(db: Queryable, secret: string): Promise<Invitation | undefined> {
  const [row] = await db.query<InvitationRow>(bySecret, [sha256(secret.trim())]);
  return row && toInvitation(row);
}

/** Those that are good; undefined: of all accounts. */
export async function listInvitations(db: Queryable, accountId: string | undefined): Promise<Invitation[]> {
  return (await db.query<InvitationRow>(open, [accountId ?? null])).map(toInvitation);
}

/** False: there is none such that is good. */
export async function revokeInvitation(
  db: Queryable,
  id: string,
  accountId: string | undefined,
): Promise<boolean> {
  return (await db.query(revoke, [id, accountId ?? null])).length === 1;
}

export async function useInvitation(db: Queryable, id: string, userId: string): Promise<void> {
  await db.query(use, [id, userId]);
}

function toInvitation(row: InvitationRow): Invitation {
  const { id, role } = row;
  return {
    id,
    role,
    accountId: row.account_id,
    email: row.email ?? undefined,
    expiresAt: row.expires_at,
    userId: row.user_id ?? undefined,
  };
}
