/**
 * Identities at OpenID Connect providers, linked to users. An identity is issuer and subject, because an
 * email address can be reassigned.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { userColumns, type User } from './users.ts';

export interface Identity {
  readonly issuer: string;
  /** The provider's permanent identifier of the person. */
  readonly subject: string;
}

const byIdentity = statement(
  'user_by_identity',
  `select ${userColumns} from identities join users on users.id = user_id where issuer = $1 and subject = $2`,
);
const insert = statement(
  'insert_identity',
  `insert into identities (issuer, subject, user_id)
   values ($1, $2, $3)
   on conflict do nothing
   returning user_id`,
);

export async function findUserByIdentity(
  db: Queryable,
  { issuer, subject }: Identity,
): Promise<User | undefined> {
  return readFirst(db, byIdentity, [issuer, subject]);
}

/** Links an identity to a user. Returns false if it is already linked, to this user or another one. */
export async function linkIdentity(
  db: Queryable,
  { issuer, subject }: Identity,
  userId: string,
): Promise<boolean> {
  return (await db.query(insert, [issuer, subject, userId])).length === 1;
}
