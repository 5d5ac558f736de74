/** Days as strings: 2026-11-21. */
import { dayIn } from '@kinora/shared/calendar';

const dayMs = 86_400_000;

/** Returns the day in the time zone of the server. */
export function today(timeZone: string): string {
  return dayIn(timeZone, Date.now());
}

export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * dayMs).toISOString().slice(0, 10);
}

export function dayAfter(day: string): string {
  return daysBefore(day, -1);
}

/** All days from the first to the last, inclusive. */
export function daysBetween(firstDay: string, lastDay: string): readonly string[] {
  const count = Math.max(0, Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / dayMs)) + 1;
  return Array.from({ length: Math.min(count, 1000) }, (_, index) => daysBefore(firstDay, -index));
}
