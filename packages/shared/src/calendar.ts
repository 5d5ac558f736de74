/**
 * Days in a time zone, as texts: `2026-11-21`. What decides about money is counted in the database
 * (src/platform/db/calendar.ts).
 */

/** The formats that were made, by zone, because making one is slow. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The day at a time, in an IANA time zone. */
export function dayIn(timeZone: string, timeMs: number): string {
  const parts = Object.fromEntries(
    dateFormat(timeZone)
      .formatToParts(timeMs)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts['year']}-${parts['month']}-${parts['day']}`;
}

/**
 * Whether this machine knows the time zone. Offsets such as `+02:00` are none: the database reads
 * them in the other direction.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    dateFormat(name);
    return true;
  } catch {
    return false;
  }
}

function dateFormat(timeZone: string): Intl.DateTimeFormat {
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'iso8601', ...digits });
  formats.set(timeZone, format);
  return format;
}
