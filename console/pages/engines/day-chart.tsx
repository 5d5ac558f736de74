/** How the last 24 hours of an engine went: a bar for each, and the same as a table. */
import type { Engine } from '../../data/operate.ts';
import { formatCount, formatTime } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { engineWords } from './words.ts';

const width = 288;
const height = 40;
const step = width / 24;

export function DayChart({ engine }: { readonly engine: Engine }) {
  const t = useWords(engineWords);
  const { hours, succeeded_24h: succeeded, failed_24h: failed } = engine;
  const most = Math.max(1, ...hours.map(hour => hour.succeeded + hour.failed));
  return (
    <div className="min-w-0">
      <h3 className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        {t.day}
        <span className="tabular">{t.daySays(formatCount(succeeded), formatCount(failed))}</span>
      </h3>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden
        className="mt-1 h-10 w-full"
      >
        {hours.map((hour, index) => {
          const made = (hour.succeeded / most) * (height - 2);
          const bad = (hour.failed / most) * (height - 2);
          const x = index * step + 1;
          return (
            <g key={hour.at}>
              <rect x={x} y={height - 1} width={step - 2} height={1} fill="var(--line-strong)" />
              <rect x={x} y={height - made} width={step - 2} height={made} fill="var(--ok)" />
              <rect x={x} y={height - made - bad} width={step - 2} height={bad} fill="var(--bad)" />
            </g>
          );
        })}
      </svg>
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
