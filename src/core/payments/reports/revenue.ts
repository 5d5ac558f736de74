/** What came in and went back by day and currency, and what was earned with it. */
import { dayText } from '../../../platform/db/calendar.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { readRows } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { Micros } from '@kinora/shared/money';

export interface RevenueLine {
  readonly day: string;
  readonly currency: string;
  readonly payments: number;
  readonly paidMicros: Micros;
  /** Refunded or disputed, less what came again after a dispute. */
  readonly returnedMicros: Micros;
  readonly taxMicros: Micros;
  /** Charges of tasks less refunds of them. Counted in the currency of the server only. */
  readonly chargedMicros: Micros;
  readonly newAccounts: number;
}

/** $1 from, $2 to, $3 currency of the server. */
const byDay = statement(
  'revenue_by_day',
  `with movements as (
     -- Receipts and corrections, by day and currency.
     select ${dayText('issued_at')} as day, currency, (corrects is null)::int as payments,
       case when corrects is null then amount_micros else 0 end as paid,
       case
         when corrects is null then 0
         when kind = 'credit_note' then amount_micros
         else -amount_micros
       end as returned,
       case kind when 'receipt' then tax_micros else -tax_micros end as tax, 0::bigint as charged,
       0 as accounts
     from receipts where issued_at >= $1 and issued_at < $2
     union all
     select ${dayText('created_at')}, $3, 0, 0, 0, 0,
       case kind when 'settle' then amount_micros else -amount_micros end, 0
     from ledger_entries
     where kind in ('settle', 'refund') and created_at >= $1 and created_at < $2
     union all
     select ${dayText('created_at')}, $3, 0, 0, 0, 0, 0, 1 from accounts
     where created_at >= $1 and created_at < $2
   )
   select day, currency, sum(payments)::int as payments, sum(paid)::bigint as paid_micros,
     sum(returned)::bigint as returned_micros, sum(tax)::bigint as tax_micros,
     sum(charged)::bigint as charged_micros, sum(accounts)::int as new_accounts
   from movements
   group by day, currency
   order by day, currency`,
);

/** Days on which something happened, oldest first. */
export async function readRevenue(
  db: Queryable,
  { from, to, currency }: { readonly from: Date; readonly to: Date; readonly currency: string },
): Promise<RevenueLine[]> {
  return readRows(db, byDay, [from, to, currency]);
}
