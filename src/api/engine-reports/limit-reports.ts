/** Limits how often providers may report about one start of a job. Each process counts separately. */
import { AppError } from '@kinora/shared/errors/errors';
import type { Clock } from '@kinora/shared/clock';
import { LRUCache } from 'lru-cache';

const maxPerSecond = 5;
const secondMs = 1_000;

/** Returns a function that counts a report. It throws AppError `reports_too_many`. */
export function limitReports(clock: Pick<Clock, 'now'>): (start: string) => void {
  const countsByStart = new LRUCache<string, { readonly second: number; count: number }>({ max: 10_000 });
  return start => {
    const second = Math.floor(clock.now() / secondMs);
    const lastCount = countsByStart.get(start);
    const current = lastCount?.second === second ? lastCount : { second, count: 0 };
    if (current.count >= maxPerSecond)
      throw new AppError('reports_too_many', { limit: maxPerSecond, retryAfter: 1 });
    current.count++;
    countsByStart.set(start, current);
  };
}
