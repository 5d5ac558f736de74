/**
 * Limits the share of the time that a repeated query takes, for queries that are fast but can become slow.
 */
import type { Clock } from '@kinora/shared/clock';

export interface Pace {
  /** Milliseconds until the next run is due; 0: now. */
  readonly waitMs: number;
  /** Runs it and sets when it is due again. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Makes the next run due now. */
  reset(): void;
}

/** The share of the time that runs may take. */
const share = 0.02;

/** At least `minMs` between two runs, more if they are slow, but never more than `maxMs`. */
export function openPace(
  clock: Pick<Clock, 'now'>,
  { minMs, maxMs }: { minMs: number; maxMs: number },
): Pace {
  let dueMs = 0;
  return {
    get waitMs() {
      return Math.max(0, dueMs - clock.now());
    },
    run: async work => {
      const startedMs = clock.now();
      try {
        return await work();
      } finally {
        const tookMs = clock.now() - startedMs;
        dueMs = clock.now() + Math.min(maxMs, Math.max(minMs, tookMs / share));
      }
    },
    reset: () => {
      dueMs = 0;
    },
  };
}
