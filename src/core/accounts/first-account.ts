/** The account that the first start creates, with its opening balance, in one statement. */
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import type { Database } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { Micros } from '@kinora/shared/money';

const openFirst = statement(
  'open_first_account',
  `with new_account as (
     -- The account, if there is none yet.
     insert into accounts (id, name, available_micros)
     select $1::uuid, 'First account', $2::bigint
     where not exists (select from accounts)
     returning id
   ), opening_entry as (
     -- Its starting credit, in the ledger.
     insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, available_micros)
     select id, 'opening', 'funding', 'available', $2::bigint, $2::bigint
     from new_account
   )
   select id from new_account`,
);
const firstAccount = statement('first_account', 'select id from accounts order by created_at, id limit 1');

export interface FirstAccount {
  readonly id: string;
  /** True if this call created the account, that is, at the first start. */
  readonly isNew: boolean;
}

const lockOpening = statement('lock_opening', `select pg_advisory_xact_lock(${advisoryLocks.opening})`);

/**
 * Creates the first account if there is none. Several processes may call it at the same time: one of them
 * creates it.
 */
export function ensureFirstAccount(db: Database, openingBalanceMicros: Micros): Promise<FirstAccount> {
  return db.transaction(async tx => {
    await tx.query(lockOpening);
    const [newAccount] = await tx.query<{ id: string }>(openFirst, [newRowId(), openingBalanceMicros]);
    if (newAccount) return { id: newAccount.id, isNew: true };
    const [account] = await tx.query<{ id: string }>(firstAccount);
    if (!account) throw new InvariantError('There is no account');
    return { id: account.id, isNew: false };
  });
}
