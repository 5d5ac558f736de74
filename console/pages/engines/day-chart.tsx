/** The last 24 hours of an engine: a bar per hour, and a table for screen readers. */
import type { Engine } from '../../data/operators/operator-queries.ts';
import { HourPlot } from '../../ui/charts/hour-plot.tsx';
import { formatCount, formatTime } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { engineMessages } from './messages.ts';

export function DayChart({ engine }: { readonly engine: Engine }) {
  const t = useMessages(engineMessages);
  const { hours, succeeded_24h: succeeded, failed_24h: failed } = engine;
  const series = [
    { name: t.made, color: 'var(--ok)', values: hours.map(hour => hour.succeeded) },
    { name: t.failed, color: 'var(--bad)', values: hours.map(hour => hour.failed) },
  ];
  return (
    <div className="min-w-0">
      <h3 className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        {t.day}
        <span className="tabular">{t.dayDescription(formatCount(succeeded), formatCount(failed))}</span>
      </h3>
      <div className="mt-4">
        <HourPlot
          hours={hours.map(({ at }) => at)}
          series={series}
          formatValue={formatCount}
          className="h-24"
        />
      </div>
      <details className="mt-1 text-sm">
        <summary className="min-h-6 w-fit text-xs text-muted hover:text-text">{t.asTable}</summary>
        <div className="max-h-60 overflow-auto" tabIndex={0} role="region" aria-label={t.asTable}>
          <table className="tabular w-full text-xs">
            <thead className="text-left text-muted">
              <tr>
                <th scope="col">{t.hour}</th>
                <th scope="col" className="text-right">
                  {t.made}
                </th>
                <th scope="col" className="text-right">
                  {t.failed}
                </th>
              </tr>
            </thead>
            <tbody>
              {hours.toReversed().map(hour => (
                <tr key={hour.at}>
                  <td>{formatTime(hour.at)}</td>
                  <td className="text-right">{formatCount(hour.succeeded)}</td>
                  <td className="text-right">{formatCount(hour.failed)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}
