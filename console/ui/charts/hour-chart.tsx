/**
 * A chart of the last 24 hours: bars with a legend, the values of the hovered hour,
 * and a table for screen readers.
 */
import { useState } from 'react';
import { formatHour, formatTime } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { uiMessages } from '../messages.ts';
import { BarPlot, type BarSeries } from './bar-plot.tsx';
import { HiddenValueTable } from './value-table.tsx';

export interface HourChartProps {
  readonly title: string;
  readonly hours: readonly string[];
  readonly series: readonly (BarSeries & { /** The total over all hours. */ readonly total: string })[];
  readonly isOverlaid?: boolean;
  readonly formatValue: (value: number) => string;
}

export function HourChart({ title, hours, series, isOverlaid = false, formatValue }: HourChartProps) {
  const t = useMessages(uiMessages);
  const [hoveredIndex, setHoveredIndex] = useState<number>();
  return (
    <figure className="card min-w-0 p-4">
      <figcaption className="mb-4 flex min-h-12 flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <span>
          <span className="block font-semibold">{title}</span>
          <span className="tabular block text-sm text-muted">
            {hoveredIndex === undefined ? t.lastDay : formatTime(hours[hoveredIndex] ?? '')}
          </span>
        </span>
        <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {series.map(({ name, color, values, total }) => (
            <span key={name} className="inline-flex items-center gap-1.5 text-muted">
              <span aria-hidden className="size-2.5 rounded-sm" style={{ background: color }} />
              {name}
              <span className="tabular font-medium text-text">
                {hoveredIndex === undefined ? total : formatValue(values[hoveredIndex] ?? 0)}
              </span>
            </span>
          ))}
        </span>
      </figcaption>
      <BarPlot
        {...{ series, isOverlaid, formatValue }}
        times={hours}
        formatTime={formatHour}
        onHover={setHoveredIndex}
        className="h-40"
      />
      <HiddenValueTable
        caption={title}
        heading={t.hour}
        columns={series.map(({ name }) => ({ key: name, name }))}
        rows={hours.map((hour, index) => ({
          key: hour,
          name: formatTime(hour),
          values: series.map(({ values }) => formatValue(values[index] ?? 0)),
        }))}
      />
    </figure>
  );
}
