/**
 * The data of the chart: a value per day, one series for each of the largest parts, and one for all others.
 */
import type { UsageKey, UsageLine } from './usage.ts';

export interface Series {
  /** Null means the sum of all smaller parts. Undefined means the only series. */
  readonly name: string | null | undefined;
  readonly values: readonly number[];
}

export type Measure = 'amount' | 'requests';

export interface SeriesOptions {
  readonly days: readonly string[];
  /** The key to split by. Undefined means no split. */
  readonly key: UsageKey | undefined;
  readonly measure: Measure;
}

export const maxSeries = 5;

/** Largest first. */
export function toSeries(
  lines: readonly UsageLine[],
  { days, key, measure }: SeriesOptions,
): readonly Series[] {
  const names: readonly (string | undefined)[] = key ? byTotal(lines, key, measure) : [undefined];
  const large = names.slice(0, names.length > maxSeries ? maxSeries - 1 : maxSeries);
  const isSmall = (name: string | undefined) => !large.includes(name);
  const lineName = (line: UsageLine) => (key ? (line[key] ?? '—') : undefined);
  const sumByDay = (isIn: (name: string | undefined) => boolean) => {
    const sums = new Map<string, number>();
    for (const line of lines.filter(one => isIn(lineName(one))))
      sums.set(line.day ?? '', (sums.get(line.day ?? '') ?? 0) + Number(line[measure]));
    return days.map(day => sums.get(day) ?? 0);
  };
  const largeSeries: readonly Series[] = large.map(name => ({ name, values: sumByDay(one => one === name) }));
  return names.length > large.length
    ? [...largeSeries, { name: null, values: sumByDay(isSmall) }]
    : largeSeries;
}

function byTotal(lines: readonly UsageLine[], key: UsageKey, measure: Measure): string[] {
  const totals = new Map<string, number>();
  for (const line of lines) {
    const name = line[key] ?? '—';
    totals.set(name, (totals.get(name) ?? 0) + Number(line[measure]));
  }
  return [...totals].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
}
