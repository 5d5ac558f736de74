/** Retention times of files. */

const soonMs = 86_400_000;

/** Whether the time is in the future, but less than a day away. */
export function isWithinADay(time: string, now: number): boolean {
  const remainingMs = Date.parse(time) - now;
  return remainingMs > 0 && remainingMs < soonMs;
}

export interface Retention {
  readonly unit: 'hour' | 'day' | 'year';
  readonly count: number;
}

const hoursOfDay = 24;
const hoursOfYear = 365 * hoursOfDay;

/** In whole hours, or in days or years for longer times: 72 hours, 30 days, 10 years. */
export function toRetention(hours: number): Retention {
  if (hours % hoursOfYear === 0) return { unit: 'year', count: hours / hoursOfYear };
  if (hours > 96 && hours % hoursOfDay === 0) return { unit: 'day', count: hours / hoursOfDay };
  return { unit: 'hour', count: hours };
}

export function retentionBetween(from: string, to: string): Retention {
  return toRetention(hoursBetween(from, to));
}

export function hoursBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 3_600_000);
}
