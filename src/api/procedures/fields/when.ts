/**
 * Times in requests: `2027-01-31T12:00:00Z`, a day `2027-01-31`, or a duration from now: `90d`, `12h`, `30m`.
 */
import { z } from 'zod';
import { calendarNow } from '@kinora/shared/clock';
import { reasonCode } from '@kinora/shared/errors/reason-code';
import { dayBegins } from '../../../platform/db/calendar.ts';
import type { Queryable } from '../../../platform/db/open.ts';

/**
 * The days that were named without a time. When they begin depends on the time zone of the server, which only
 * the database can tell: until `withDays` has asked it, their dates are in UTC.
 */
const days = new WeakMap<Date, string>();

/** How long after its date in UTC a day may still begin, because it begins later in western time zones. */
const westernmostMs = 12 * 3_600_000;

export const when = z.string().transform((text, context): Date => {
  const time = parseTime(text.trim());
  if (time) return time;
  const message = reasonCode('when');
  context.issues.push({ code: 'custom', input: text, message });
  return z.NEVER;
});
/** A time in the future. */
export const futureTime = when.refine(
  time => time.getTime() + (days.has(time) ? westernmostMs : 0) > calendarNow(),
  reasonCode('later'),
);

/** Parsed input whose days begin in the time zone of the server. */
export async function withDays<Input extends object>(db: Queryable, input: Input): Promise<Input> {
  const entries = Object.entries(input).map(async ([name, value]) => {
    const day = value instanceof Date ? days.get(value) : undefined;
    return [name, day === undefined ? value : await dayBegins(db, day)] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Input;
}

const unitSeconds: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 };
const maxAheadMs = 100 * 366 * 86_400_000;

function parseTime(text: string): Date | undefined {
  const [, number, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const [day, rest] = splitDay(text);
  if (number === undefined && day === undefined) return undefined;
  const aheadMs = Number(number) * (unitSeconds[unit ?? ''] ?? 0) * 1000;
  const time = number === undefined ? new Date(text) : new Date(calendarNow() + aheadMs);
  const isTime = Number.isFinite(time.getTime()) && time.getTime() < calendarNow() + maxAheadMs;
  if (!isTime || (day !== undefined && !isDay(day))) return undefined;
  if (day !== undefined && rest === '') days.set(time, day);
  return time;
}

/** The day at the start of a text, and what follows it. */
function splitDay(text: string): readonly [day?: string, rest?: string] {
  const [, day, rest] = /^(\d{4}-\d\d-\d\d)(.*)$/s.exec(text) ?? [];
  return [day, rest];
}

/** Whether the day exists: JavaScript would turn 30 February into a day in March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isFinite(day.getTime()) && day.toISOString().startsWith(text);
}
