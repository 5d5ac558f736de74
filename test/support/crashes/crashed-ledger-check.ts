/** The tasks and costs of a server in a separate process. Throws if its ledger does not balance. */
import assert from 'node:assert/strict';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import type { CrashingServer } from './crashing-server.ts';

export interface CrashedLedger {
  readonly ends: readonly {
    phase: string;
    error_code: string | null;
    charged_micros: bigint;
    cost_micros: bigint | null;
  }[];
  readonly spentMicros: number;
}

export function checkCrashedLedger(server: CrashingServer): Promise<CrashedLedger> {
  return server.withDatabase(async db => {
    assert.deepEqual(await reconcile(db), []);
    const { rows: ends } = await db.pool.query(
      'select phase, error_code, charged_micros, cost_micros from tasks order by id',
    );
    const { rows } = await db.pool.query(
      'select coalesce(sum(micros), 0)::int as spent from engine_spending',
    );
    return { ends, spentMicros: rows[0].spent };
  });
}
