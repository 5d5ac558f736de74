/** The last 24 hours of an engine: a bar per hour, and a table. */
import type { Engine } from '../../data/operators/operator-queries.ts';
import { BarPlot } from '../../ui/charts/bar-plot.tsx';
import { FoldedValueTable } from '../../ui/charts/value-table.tsx';
import { formatCount, formatHour, formatTime } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { engineMessages } from './messages.ts';

export function DayChart({ engine }: { readonly engine: Engine }) {
  const t = useMessages(engineMessages);
  const { hours, succeeded_24h: successCount, failed_24h: failureCount } = engine;
  const series = [
    { name: t.made, color: 'var(--ok)', values: hours.map(hour => hour.succeeded) },
    { name: t.failed, color: 'var(--bad)', values: hours.map(hour => hour.failed) },
  ];
  return (
    <div className="min-w-0">
      <h3 className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        {t.day}
        <span className="tabular">
          {t.dayDescription(formatCount(successCount), formatCount(failureCount))}
        </span>
      </h3>
      <div className="mt-4">
        <BarPlot
          times={hours.map(({ at }) => at)}
          series={series}
          formatTime={formatHour}
          formatValue={formatCount}
          className="h-24"
        />
      </div>
      <FoldedValueTable
        summary={t.asTable}
        caption={t.asTable}
        heading={t.hour}
        columns={series.map(({ name }) => ({ key: name, name }))}
        rows={hours.toReversed().map(hour => ({
          key: hour.at,
          name: formatTime(hour.at),
          values: [formatCount(hour.succeeded), formatCount(hour.failed)],
        }))}
        className="mt-1"
      />
    </div>
  );
}
