/** Usage by day as stacked bars, with the values of the hovered day and a table for screen readers. */
import { useState } from 'react';
import { useCurrency } from '../../data/session.ts';
import { daysBetween } from '../../data/days.ts';
import { BarPlot } from '../../ui/charts/bar-plot.tsx';
import { HiddenValueTable } from '../../ui/charts/value-table.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatCount, formatDay, formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { toSeries, type Measure, type Series } from './series.ts';
import type { UsageKey, UsageLine } from './usage.ts';
import { usageMessages } from './messages.ts';

/** The colors of the series, largest first. */
const colors = ['--accent', '--info', '--ok', '--warn', '--line-strong'] as const;

interface DayChartProps {
  readonly lines: readonly UsageLine[];
  readonly first: string;
  readonly last: string;
  readonly part: UsageKey | undefined;
  readonly measure: Measure;
}

export function DayChart({ lines, first, last, part, measure }: DayChartProps) {
  const t = useMessages(usageMessages);
  const [hoveredIndex, setHoveredIndex] = useState<number>();
  const formatValue = useMeasure(measure);
  const days = daysBetween(first, last);
  const seriesName = useSeriesName(part);
  const series = toSeries(lines, { days, key: part, measure }).map((one, index) => ({
    name: seriesName(one),
    color: `var(${colors[index]})`,
    values: one.values,
  }));
  return (
    <figure className="card min-w-0 p-4">
      <figcaption className="mb-3 flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <span className="font-medium">
          {hoveredIndex === undefined ? t.chart[measure] : formatDay(days[hoveredIndex] ?? first)}
        </span>
        {series.map(({ name, color, values }) => (
          <span key={name} className="inline-flex items-center gap-1.5 text-muted">
            <span aria-hidden className="size-2.5 rounded-sm" style={{ background: color }} />
            {name}
            <span className="tabular text-text">
              {formatValue(hoveredIndex === undefined ? sum(values) : (values[hoveredIndex] ?? 0))}
            </span>
          </span>
        ))}
      </figcaption>
      <div role="img" aria-label={`${t.chart[measure]}. ${t.chartDescription}`}>
        <BarPlot
          times={days}
          {...{ series, formatValue }}
          formatTime={formatDay}
          minAxisEnd={measure === 'amount' ? 0.02 : 2}
          onHover={setHoveredIndex}
          className="h-48"
        />
      </div>
      <HiddenValueTable
        caption={t.chart[measure]}
        heading={t.keys.day}
        columns={series.map(({ name }) => ({ key: name, name }))}
        rows={days.map((day, index) => ({
          key: day,
          name: formatDay(day),
          values: series.map(({ values }) => formatValue(values[index] ?? 0)),
        }))}
      />
    </figure>
  );
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function useMeasure(measure: Measure): (value: number) => string {
  const currency = useCurrency();
  // Floating-point sums are rounded to micro-units.
  return value => (measure === 'amount' ? formatMoney(value.toFixed(6), currency) : formatCount(value));
}

function useSeriesName(groupKey: UsageKey | undefined): (series: Series) => string {
  const t = useMessages(usageMessages);
  const { tier } = useMessages(uiMessages);
  return ({ name }) => {
    if (name === undefined) return t.everything;
    if (name === null) return t.other;
    return groupKey === 'tier' ? tier[name as keyof typeof tier] : name;
  };
}
