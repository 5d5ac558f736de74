/** Charts of the last 24 hours: tasks, waiting times, failures, and stored bytes. */
import { useQuery } from '@tanstack/react-query';
import { historyQuery, type History } from '../../data/operators/overview-queries.ts';
import { HourChart } from '../../ui/charts/hour-chart.tsx';
import { ErrorNote, Skeleton } from '../../ui/page-states.tsx';
import { formatCount, formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { DiskCard } from './disk-card.tsx';
import { FailuresCard } from './failures-card.tsx';
import { overviewMessages } from './messages.ts';

export function HistoryCharts() {
  const { data, error, refetch } = useQuery(historyQuery);
  if (error) return <ErrorNote error={error} onRetry={() => refetch()} />;
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      {data ? (
        <>
          <TasksChart hours={data.hours} />
          <WaitsChart hours={data.hours} />
          <FailuresCard failures={data.failures} />
          <DiskCard disk={data.disk} />
        </>
      ) : (
        ['tasks', 'waits', 'failures', 'disk'].map(key => <Skeleton key={key} className="h-70" />)
      )}
    </div>
  );
}

type Hours = Pick<History, 'hours'>;

function TasksChart({ hours }: Hours) {
  const t = useMessages(overviewMessages);
  const outcome = (key: 'succeeded' | 'failed' | 'cancelled', name: string, color: string) => {
    const values = hours.map(hour => hour[key]);
    return { name, color, values, total: formatCount(values.reduce((sum, value) => sum + value, 0)) };
  };
  return (
    <HourChart
      title={t.tasks}
      hours={hours.map(({ at }) => at)}
      formatValue={formatCount}
      series={[
        outcome('succeeded', t.succeeded, 'var(--ok)'),
        outcome('failed', t.failed, 'var(--bad)'),
        outcome('cancelled', t.cancelled, 'var(--line-strong)'),
      ]}
    />
  );
}

function WaitsChart({ hours }: Hours) {
  const t = useMessages(overviewMessages);
  const wait = (key: 'median_wait' | 'long_wait', name: string, color: string) => {
    const values = hours.map(hour => hour[key] ?? 0);
    return { name, color, values, total: t.upTo(formatSeconds(Math.max(...values))) };
  };
  return (
    <HourChart
      title={t.waits}
      hours={hours.map(({ at }) => at)}
      isOverlaid
      formatValue={formatSeconds}
      series={[
        wait('median_wait', t.medianWait, 'var(--accent)'),
        wait('long_wait', t.longWait, 'color-mix(in oklab, var(--accent) 35%, var(--surface))'),
      ]}
    />
  );
}
