/** Passkeys: the public keys of users. The private keys never leave the device. */
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst, readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { findUser, type User } from './users.ts';

export interface Passkey {
  /** The credential id, base64url. */
  readonly id: string;
  readonly name: string;
  /** A COSE key. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** The passkey's signature counter. 0 if the device does not count. */
  readonly counter: number;
  /** How a browser can reach it, such as `usb`, `internal` or `hybrid`. */
  readonly transports: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
}

const columns = 'id, name, public_key, counter::float8 as counter, transports, created_at, last_used_at';
const ofUser = statement(
  'list_passkeys',
  `select ${columns} from passkeys where user_id = $1 order by created_at, id`,
);
const byId = statement('passkey_by_id', `select user_id, ${columns} from passkeys where id = $1`);
const insert = statement(
  'insert_passkey',
  `insert into passkeys (id, user_id, name, public_key, counter, transports) values ($1, $2, $3, $4, $5, $6)
   on conflict do nothing returning ${columns}`,
);
/**
 * A counter that does not increase suggests a copied key. The condition also rejects two
 * simultaneous sign-ins with one counter.
 */
const use = statement(
  'use_passkey',
  `update passkeys set counter = $2, last_used_at = now()
   where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
);
const remove = statement(
  'remove_passkey',
  `delete from passkeys where id = $1 and user_id = $2 returning ${columns}`,
);

export async function listPasskeys(db: Queryable, userId: string): Promise<Passkey[]> {
  return (await readRows<Passkey>(db, ofUser, [userId])).map(toPasskey);
}

/** Finds a passkey of any user by its id. */
export async function findPasskey(
  db: Queryable,
  id: string,
): Promise<{ passkey: Passkey; user: User } | undefined> {
  const row = await readFirst<Passkey & { userId: string }>(db, byId, [id]);
  if (!row) return undefined;
  const { userId, ...passkey } = row;
  const user = await findUser(db, userId);
  return user && { passkey: toPasskey(passkey), user };
}

export type NewPasskey = Pick<Passkey, 'id' | 'name' | 'publicKey' | 'counter' | 'transports'>;

/** Adds a passkey. Returns undefined if a user already has it. */
export async function addPasskey(
  db: Queryable,
  userId: string,
  { id, name, publicKey, counter, transports }: NewPasskey,
): Promise<Passkey | undefined> {
  const values = [id, userId, name, Buffer.from(publicKey), counter, transports];
  const row = await readFirst<Passkey>(db, insert, values);
  return row && toPasskey(row);
}

/** Records a sign-in. Returns false if the counter did not increase. */
export async function recordPasskeyUse(db: Queryable, id: string, counter: number): Promise<boolean> {
  return (await db.query(use, [id, counter])).length === 1;
}

/** Removes a passkey and returns it. Returns undefined if the user has no such passkey. */
export async function removePasskey(db: Queryable, id: string, userId: string): Promise<Passkey | undefined> {
  const row = await readFirst<Passkey>(db, remove, [id, userId]);
  return row && toPasskey(row);
}

function toPasskey({ publicKey, ...passkey }: Passkey): Passkey {
  return { ...passkey, publicKey: Uint8Array.from(publicKey) };
}
