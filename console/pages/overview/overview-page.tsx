/** The operator's overview: four figures, and the alert signals. */
import {
  ChevronRight,
  CircleCheck,
  OctagonExclamationPoint,
  TriangleExclamationPoint,
} from '../../icons/icons.ts';
import { useServerZone } from '../../data/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { overviewQuery, type Overview } from '../../data/operators/overview-queries.ts';
import { Page, Section } from '../../ui/page.tsx';
import { Money } from '../../ui/formatted-values.tsx';
import { ErrorNote, Skeleton } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatCount, formatPercent, formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { HistoryCharts } from './history.tsx';
import { NodesCard } from './nodes-card.tsx';
import { overviewMessages } from './messages.ts';

export function OverviewPage() {
  const t = useMessages(overviewMessages);
  const { data, error, refetch } = useQuery(overviewQuery);
  return (
    <Page title={t.title} intro={t.intro}>
      {error && <ErrorNote className="mb-4" error={error} onRetry={() => refetch()} />}
      {data ? <Figures overview={data} /> : <Loading />}
      {data && (
        <Section title={t.attention}>
          <Attention overview={data} />
        </Section>
      )}
      <div className="mt-8">
        <HistoryCharts />
        <NodesCard />
      </div>
    </Page>
  );
}

function Loading() {
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {[0, 1, 2, 3].map(index => (
        <Skeleton key={index} className="h-34" />
      ))}
    </div>
  );
}

interface OverviewProps {
  readonly overview: Overview;
}

function Figures({ overview }: OverviewProps) {
  const t = useMessages(overviewMessages);
  const timeZone = useServerZone();
  const { running, queued: queuedCount, success_hour: success, ended_hour: endedCount } = overview;
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <Figure
        title={t.running}
        to="/tasks"
        search={{ scope: 'all', state: 'queued,starting,running,saving' }}
        note={t.runningDescription(formatCount(running), formatCount(queuedCount))}
      >
        {formatCount(running + queuedCount)}
      </Figure>
      <Figure
        title={t.success}
        to="/tasks"
        search={{ scope: 'all', state: 'succeeded,failed', from: 'hour' }}
        note={endedCount > 0 ? t.successNote(formatCount(endedCount)) : t.noneEnded}
      >
        <span className={success !== null && success < 0.9 ? 'text-bad' : undefined}>
          {formatPercent(success)}
        </span>
      </Figure>
      <Waits overview={overview} />
      <Figure
        title={t.revenue}
        to="/usage"
        search={{ account: 'all', range: '1' }}
        note={t.revenueDescription(timeZone)}
      >
        <Money amount={overview.revenue_today} />
      </Figure>
    </ul>
  );
}

interface FigureProps {
  readonly title: string;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
  readonly note?: string;
  readonly children: ReactNode;
}

function Figure({ title, to, search, note, children }: FigureProps) {
  return (
    <li>
      <Link
        to={to}
        search={search}
        className="card group flex h-full min-h-34 flex-col p-4 text-text no-underline transition-colors duration-120 hover:border-line-strong"
      >
        <span className="flex items-center justify-between text-sm text-muted">
          {title}
          <ChevronRight size={16} aria-hidden className="opacity-0 group-hover:opacity-100" />
        </span>
        <span className="tabular mt-2 text-2xl font-semibold">{children}</span>
        {note && <span className="mt-auto pt-2 text-sm text-muted">{note}</span>}
      </Link>
    </li>
  );
}

function Waits({ overview }: OverviewProps) {
  const t = useMessages(overviewMessages);
  const ui = useMessages(uiMessages);
  return (
    <li className="card min-h-34 p-4">
      <h2 className="text-sm text-muted">{t.wait}</h2>
      <ul className="mt-2">
        {overview.median_wait.map(({ tier, seconds }) => (
          <li key={tier}>
            <Link
              to="/tasks"
              search={{ scope: 'all', tier, from: 'hour' }}
              className="-mx-1.5 flex min-h-7 items-baseline justify-between rounded-md px-1.5 text-text no-underline hover:bg-raised"
            >
              <span>{ui.tier[tier]}</span>
              {seconds === null ? (
                <span className="text-sm text-muted">{t.noWait}</span>
              ) : (
                <span className="tabular text-lg font-semibold">{formatSeconds(seconds)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}

function Attention({ overview: { attention } }: OverviewProps) {
  const t = useMessages(overviewMessages);
  if (attention.length === 0)
    return (
      <p className="flex items-center gap-2 text-muted">
        <CircleCheck size={18} className="text-ok" aria-hidden />
        {t.allWell}
      </p>
    );
  return (
    <ul className="card divide-y divide-line">
      {attention.map(({ kind, severity, text, path }) => {
        const isBad = severity === 'bad';
        const Icon = isBad ? OctagonExclamationPoint : TriangleExclamationPoint;
        return (
          <li key={`${kind} ${text}`}>
            <Link
              to={path}
              className="flex min-h-11 items-center gap-3 px-4 py-2.5 text-text no-underline hover:bg-raised"
            >
              <Icon size={18} aria-hidden className={isBad ? 'shrink-0 text-bad' : 'shrink-0 text-warn'} />
              <span className="sr-only">{isBad ? t.bad : t.warn}</span>
              <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
              <ChevronRight size={16} aria-hidden className="shrink-0 text-muted" />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
