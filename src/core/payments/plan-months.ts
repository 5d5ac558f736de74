/** The periods of a plan: months from the moment it began, as payment providers count them. */

/**
 * The moment some months later, at the same time of day in UTC. If that month has no such day, it is its
 * last one; the months after it have their day again, because each is counted from the first.
 */
export function monthsAfter(start: Date, months: number): Date {
  const [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth() + months, start.getUTCDate()];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const sinceMidnight = start.getTime() - Date.UTC(year, start.getUTCMonth(), day);
  return new Date(Date.UTC(year, month, Math.min(day, lastDay)) + sinceMidnight);
}

/**
 * The number of the period that a moment belongs to, from 1. A moment at which a period
 * ends belongs to the next one.
 */
export function periodAt(anchor: Date, now: Date): number {
  const months =
    (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth();
  return months + (monthsAfter(anchor, months) > now ? 0 : 1);
}
