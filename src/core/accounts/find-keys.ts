/** Finds the tokens that have keys, or had them before the last rotation. */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { sha256 } from '../../platform/lib/id.ts';

export interface KeyOwner {
  readonly accountId: string;
  readonly group: string;
}

const owners = statement(
  'owners_of_keys',
  `select encode(hash, 'hex') as hash, account_id, group_name
   from tokens, unnest(array[key_hash, previous_hash]) as hash where hash = any($1::bytea[])`,
);

/** Returns the owners by key. Keys that no token has are absent. */
export async function findKeyOwners(
  db: Queryable,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KeyOwner>> {
  const keyOf = new Map(keys.map(key => [sha256(key).toString('hex'), key]));
  const hashes = [...keyOf.keys()].map(hash => Buffer.from(hash, 'hex'));
  const rows = await db.query<{ hash: string; account_id: string; group_name: string }>(owners, [hashes]);
  return new Map(
    rows.map(row => [keyOf.get(row.hash) ?? '', { accountId: row.account_id, group: row.group_name }]),
  );
}
