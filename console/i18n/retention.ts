/** Retention times of files. */

const soonMs = 86_400_000;

/** Within a day from now, and not yet expired. */
export function isSoon(time: string, now: number): boolean {
  const left = Date.parse(time) - now;
  return left > 0 && left < soonMs;
}

/** In whole hours, or in days for longer times: 72 hours, 30 days. */
export function retentionBetween(
  from: string,
  to: string,
): { readonly unit: 'hour' | 'day'; readonly count: number } {
  const hours = Math.round((Date.parse(to) - Date.parse(from)) / 3_600_000);
  return hours > 96 && hours % 24 === 0 ? { unit: 'day', count: hours / 24 } : { unit: 'hour', count: hours };
}
