/** When an engine takes tasks. */
import type { Hours } from './instances.ts';

/** Whether the time is in the daily span. A span whose end is before its beginning goes over midnight. */
export function isWithin({ from, to, timeZone }: Hours, timeMs: number): boolean {
  // Another node knew the time zone when it was entered.
  if (!isKnown(timeZone)) return true;
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    timeMs,
  );
  return from < to ? from <= time && time < to : from <= time || time < to;
}

function isKnown(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}
