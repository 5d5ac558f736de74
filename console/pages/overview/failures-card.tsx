/** Failure reasons of the last 24 hours, most frequent first, each with its newest task. */
import { Link } from '@tanstack/react-router';
import { CircleCheck } from '../../icons/icons.ts';
import type { History } from '../../data/operators/overview-queries.ts';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatCount } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { overviewMessages } from './messages.ts';

export function FailuresCard({ failures }: Pick<History, 'failures'>) {
  const t = useMessages(overviewMessages);
  const ui = useMessages(uiMessages);
  const max = Math.max(1, ...failures.map(({ tasks }) => tasks));
  return (
    <section className="card min-w-0 p-4">
      <h2 className="font-semibold">{t.failures}</h2>
      <p className="mb-4 text-sm text-muted">{ui.lastDay}</p>
      {failures.length === 0 && (
        <p className="flex items-center gap-2 py-2 text-muted">
          <CircleCheck size={18} className="text-ok" aria-hidden />
          {t.noFailures}
        </p>
      )}
      <ul className="grid gap-3">
        {failures.map(({ code, message, tasks, newest }) => (
          <li key={code}>
            <div className="flex items-baseline justify-between gap-4">
              <Link
                to={`/task/${newest.task}`}
                className="min-w-0 text-text no-underline wrap-anywhere hover:underline"
              >
                {message}
              </Link>
              <span className="tabular font-semibold">{formatCount(tasks)}</span>
            </div>
            <span aria-hidden className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-raised">
              <span
                className="block h-full rounded-full bg-bad"
                style={{ width: `${(tasks / max) * 100}%` }}
              />
            </span>
            <p className="mt-1 flex gap-x-2 text-xs text-muted">
              <span className="font-mono">{code}</span>
              <RelativeTime time={newest.at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
