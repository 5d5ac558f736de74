/** A chart of the last 24 hours: bars with a legend, the values of the hovered hour, and a table for screen readers. */
import { useState } from 'react';
import { formatTime } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { HourPlot, type HourSeries } from './hour-plot.tsx';
import { uiMessages } from '../messages.ts';

export interface HourChartProps {
  readonly title: string;
  readonly hours: readonly string[];
  readonly series: readonly (HourSeries & { /** The total over all hours. */ readonly total: string })[];
  readonly isOverlaid?: boolean;
  readonly formatValue: (value: number) => string;
}

export function HourChart({ title, hours, series, isOverlaid = false, formatValue }: HourChartProps) {
  const t = useMessages(uiMessages);
  const [at, setAt] = useState<number>();
  return (
    <figure className="card min-w-0 p-4">
      <figcaption className="mb-4 flex min-h-12 flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <span>
          <span className="block font-semibold">{title}</span>
          <span className="tabular block text-sm text-muted">
            {at === undefined ? t.lastDay : formatTime(hours[at] ?? '')}
          </span>
        </span>
        <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {series.map(({ name, color, values, total }) => (
            <span key={name} className="inline-flex items-center gap-1.5 text-muted">
              <span aria-hidden className="size-2.5 rounded-sm" style={{ background: color }} />
              {name}
              <span className="tabular font-medium text-text">
                {at === undefined ? total : formatValue(values[at] ?? 0)}
              </span>
            </span>
          ))}
        </span>
      </figcaption>
      <HourPlot {...{ hours, series, isOverlaid, formatValue }} onPoint={setAt} className="h-40" />
      <HourTable {...{ title, hours, series, formatValue }} />
    </figure>
  );
}

function HourTable({ title, hours, series, formatValue }: HourChartProps) {
  const t = useMessages(uiMessages);
  return (
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t.hour}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour, index) => (
            <tr key={hour}>
              <th scope="row">{formatTime(hour)}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{formatValue(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
