/** A span of time that repeats every day, such as the hours in which an engine takes tasks. */
import { memoizeByKey } from './memoize-by-key.ts';

/** Hours of a day. If they begin later than they end, they go over midnight. */
export interface Hours {
  /** Hours and minutes, such as `22:00`. */
  readonly from: string;
  readonly to: string;
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
}

/** Whether the time is in the daily span. A span whose end is before its beginning goes over midnight. */
export function isWithin({ from, to, timeZone }: Hours, timeMs: number): boolean {
  const time = findClock(timeZone)?.format(timeMs);
  // This node does not know the time zone. Another one did when it was entered.
  if (time === undefined) return true;
  return from < to ? from <= time && time < to : from <= time || time < to;
}

const minuteMs = 60_000;
/** How many minutes are tried: one day, and two hours more for a change of the clocks. */
const minutesTried = 26 * 60;

/**
 * Returns when the span begins again, or undefined if it is under way. Minute by minute, so that changes of
 * the clocks are right.
 */
export function nextOpening(hours: Hours, timeMs: number): Date | undefined {
  if (isWithin(hours, timeMs)) return undefined;
  const firstMs = Math.ceil(timeMs / minuteMs) * minuteMs;
  for (let minute = 0; minute < minutesTried; minute++) {
    const candidateMs = firstMs + minute * minuteMs;
    if (isWithin(hours, candidateMs)) return new Date(candidateMs);
  }
  return undefined;
}

/** The formats are cached, because they are slow to create and are needed all the time. */
const findClock = memoizeByKey((timeZone: string) => {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  } catch {
    return undefined;
  }
});
