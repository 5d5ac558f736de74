/** A chart of the net payments, the charges for tasks, or the new accounts on each of the last 30 days. */
import { useState } from 'react';
import { daysBefore, daysBetween, today } from '../../data/days.ts';
import { useCurrency, useServerZone } from '../../data/session.ts';
import { formatCount, formatDay, formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { BarPlot } from '../../ui/charts/bar-plot.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { businessMessages } from './business-messages.ts';
import type { RevenueLine } from './business-queries.ts';

const measures = ['kept', 'charged', 'accounts'] as const;
type Measure = (typeof measures)[number];

export function RevenueChart({ lines }: { readonly lines: readonly RevenueLine[] }) {
  const t = useMessages(businessMessages);
  const currency = useCurrency();
  const lastDay = today(useServerZone());
  const [measure, setMeasure] = useState<Measure>('kept');
  const [hoveredIndex, setHoveredIndex] = useState<number>();
  const days = daysBetween(daysBefore(lastDay, 29), lastDay);
  const currencyLines = lines.filter(line => line.currency === currency);
  const values = days.map(day =>
    sum(currencyLines.filter(line => line.day === day).map(line => measuredValue(line, measure))),
  );
  const format = (value: number) =>
    measure === 'accounts' ? formatCount(value) : formatMoney(value.toFixed(6), currency);
  const title = hoveredIndex === undefined ? t.chartOf[measure] : formatDay(days[hoveredIndex] ?? lastDay);
  return (
    <figure className="card mb-4 min-w-0 p-4">
      <figcaption className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
        <span>
          <span className="font-medium">{title}</span>{' '}
          <span className="tabular">
            {format(hoveredIndex === undefined ? sum(values) : (values[hoveredIndex] ?? 0))}
          </span>
        </span>
        <SegmentedControl
          label={t.revenue}
          isQuiet
          value={measure}
          segments={[
            { value: 'kept', label: t.kept },
            { value: 'charged', label: t.charged },
            { value: 'accounts', label: t.newAccounts },
          ]}
          onChange={setMeasure}
        />
      </figcaption>
      <div role="img" aria-label={`${t.chartOf[measure]}. ${t.chartDescription}`}>
        <BarPlot
          times={days}
          series={[{ name: t.chartOf[measure], color: 'var(--accent)', values }]}
          formatTime={formatDay}
          formatValue={format}
          minAxisEnd={measure === 'accounts' ? 2 : 0.02}
          onHover={setHoveredIndex}
          className="h-48"
        />
      </div>
      {currencyLines.length < lines.length && (
        <p className="mt-2 text-xs text-muted">{t.onlyCurrency(currency)}</p>
      )}
    </figure>
  );
}

function measuredValue(line: RevenueLine, measure: Measure): number {
  return measure === 'accounts' ? line.new_accounts : Number(line[measure]);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
