/** Guesses how far jobs are, because the server does not say it: from the time that earlier jobs took. */
import type { Clock } from '@kinora/shared/clock';

export interface ProgressGuess {
  /** 0 … 1, rising. The first call for a job counts as its beginning. */
  guess(id: string): number;
  /** The job has ended. Only completed ones say how long jobs take. */
  end(id: string, isCompleted: boolean): void;
}

const firstGuessMs = 30_000;
/**
 * The most jobs that are remembered, more than a server works on or has in its queue. Older entries belong to
 * jobs that are no longer asked for.
 */
const maxJobs = 500;

export function guessProgress(clock: Clock): ProgressGuess {
  const began = new Map<string, { readonly fromMs: number; readonly typicalMs: number }>();
  let typicalMs = firstGuessMs;
  return {
    guess(id) {
      const job = began.get(id) ?? { fromMs: clock.now(), typicalMs };
      began.set(id, job);
      for (const oldest of began.keys()) if (began.size > maxJobs) began.delete(oldest);
      const elapsedMs = clock.now() - job.fromMs;
      return Math.min(0.99, elapsedMs / (elapsedMs + job.typicalMs / 3));
    },
    end(id, isCompleted) {
      const job = began.get(id);
      if (job && isCompleted) typicalMs = Math.max(1, (typicalMs + clock.now() - job.fromMs) / 2);
      began.delete(id);
    },
  };
}
