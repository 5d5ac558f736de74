/** The statement of an account for a period: opening balance, movements by kind, closing balance. */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import type { Micros } from '@kinora/shared/money';
import type { EntryKind } from './ledger.ts';

export interface StatementLine {
  readonly kind: EntryKind;
  /** Entries without an amount, such as those of a free selection, are not counted. */
  readonly count: number;
  readonly amountMicros: Micros;
  /** The effect on the available balance. A charge has none, because its hold has already reduced the balance. */
  readonly changeMicros: Micros;
}

export interface MoneyStatement {
  /** The available balance at the beginning and at the end. */
  readonly openingMicros: Micros;
  readonly closingMicros: Micros;
  readonly lines: readonly StatementLine[];
}

/** $1 account, $2 from, $3 to. */
const movements = statement(
  'money_statement',
  `with moved as (
     select kind, created_at < $2 as is_before, amount_micros,
       case when to_book = 'available' then amount_micros when from_book = 'available' then -amount_micros else 0 end as change
     from ledger_entries where account_id = $1 and created_at < $3
   )
   select kind, is_before, count(*) filter (where amount_micros > 0)::int as entries, sum(amount_micros)::bigint as amount, sum(change)::bigint as change
   from moved group by kind, is_before order by kind`,
);

interface MovementRow {
  kind: EntryKind;
  is_before: boolean;
  entries: number;
  amount: bigint;
  change: bigint;
}

export async function moneyStatement(
  db: Queryable,
  { accountId, from, to }: { accountId: string; from: Date; to: Date },
): Promise<MoneyStatement> {
  const rows = await db.query<MovementRow>(movements, [accountId, from, to]);
  const sum = (some: readonly MovementRow[]) => some.reduce((total, { change }) => total + change, 0n);
  return {
    openingMicros: sum(rows.filter(row => row.is_before)),
    closingMicros: sum(rows),
    lines: rows
      .filter(row => !row.is_before)
      .map(row => ({
        kind: row.kind,
        count: row.entries,
        amountMicros: row.amount,
        changeMicros: row.change,
      })),
  };
}
