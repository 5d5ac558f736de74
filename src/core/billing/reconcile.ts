/**
 * Checks running totals, tasks, token counters and credit that expires against the ledger. Reports
 * differences and changes nothing.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { reconcileGrants } from './reconcile-grants.ts';

const totals = statement(
  'reconcile_totals',
  `select accounts.id, available_micros, held_micros, coalesce(books.available, 0)::bigint as available,
     coalesce(books.held, 0)::bigint as held
   from accounts
     left join (
       select account_id,
         sum(
           case
             when to_book = 'available' then amount_micros
             when from_book = 'available' then -amount_micros
             else 0
           end
         ) as available,
         sum(
           case
             when to_book = 'held' then amount_micros
             when from_book = 'held' then -amount_micros
             else 0
           end
         ) as held
       from ledger_entries
       group by account_id
     ) books on books.account_id = accounts.id
   where available_micros <> coalesce(books.available, 0) or held_micros <> coalesce(books.held, 0)`,
);

/**
 * A task has one hold of its amount, and one more each time it was opened again; none while it waits for its
 * modal. After its end, settle and release add up to the holds, and settle equals the charge.
 */
const tasks = statement(
  'reconcile_tasks',
  `select tasks.public_id, tasks.phase from tasks left join (
     select task_id,
       sum(amount_micros) filter (where kind = 'hold') as held,
       coalesce(sum(amount_micros) filter (where kind = 'settle'), 0) as settled,
       coalesce(sum(amount_micros) filter (where kind = 'release'), 0) as released,
       coalesce(sum(amount_micros) filter (where kind = 'refund'), 0) as refunded
     from ledger_entries where task_id is not null group by task_id
   ) entries on entries.task_id = tasks.id
   where coalesce(entries.held, 0) <> tasks.amount_micros * (1 + reopened)
     or case when finished_at is null then settled + released <> tasks.amount_micros * reopened
        else settled <> charged_micros or settled + released <> amount_micros * (1 + reopened) end
     or refunded > coalesce(charged_micros, 0)`,
);

/** The counters of a token match the holds and charges of its tasks. */
const tokens = statement(
  'reconcile_tokens',
  `select tokens.id
   from tokens
     left join (
       select token_id, sum(amount_micros) filter (where finished_at is null) as held,
         sum(charged_micros) as spent,
         count(*) filter (where finished_at is null and held_on is not null) as open
       from tasks
       group by token_id
     ) sums on sums.token_id = tokens.id
     left join lateral (
       select sum(coalesce(charged_micros, amount_micros)) filter (where held_on = tokens.day) as day,
         sum(coalesce(charged_micros, amount_micros)) as month
       from tasks
       where token_id = tokens.id and date_trunc('month', held_on) = date_trunc('month', tokens.day)
     ) periods on true
   where held_micros <> coalesce(held, 0)
     or spent_micros <> coalesce(spent, 0)
     or open_tasks <> coalesce(open, 0)
     or day_micros <> coalesce(periods.day, 0)
     or month_micros <> coalesce(periods.month, 0)`,
);

/** An open task has either one place in the queue or one run. Other tasks have neither. */
const places = statement(
  'reconcile_places',
  `select public_id from tasks
   where (phase = 'open')::int <> (select count(*) from task_queue where task_id = tasks.id)
     + (select count(*) from task_runs where task_id = tasks.id)
     and (phase = 'open' or id in (select task_id from task_queue union all select task_id from task_runs))`,
);

/** No number is missing or taken twice. */
const numbers = statement(
  'reconcile_receipt_numbers',
  `select kind, year from receipt_numbers numbers
   where last <> (
     select count(*) from receipts
     where receipts.kind = numbers.kind and split_part(number, '-', 2)::int = year
   )`,
);

/**
 * The receipts of a payment add up to the amount that was paid and did not go back, and the credit is in
 * proportion to it.
 */
const receipts = statement(
  'reconcile_receipts',
  `select payments.id
   from payments
     join (
       select payment_id, sum(case kind when 'receipt' then amount_micros else -amount_micros end) as kept
       from receipts
       group by payment_id
     ) documents on payment_id = payments.id
   where credited_micros - owed_micros <> div(credit_micros * kept, amount_micros)`,
);

/** One sentence for each difference. Empty if everything adds up. */
export async function reconcile(db: Queryable): Promise<string[]> {
  const wrongTotals = await db.query<{
    id: string;
    available_micros: bigint;
    held_micros: bigint;
    available: bigint;
    held: bigint;
  }>(totals);
  const wrongTasks = await db.query<{ public_id: string; phase: string }>(tasks);
  const misplacedTasks = await db.query<{ public_id: string }>(places);
  const gaps = await db.query<{ kind: string; year: number }>(numbers);
  const wrongReceipts = await db.query<{ id: string }>(receipts);
  const wrongTokens = await db.query<{ id: string }>(tokens);
  return [
    ...wrongTotals.map(
      row =>
        `Account ${row.id} has ${row.available_micros} available and ${row.held_micros} held, but its ledger entries sum to ${row.available} and ${row.held}.`,
    ),
    ...wrongTasks.map(
      row => `Task ${row.public_id} (${row.phase}): its ledger entries do not match its charge.`,
    ),
    ...misplacedTasks.map(
      row =>
        `Task ${row.public_id}: an open task needs one place in the queue or one run, any other task none.`,
    ),
    ...gaps.map(({ kind, year }) => `Numbers of the kind ${kind} are missing in ${year}.`),
    ...wrongReceipts.map(row => `Payment ${row.id}: its receipts do not match its credit.`),
    ...(await reconcileGrants(db)),
    ...wrongTokens.map(row => `Token ${row.id}: its limit counters do not match its tasks.`),
  ];
}
