/** The statement of an account for a period: opening balance, movements by kind, closing balance. */
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import { dayBegins } from '../../platform/db/calendar.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import type { Micros } from '@kinora/shared/money';
import { without } from '../../platform/lib/without.ts';
import type { EntryKind } from './ledger.ts';

export interface StatementLine {
  readonly kind: EntryKind;
  /** Entries without an amount, such as those of a free selection, are not counted. */
  readonly count: number;
  readonly amountMicros: Micros;
  /**
   * The effect on the available balance. A charge has none, because its hold has already reduced the balance.
   */
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
  `with entries as (
     -- The entries of the account until the end of the month, each with what it changed.
     select kind, created_at < $2 as is_before, amount_micros,
       case
         when to_book = 'available' then amount_micros
         when from_book = 'available' then -amount_micros
         else 0
       end as change
     from ledger_entries where account_id = $1 and created_at < $3
   )
   select kind, is_before, count(*) filter (where amount_micros > 0)::int as count,
     sum(amount_micros)::bigint as amount_micros, sum(change)::bigint as change_micros
   from entries
   group by kind, is_before
   order by kind`,
);

interface Movement extends StatementLine {
  readonly isBefore: boolean;
}

export async function moneyStatement(
  db: Queryable,
  { accountId, from, to }: { accountId: string; from: Date; to: Date },
): Promise<MoneyStatement> {
  const allMovements = await readRows<Movement>(db, movements, [accountId, from, to]);
  const sum = (movements: readonly Movement[]) =>
    movements.reduce((total, { changeMicros }) => total + changeMicros, 0n);
  return {
    openingMicros: sum(allMovements.filter(({ isBefore }) => isBefore)),
    closingMicros: sum(allMovements),
    lines: allMovements.filter(({ isBefore }) => !isBefore).map(line => without(line, ['isBefore'])),
  };
}

/** The first moments of a month and of the next one. */
export async function monthSpan(
  db: Queryable,
  month: string,
): Promise<{ readonly from: Date; readonly to: Date }> {
  const days = [`${month}-01`, `${monthAfter(month)}-01`] as const;
  const [from, to] = await Promise.all(days.map(day => dayBegins(db, day)));
  if (!from || !to) throw new InvariantError('A month has a beginning and an end');
  return { from, to };
}

/** `2027-01` after `2026-12`. */
function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
