/**
 * Days and months of caps, budgets, usage and statements. They begin at midnight in the time zone that
 * KINORA_TIME_ZONE names, so that they have 23 or 25 hours when clocks change. The database has the zone, and
 * with it the rule: its function `day_zone` names it, and `day_begins` is the first moment of a day. What is
 * here are expressions for statements. Where only days of a zone are shown, it is `dayIn` of packages/shared.
 */
import { StartError } from '../errors/start-error.ts';
import type { Queryable } from './open.ts';
import { statement } from './statement.ts';

/** A time of the database as the clocks of the zone show it. The zone is read once for each statement. */
function localTime(time: string): string {
  return `(${time} at time zone (select day_zone()))`;
}

/** The day of a time, as a date. */
export function toDay(time: string): string {
  return `${localTime(time)}::date`;
}

/** The day of a time as a text: `2026-11-21`. */
export function dayText(time: string): string {
  return `to_char(${localTime(time)}, 'YYYY-MM-DD')`;
}

export const today = toDay('now()');
/** The first day of the month. */
export const thisMonth = `date_trunc('month', ${localTime('now()')})::date`;
/** The first moments of today, tomorrow and the next month. */
export const todayBegins = `(select day_begins(${today}))`;
export const tomorrowBegins = `(select day_begins(${today} + 1))`;
export const nextMonthBegins = `(select day_begins((${thisMonth} + interval '1 month')::date))`;

const current = statement('time_zone', 'select day_zone() as zone');
const beginning = statement('day_begins', 'select day_begins($1::date) as time');
/** Names are compared without case, as everywhere else. */
const selectTimeZone = statement(
  'known_time_zone',
  'select name from pg_timezone_names where lower(name) = lower($1) order by name limit 1',
);
const change = statement('change_time_zone', 'update calendar set time_zone = $1');

export async function readTimeZone(db: Queryable): Promise<string> {
  const [row] = await db.query<{ zone: string }>(current);
  return row?.zone ?? 'UTC';
}

/** The first moment of a day such as `2026-11-21`. */
export async function dayBegins(db: Queryable, day: string): Promise<Date> {
  const [row] = await db.query<{ time: Date }>(beginning, [day]);
  return row?.time ?? new Date(day);
}

/**
 * Sets the zone at the start of a server. Returns the zone before, if it was another one. Throws StartError
 * if the database does not know the zone.
 */
export async function useTimeZone(db: Queryable, name: string): Promise<string | undefined> {
  const before = await readTimeZone(db);
  if (before.toLowerCase() === name.toLowerCase()) return undefined;
  const [zone] = await db.query<{ name: string }>(selectTimeZone, [name]);
  if (!zone)
    throw new StartError(
      `KINORA_TIME_ZONE is "${name}", which PostgreSQL does not know. Use another name of the zone, such as Europe/Berlin, or update the time zones of the database server.`,
    );
  await db.query(change, [zone.name]);
  return before;
}
