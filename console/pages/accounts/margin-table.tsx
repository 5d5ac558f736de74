/**
 * What clients paid and engines cost, by model and engine, and the jobs that cost something
 * although no customer paid for them.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount, formatMoney, unknown } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { classes } from '../../ui/class-names.ts';
import { ExportLinks } from '../../ui/export-links.tsx';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { Section } from '../../ui/page.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { businessMessages } from './business-messages.ts';
import { lossesQuery, marginsQuery, type LossLine, type MarginLine } from './business-queries.ts';

export function Margins() {
  const t = useMessages(businessMessages);
  return (
    <>
      <Section title={t.margins}>
        <MarginTable />
      </Section>
      <Section title={t.losses}>
        <LossTable />
      </Section>
    </>
  );
}

function MarginTable() {
  const t = useMessages(businessMessages);
  const { data, error } = useQuery(marginsQuery);
  const money = (key: 'charged' | 'cost' | 'lost' | 'margin'): Column<MarginLine> => ({
    key,
    title: t.marginColumns[key],
    isNumber: true,
    isNamed: true,
    cell: line => (
      <span className={classes(key === 'margin' && Number(line[key]) < 0 && 'text-bad')}>
        {formatMoney(line[key], line.currency)}
      </span>
    ),
  });
  const columns: Column<MarginLine>[] = [
    { key: 'model', title: t.marginColumns.model, cell: ({ model }) => model ?? unknown },
    { key: 'engine', title: t.marginColumns.engine, cell: ({ engine }) => engine ?? unknown },
    {
      key: 'tasks',
      title: t.marginColumns.tasks,
      isNumber: true,
      isNamed: true,
      cell: ({ tasks }) => formatCount(tasks),
    },
    money('charged'),
    money('cost'),
    money('lost'),
    money('margin'),
  ];
  if (error) return <ErrorNote error={error} />;
  if (!data) return <SkeletonRows count={3} />;
  if (data.length === 0) return <p className="text-muted">{t.noRevenue}</p>;
  return (
    <>
      <Table
        label={t.margins}
        columns={columns}
        rows={data}
        toKey={({ model, engine }) => `${model} ${engine}`}
      />
      <div className="mt-3 flex justify-end">
        <ExportLinks procedure="margin show" values={{ by: 'model,engine' }} />
      </div>
    </>
  );
}

function LossTable() {
  const t = useMessages(businessMessages);
  const { data, error } = useQuery(lossesQuery);
  const columns: Column<LossLine>[] = [
    {
      key: 'task',
      title: t.lossColumns.task,
      cell: ({ task }) => (
        <Link to={`/task/${task}`} className="font-mono text-xs">
          {task.slice(0, 16)}
        </Link>
      ),
    },
    { key: 'engine', title: t.marginColumns.engine, cell: ({ engine }) => engine },
    { key: 'reason', title: t.lossColumns.reason, cell: ({ message }) => message },
    { key: 'at', title: t.lossColumns.at, cell: ({ at }) => <RelativeTime time={at} /> },
    {
      key: 'cost',
      title: t.marginColumns.cost,
      isNumber: true,
      isNamed: true,
      cell: ({ cost, currency }) => (cost === null ? unknown : formatMoney(cost, currency)),
    },
  ];
  if (error) return <ErrorNote error={error} />;
  if (!data) return <SkeletonRows count={2} />;
  if (data.length === 0) return <p className="text-muted">{t.noLosses}</p>;
  return <Table label={t.losses} columns={columns} rows={data} toKey={({ task }) => task} />;
}
