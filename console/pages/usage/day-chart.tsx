/** Usage by day as stacked bars (uPlot); under the pointer its figures, for screen readers a table. */
import { useState } from 'react';
import { useCurrency } from '../../data/session.ts';
import { uiWords } from '../../ui/words.ts';
import { formatCount, formatDay, formatMoney } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { Bars, barColors } from './bars.tsx';
import { daysBetween } from './days.ts';
import { seriesOf, type Measure, type Series } from './series.ts';
import type { UsageKey, UsageLine } from './usage.ts';
import { usageWords } from './words.ts';

interface DayChartProps {
  readonly lines: readonly UsageLine[];
  readonly first: string;
  readonly last: string;
  readonly part: UsageKey | undefined;
  readonly measure: Measure;
}

export function DayChart({ lines, first, last, part, measure }: DayChartProps) {
  const t = useWords(usageWords);
  const [at, setAt] = useState<number>();
  const says = useMeasure(measure);
  const days = daysBetween(first, last);
  const series = seriesOf(lines, { days, key: part, measure });
  const nameOf = useSeriesName(part);
  return (
    <figure className="card min-w-0 p-4">
      <figcaption className="mb-3 flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <span className="font-medium">
          {at === undefined ? t.chart[measure] : formatDay(days[at] ?? first)}
        </span>
        {series.map((one, index) => (
          <span key={nameOf(one)} className="inline-flex items-center gap-1.5 text-muted">
            <span
              aria-hidden
              className="size-2.5 rounded-sm"
              style={{ background: `var(${barColors[index]})` }}
            />
            {nameOf(one)}
            <span className="tabular text-text">
              {says(at === undefined ? sum(one.values) : (one.values[at] ?? 0))}
            </span>
          </span>
        ))}
      </figcaption>
      <div role="img" aria-label={`${t.chart[measure]}. ${t.chartSays}`}>
        <Bars days={days} series={series} says={says} onPoint={setAt} />
      </div>
      <Twin days={days} series={series} says={says} title={t.chart[measure]} nameOf={nameOf} />
    </figure>
  );
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function useMeasure(measure: Measure): (value: number) => string {
  const currency = useCurrency();
  // Sums of many parts are rounded as money is counted: in millionths.
  return value => (measure === 'amount' ? formatMoney(value.toFixed(6), currency) : formatCount(value));
}

function useSeriesName(part: UsageKey | undefined): (series: Series) => string {
  const t = useWords(usageWords);
  const { tier } = useWords(uiWords);
  return ({ name }) => {
    if (name === undefined) return t.everything;
    if (name === null) return t.other;
    return part === 'tier' ? tier[name as keyof typeof tier] : name;
  };
}

interface TwinProps {
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly says: (value: number) => string;
  readonly nameOf: (series: Series) => string;
  readonly title: string;
}

function Twin({ days, series, says, nameOf, title }: TwinProps) {
  const t = useWords(usageWords);
  return (
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t.keys.day}</th>
            {series.map(one => (
              <th key={nameOf(one)} scope="col">
                {nameOf(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              {series.map(one => (
                <td key={nameOf(one)}>{says(one.values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
