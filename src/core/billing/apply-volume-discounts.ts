/**
 * Brings the discounts of accounts up to date with what they have spent this month, in short transactions.
 * Only accounts that were charged since the last time are looked at. All of them are when a month begins, so
 * that the discounts of the last one end, and when the discounts of all accounts change. Several processes
 * may do so at the same time: each step is of one of them, and one that is killed is done again.
 */
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import { thisMonth } from '../../platform/db/calendar.ts';
import type { Database, Queryable } from '../../platform/db/open.ts';
import { readFirst } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';

const accountsAtOnce = 1000;
const chargesAtOnce = 5000;

/**
 * The transactions that may have written to the ledger and have not ended. Tables of other databases may have
 * the same number.
 */
const writers = `select virtualtransaction from pg_locks
   where locktype = 'relation'
     and relation = 'ledger_entries'::regclass
     and database = (select oid from pg_database where datname = current_database())
     and mode = 'RowExclusiveLock'
     and pid <> pg_backend_pid()`;
const lock = statement(
  'lock_volume_progress',
  `select month <> ${thisMonth} as is_new_month, all_after, done_entry, seen_entry,
     not exists (${writers} and virtualtransaction = any(seen_writers)) as is_complete
   from volume_progress where id for update`,
);
const beginMonth = statement('begin_volume_month', `update volume_progress set month = ${thisMonth}`);
const beginAll = statement(
  'begin_all_volume_discounts',
  `update volume_progress set all_after = '00000000-0000-0000-0000-000000000000'`,
);
const nextAccounts = statement(
  'next_volume_accounts',
  'select id from accounts where id > $1 order by id limit $2',
);
const saveAll = statement('save_all_volume_discounts', 'update volume_progress set all_after = $1');
/** Finds the next charges. It finds none if there are no discounts: then no account has a factor. */
const nextCharges = statement(
  'next_volume_charges',
  `select id, account_id from ledger_entries
   where id > $1 and id <= $2 and kind = 'settle' and exists (select from volume_discounts)
   order by id limit $3`,
);
const saveDone = statement('save_volume_charges', 'update volume_progress set done_entry = $1');
/** An entry with a lower number may be committed later, by a transaction that had begun before. */
const see = statement(
  'see_volume_charges',
  `update volume_progress set seen_entry = (select coalesce(max(id), 0) from ledger_entries),
     seen_writers = array(${writers})`,
);
/** Accounts are locked in the order of their ids, as everywhere. */
const apply = statement(
  'apply_volume_discounts',
  `with spending as materialized (
     -- What the accounts have spent this month, without what is held.
     select account_id as id, sum(greatest(month_micros - held_micros, 0))::bigint as micros
     from tokens where account_id = any($1::uuid[]) and day >= ${thisMonth}
     group by account_id
   ), factors as materialized (
     -- The factor that follows from the spending and from the discounts of the account, or of all.
     select accounts.id,
       1000000
       - coalesce(
         (
           select percent_micros / 100 from volume_discounts
           where from_micros <= coalesce(spending.micros, 0)
             and account_id is not distinct from (
               select accounts.id
               where exists (select from volume_discounts own where own.account_id = accounts.id)
             )
           order by from_micros desc limit 1
         ), 0
       ) as factor
     from unnest($1::uuid[]) as accounts (id) left join spending using (id)
   ), locked_accounts as materialized (
     -- The accounts whose factor changes, locked in the order of their ids.
     select accounts.id, factor from accounts join factors using (id)
     where volume_factor_micros <> factor
     order by accounts.id for no key update of accounts
   )
   update accounts set volume_factor_micros = factor
   from locked_accounts locked where accounts.id = locked.id
   returning accounts.id, pg_notify('kinora_token', '')`,
);

interface Progress {
  readonly isNewMonth: boolean;
  readonly allAfter: string | undefined;
  readonly doneEntry: bigint;
  readonly seenEntry: bigint;
  readonly isComplete: boolean;
}

/**
 * Brings the discounts of all accounts up to date, on every node immediately. A charge of the last moments
 * may count with the next call, as long as others are being written. One that is aborted leaves the rest to
 * the next call.
 */
export async function applyVolumeDiscounts(db: Database, signal?: AbortSignal): Promise<void> {
  const step = async () => !signal?.aborted && (await db.transaction(applyNext, { isIndexed: true }));
  while (await step());
  await db.query(see);
  while (await step());
}

/** Lets the next call of `applyVolumeDiscounts` look at all accounts. */
export async function applyToAll(tx: Queryable): Promise<void> {
  await tx.query(beginAll);
}

/** Brings the discounts of these accounts up to date. */
export async function applyToAccounts(tx: Queryable, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length > 0 && (await tx.query(apply, [accountIds])).length > 0) tx.hint('tokens');
}

/** Returns false if there is nothing to do. */
async function applyNext(tx: Queryable): Promise<boolean> {
  const progress = await readFirst<Progress>(tx, lock);
  if (!progress) throw new InvariantError('The progress of volume discounts has no row');
  const { isNewMonth, allAfter, doneEntry, seenEntry, isComplete } = progress;
  if (isNewMonth) {
    await tx.query(beginMonth);
    await applyToAll(tx);
    return true;
  }
  if (allAfter !== undefined) return applyToNextAccounts(tx, allAfter);
  if (doneEntry >= seenEntry || !isComplete) return false;
  return applyToCharged(tx, doneEntry, seenEntry);
}

async function applyToNextAccounts(tx: Queryable, after: string): Promise<true> {
  const accounts = await tx.query<{ id: string }>(nextAccounts, [after, accountsAtOnce]);
  const ids = accounts.map(({ id }) => id);
  await applyToAccounts(tx, ids);
  await tx.query(saveAll, [ids.length < accountsAtOnce ? null : ids.at(-1)]);
  return true;
}

async function applyToCharged(tx: Queryable, after: bigint, until: bigint): Promise<true> {
  const values = [after, until, chargesAtOnce];
  const charges = await tx.query<{ id: bigint; account_id: string }>(nextCharges, values);
  await applyToAccounts(tx, [...new Set(charges.map(({ account_id: id }) => id))]);
  await tx.query(saveDone, [charges.length < chargesAtOnce ? until : charges.at(-1)?.id]);
  return true;
}
