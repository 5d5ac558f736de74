/** Formats numbers, money and times for the current language. Unknown values are an em dash; zero is 0. */
import { openStoredValue } from '../state/stored-value.ts';
import { retentionBetween, toRetention, type Retention } from './retention.ts';
import { language } from './language.ts';

export const unknown = '—';

const locales = { en: 'en', zh: 'zh-CN' } as const;
const formats = new Map<string, Intl.NumberFormat>();

function numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language()} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locales[language()], options);
  formats.set(key, format);
  return format;
}

/** An exact decimal string with two to six places: `0.005` of USD is $0.005. */
export function formatMoney(
  amount: string | null | undefined,
  currency: string,
  signDisplay: 'auto' | 'exceptZero' = 'auto',
): string {
  if (amount === null || amount === undefined) return unknown;
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', signDisplay } as const;
  return numbers({ ...style, minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(
    amount as Intl.StringNumericLiteral,
  );
}

export function formatCount(count: number | null | undefined): string {
  return count === null || count === undefined ? unknown : numbers({}).format(count);
}

/** A percentage of a share between 0 and 1. */
export function formatPercent(share: number | null | undefined): string {
  if (share === null || share === undefined) return unknown;
  return numbers({ style: 'percent', maximumFractionDigits: share > 0.99 && share < 1 ? 1 : 0 }).format(
    share,
  );
}

const units = { en: { s: 's', min: 'min', h: 'h', d: 'd' }, zh: { s: '秒', min: '分', h: '时', d: '天' } };

/** `0.8 s`, `12 s`, `3 min 20 s`, `2 h 5 min`, `4 d`. */
export function formatSeconds(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return unknown;
  const unit = units[language()];
  if (seconds < 10) return `${numbers({ maximumFractionDigits: 1 }).format(seconds)} ${unit.s}`;
  if (seconds < 60) return `${Math.round(seconds)} ${unit.s}`;
  if (seconds < 3600)
    return joinUnits([Math.floor(seconds / 60), unit.min], [Math.round(seconds % 60), unit.s]);
  if (seconds < 86_400)
    return joinUnits([Math.floor(seconds / 3600), unit.h], [Math.round((seconds % 3600) / 60), unit.min]);
  return `${Math.round(seconds / 86_400)} ${unit.d}`;
}

function joinUnits(...parts: readonly (readonly [number, string])[]): string {
  return parts
    .filter(([number], index) => index === 0 || number > 0)
    .map(part => part.join(' '))
    .join(' ');
}

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `3 minutes ago`, `in 2 days`. */
export function formatAgo(time: string, now: number): string {
  const seconds = (Date.parse(time) - now) / 1000;
  const relative = new Intl.RelativeTimeFormat(locales[language()], { numeric: 'auto' });
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  return step ? relative.format(Math.round(seconds / step[1]), step[0]) : relative.format(0, 'second');
}

/** Shows exact times in UTC instead of the local time zone. */
export const utcTimes = openStoredValue('utc times', false);

/** To the second, in the local time zone unless UTC was chosen. */
export function formatTime(time: string): string {
  const zone = utcTimes.get() ? ({ timeZone: 'UTC', timeZoneName: 'short' } as const) : {};
  return new Intl.DateTimeFormat(locales[language()], {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    ...zone,
  }).format(new Date(time));
}

/** The time of an hour, in the local time zone unless UTC was chosen: `14:00`. */
export function formatHour(time: string): string {
  return new Intl.DateTimeFormat(locales[language()], {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(utcTimes.get() && { timeZone: 'UTC' }),
  }).format(new Date(time));
}

/** A future day in the local time zone: `24 Nov`, with the year unless it is the current one. */
export function formatUntil(time: string): string {
  const date = new Date(time);
  const isThisYear = date.getFullYear() === new Date(Date.now()).getFullYear();
  return new Intl.DateTimeFormat(locales[language()], {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    ...(utcTimes.get() && { timeZone: 'UTC' }),
  }).format(date);
}

/** The duration between two times: `72 hours`, `30 days`. */
export function formatKeptFor(from: string, to: string): string {
  return formatRetention(retentionBetween(from, to));
}

/** Formats a number of hours as days or hours, whichever is a whole number. */
export function formatHours(hours: number): string {
  return formatRetention(toRetention(hours));
}

function formatRetention({ unit, count }: Retention): string {
  return numbers({ style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** The day only: `21 Nov`. */
export function formatDay(time: string): string {
  return new Intl.DateTimeFormat(locales[language()], {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(time));
}

export function formatBytes(bytes: number): string {
  const [unit, size] =
    bytes >= 1e9
      ? (['gigabyte', 1e9] as const)
      : bytes >= 1e6
        ? (['megabyte', 1e6] as const)
        : (['kilobyte', 1e3] as const);
  return numbers({ style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / size);
}
