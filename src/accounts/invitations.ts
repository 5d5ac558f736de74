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
}

interface InvitationRow {
  id: string;
  account_id: string;
  role: Role;
  email: string | null;
  expires_at: Date;
}

const columns = 'id, account_id, role, email, expires_at';
const insert = statement(
  'insert_invitation',
  `insert into invitations (id, secret_hash, account_id, role, email, expires_at)
   values ($1, $2, $3, $4, lower($5), now() + $6 * interval '1 hour') returning ${columns}`,
);
/** Locked, so that it makes one user. */
const bySecret = statement(
  'invitation_by_secret',
  `select ${columns} from invitations where secret_hash = $1 and used_at is null and expires_at > now() for update`,
);
const use = statement('use_invitation', 'update invitations set used_at = now(), used_by = $2 where id = $1');

export interface NewInvitation {
  readonly accountId: string;
  readonly role: Role;
  readonly email: string | undefined;
  readonly hours: number;
}

export async function invite(
  db: Queryable,
  { accountId, role, email, hours }: NewInvitation,
): Promise<{ invitation: Invitation; secret: string }> {
  const secret = `ki_${newSecret()}`;
  const values = [newRowId(), sha256(secret), accountId, role, email ?? null, hours];
  const [row] = await db.query<InvitationRow>(insert, values);
  if (!row) throw new Error('No invitation was inserted');
  return { invitation: toInvitation(row), secret };
}

/** Undefined: there is none such, or it was used or is too old. In a transaction with `useInvitation`. */
export async function findInvitation(db: Queryable, secret: string): Promise<Invitation | undefined> {
  const [row] = await db.query<InvitationRow>(bySecret, [sha256(secret.trim())]);
  return row && toInvitation(row);
}

export async function useInvitation(db: Queryable, id: string, userId: string): Promise<void> {
  await db.query(use, [id, userId]);
}

function toInvitation(row: InvitationRow): Invitation {
  const { id, role } = row;
  return { id, role, accountId: row.account_id, email: row.email ?? undefined, expiresAt: row.expires_at };
}
