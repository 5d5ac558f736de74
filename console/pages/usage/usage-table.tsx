/** A table of usage with totals. A line drills down, or links to its tasks. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAddress } from '../../data/address.ts';
import { useUser } from '../../data/session.ts';
import { accountTokensQuery } from '../../data/tokens/tokens.ts';
import { Money } from '../../ui/formatted-values.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatCount, formatDay, formatPercent, formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { tasksSearch } from './tasks-search.ts';
import {
  drillDown,
  isDrillable,
  successShare,
  type UsageRequest,
  type UsageAddress,
  type UsageKey,
  type UsageLine,
} from './usage.ts';
import { usageMessages } from './messages.ts';

interface UsageTableProps {
  readonly request: UsageRequest;
  readonly lines: readonly UsageLine[];
  readonly total: UsageLine | undefined;
}

export function UsageTable({ request, lines, total }: UsageTableProps) {
  const t = useMessages(usageMessages);
  const [, change] = useAddress<UsageAddress>();
  const open = (line: UsageLine) =>
    isDrillable(line, request) && change(drillDown(line, request), { isStep: true });
  const newestFirst = request.by.includes('day') ? lines.toReversed() : lines;
  return (
    <Table
      label={t.list}
      columns={[...useKeyColumns(request), ...useFigures(total), useTasks(request)]}
      rows={newestFirst}
      toKey={line => request.by.map(key => line[key]).join(' ')}
      onOpen={open}
    />
  );
}

function useKeyColumns(request: UsageRequest): readonly Column<UsageLine>[] {
  const t = useMessages(usageMessages);
  const [, change] = useAddress<UsageAddress>();
  const lineName = useNames();
  return request.by.map((key, index) => ({
    key,
    title: t.keys[key],
    total: index === 0 ? t.total : '',
    className: 'max-sm:font-medium',
    cell: line =>
      index === 0 && isDrillable(line, request) ? (
        <button
          type="button"
          className="block min-h-6 max-w-64 truncate text-left hover:underline"
          onClick={() => change(drillDown(line, request), { isStep: true })}
        >
          {lineName(key, line)}
        </button>
      ) : (
        <span className="block max-w-64 truncate">{lineName(key, line)}</span>
      ),
  }));
}

/** The display name of a key's value. */
function useNames(): (key: UsageKey, line: UsageLine) => string {
  const t = useMessages(usageMessages);
  const { tier } = useMessages(uiMessages);
  return (key, line) => {
    const value = line[key];
    if (value === null || value === undefined) return t.none;
    if (key === 'day') return formatDay(value);
    return key === 'tier' ? tier[value as keyof typeof tier] : value;
  };
}

/** Columns that small windows leave to the export. */
const detail = ['cancelled', 'refunded'];

function useFigures(total: UsageLine | undefined): readonly Column<UsageLine>[] {
  const t = useMessages(usageMessages);
  const figure = (
    key: keyof typeof t.columns,
    cell: (line: UsageLine) => React.ReactNode,
  ): Column<UsageLine> => ({
    key,
    title:
      key === 'waited' || key === 'ran' ? <span title={t.median}>{t.columns[key]}</span> : t.columns[key],
    isNumber: true,
    cell,
    total: total && cell(total),
    isWide: true,
    ...(detail.includes(key) && { from: 'lg' }),
  });
  return [
    figure('requests', line => formatCount(line.requests)),
    figure('succeeded', line => formatCount(line.succeeded)),
    figure('failed', line => formatCount(line.failed)),
    figure('cancelled', line => formatCount(line.cancelled)),
    figure('success', line => formatPercent(successShare(line))),
    figure('waited', line => formatSeconds(line.waited_seconds)),
    figure('ran', line => formatSeconds(line.ran_seconds)),
    {
      ...figure('amount', line => <Money amount={line.amount} />),
      isWide: false,
      className: 'max-sm:text-left',
    },
    figure('refunded', line => <Money amount={line.refunded} />),
  ];
}

function useTasks(request: UsageRequest): Column<UsageLine> {
  const t = useMessages(usageMessages);
  const lineName = useNames();
  const ownAccount = useUser().account;
  const account = request.values['account'];
  const { data = [] } = useQuery({
    ...accountTokensQuery(account ?? ownAccount),
    enabled: account !== undefined,
  });
  // Tokens of different accounts may have the same name.
  const tokens = account === undefined ? [] : data;
  return {
    key: 'tasks',
    title: t.columns.tasks,
    total: '',
    isNumber: true,
    cell: line => {
      const search = tasksSearch(line, { request, ownAccount, tokens });
      if (!search) return <span className="text-muted sm:hidden">{t.taskCount(line.requests)}</span>;
      return (
        <Link
          to="/tasks"
          search={search}
          className="inline-flex min-h-6 items-center text-muted hover:text-text"
        >
          <span className="sr-only">{request.by.map(key => lineName(key, line)).join(', ')}: </span>
          <span className="max-sm:hidden">{t.tasks}</span>
          <span className="sm:hidden">{t.taskCount(line.requests)}</span>
          <span className="sr-only"> {request.by.map(key => lineName(key, line)).join(', ')}</span>
        </Link>
      );
    },
  };
}
