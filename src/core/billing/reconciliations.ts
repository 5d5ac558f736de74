/**
 * Reconciles the ledger periodically and stores the result, because it takes too long to do for every view.
 */
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import type { Database, Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { reconcile } from './reconcile.ts';

const everyHours = 6;

const lock = statement(
  'lock_reconciliation',
  `select pg_try_advisory_xact_lock(${advisoryLocks.reconciliation}) as locked`,
);
const selectLastReconciliation = statement(
  'last_reconciliation',
  `select at, problems, says as "firstProblem", at > now() - interval '${everyHours} hours' as fresh
   from reconciliations
   order by id desc limit 1`,
);
const insert = statement(
  'insert_reconciliation',
  `with deleted_reconciliations as (
     -- Results of the last 30 days are kept.
     delete from reconciliations where at < now() - interval '30 days'
   )
   insert into reconciliations (problems, says) values ($1, $2)`,
);

export interface Reconciliation {
  readonly at: Date;
  readonly problems: number;
  /** The first difference. Null if there is none. */
  readonly firstProblem: string | null;
}

/** The last result. Undefined if there is none yet. */
export async function lastReconciliation(db: Queryable): Promise<Reconciliation | undefined> {
  return (await db.query<Reconciliation>(selectLastReconciliation))[0];
}

/** Reconciles if the last result is older than six hours. Only one worker does it at a time. */
export async function reconcileWhenDue(db: Database): Promise<void> {
  await db.transaction(async tx => {
    const [lockRow] = await tx.query<{ locked: boolean }>(lock);
    const [before] = await tx.query<{ fresh: boolean }>(selectLastReconciliation);
    if (!lockRow?.locked || before?.fresh) return;
    const problems = await reconcile(tx);
    await tx.query(insert, [problems.length, problems[0] ?? null]);
  });
}
