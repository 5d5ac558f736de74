/** Who a provider's user is here. An identity is its issuer and subject: e-mails change hands, these do not. */
import type { Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import { toUser, userColumns, type User, type UserRow } from './users.ts';

export interface Identity {
  readonly issuer: string;
  /** The provider's own name for the user, for good. */
  readonly subject: string;
}

const byIdentity = statement(
  'user_by_identity',
  `select ${userColumns} from identities join users on users.id = user_id where issuer = $1 and subject = $2`,
);
const insert = statement(
  'insert_identity',
  `insert into identities (issuer, subject, user_id) values ($1, $2, $3) on conflict do nothing returning user_id`,
);

export async function findUserByIdentity(
  db: Queryable,
  { issuer, subject }: Identity,
): Promise<User | undefined> {
  const [row] = await db.query<UserRow>(byIdentity, [issuer, subject]);
  return row && toUser(row);
}

/** False: it is linked already, to this user or to another. */
export async function linkIdentity(
  db: Queryable,
  { issuer, subject }: Identity,
  userId: string,
): Promise<boolean> {
  return (await db.query(insert, [issuer, subject, userId])).length === 1;
}
