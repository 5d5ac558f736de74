/** How often connections wait for locks, from samples of what the database shows. */
import { systemClock } from '@kinora/shared/clock';
import type { Database } from '../src/platform/db/open.ts';

/** Sums over samples: connections at work, and those of them that waited for a lock. */
export interface Waits {
  active: number;
  lock: number;
}

const everyMs = 20;

/** Adds to `waits` until the signal aborts. */
export async function sampleWaits(db: Database, waits: Waits, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await db.pool.query(
      `select count(*)::int as active, (count(*) filter (where wait_event_type = 'Lock'))::int as lock
       from pg_stat_activity where state = 'active' and datname = current_database() and pid <> pg_backend_pid()`,
    );
    waits.active += rows[0].active;
    waits.lock += rows[0].lock;
    await systemClock.sleep(everyMs, signal);
  }
}
