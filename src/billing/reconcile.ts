/** Proves the running totals and the tasks against the ledger. Finds and says; changes nothing. */
import type { Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';

const totals = statement(
  'reconcile_totals',
  `select accounts.id, available_micros, held_micros, coalesce(books.available, 0)::bigint as available, coalesce(books.held, 0)::bigint as held
   from accounts left join (
     select account_id,
       sum(case when to_book = 'available' then amount_micros when from_book = 'available' then -amount_micros else 0 end) as available,
       sum(case when to_book = 'held' then amount_micros when from_book = 'held' then -amount_micros else 0 end) as held
     from ledger_entries group by account_id
   ) books on books.account_id = accounts.id
   where available_micros <> coalesce(books.available, 0) or held_micros <> coalesce(books.held, 0)`,
);

/** One hold per task of its amount, none while it waits for its modal; after the end settle and release make up the hold, and settle is what was charged. */
const tasks = statement(
  'reconcile_tasks',
  `select tasks.public_id, tasks.phase from tasks left join (
     select task_id,
       sum(amount_micros) filter (where kind = 'hold') as held,
       coalesce(sum(amount_micros) filter (where kind = 'settle'), 0) as settled,
       coalesce(sum(amount_micros) filter (where kind = 'release'), 0) as released
     from ledger_entries where task_id is not null group by task_id
   ) entries on entries.task_id = tasks.id
   where coalesce(entries.held, 0) <> tasks.amount_micros
     or case when finished_at is null then settled + released <> 0
        else settled <> charged_micros or settled + released <> amount_micros end`,
);

/** One sentence per thing that does not add up; none when all does. */
export async function reconcile(db: Queryable): Promise<string[]> {
  const wrongTotals = await db.query<{
    id: string;
    available_micros: bigint;
    held_micros: bigint;
    available: bigint;
    held: bigint;
  }>(totals);
  const wrongTasks = await db.query<{ public_id: string; phase: string }>(tasks);
  return [
    ...wrongTotals.map(
      row =>
        `Account ${row.id} has ${row.available_micros} available and ${row.held_micros} held; its entries say ${row.available} and ${row.held}.`,
    ),
    ...wrongTasks.map(
      row => `Task ${row.public_id} (${row.phase}): its entries do not add up to its charge.`,
    ),
  ];
}
