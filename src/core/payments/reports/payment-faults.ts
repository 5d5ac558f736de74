/** Counts what goes wrong with payment providers, for the overview. */
import { toDay } from '../../../platform/db/calendar.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { readRows } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';

/**
 * `signature`: a report that is not genuine. `report`: a genuine one that was not stored. `checkout`: a
 * payment that could not be started.
 */
export type PaymentFaultKind = 'signature' | 'report' | 'checkout';

export interface PaymentFaults {
  readonly provider: string;
  readonly kind: PaymentFaultKind;
  readonly count: number;
  readonly lastAt: Date;
}

const insert = statement(
  'count_payment_fault',
  `with deleted_faults as (
     -- Faults of the last 90 days are kept.
     delete from payment_faults where last_at < now() - interval '90 days'
   )
   insert into payment_faults (provider, kind, day, count)
   values ($1, $2, ${toDay('now()')}, $3)
   on conflict (provider, kind, day)
   do update set count = payment_faults.count + excluded.count, last_at = now()`,
);
const recent = statement(
  'recent_payment_faults',
  `select provider, kind, sum(count)::int as count, max(last_at) as last_at from payment_faults
   where last_at > now() - interval '24 hours' group by provider, kind order by provider, kind`,
);

/** What happened today and yesterday, if any of it happened in the last 24 hours. */
export async function recentPaymentFaults(db: Queryable): Promise<PaymentFaults[]> {
  return readRows(db, recent);
}

export type CountPaymentFault = (provider: string, kind: PaymentFaultKind) => Promise<void>;

/**
 * Anybody can send forged reports: those that arrive during a write share the next one, so that they
 * cost one connection at most.
 */
export function openFaultCounter(db: Queryable): CountPaymentFault {
  const counts = new Map<string, { provider: string; kind: PaymentFaultKind; count: number }>();
  let writing: Promise<void> | undefined;
  const writeAll = async () => {
    for (const [key, { provider, kind, count }] of counts) {
      counts.delete(key);
      await db.query(insert, [provider, kind, count]);
    }
  };
  return (provider, kind) => {
    const key = `${provider} ${kind}`;
    const count = (counts.get(key)?.count ?? 0) + 1;
    counts.set(key, { provider, kind, count });
    writing ??= writeAll().finally(() => (writing = undefined));
    return writing;
  };
}
