/** The balance of the first account, computed from the ledger entries and compared with the tasks. */
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { statement } from '../../../src/platform/db/statement.ts';
import type { Database } from '../../../src/platform/db/open.ts';

export interface LedgerCheck {
  readonly availableMicros: bigint;
  readonly heldMicros: bigint;
  readonly chargedMicros: bigint;
  readonly problems: readonly string[];
}

const balances = statement(
  'test_balances',
  `select available_micros, held_micros,
     (select coalesce(sum(amount_micros), 0)::bigint from ledger_entries where kind = 'settle') as charged_micros
   from accounts order by created_at limit 1`,
);

export async function checkLedger({ app }: { app: { db: Database } }): Promise<LedgerCheck> {
  const [row] = await app.db.query<{ available_micros: bigint; held_micros: bigint; charged_micros: bigint }>(
    balances,
  );
  return {
    availableMicros: row?.available_micros ?? 0n,
    heldMicros: row?.held_micros ?? 0n,
    chargedMicros: row?.charged_micros ?? 0n,
    problems: await reconcile(app.db),
  };
}
