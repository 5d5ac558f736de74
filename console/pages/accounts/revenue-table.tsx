/** Payments, refunds, charges and new accounts by day, the newest day first. */
import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from '../../icons/icons.ts';
import { formatCount, formatDay, formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { ExportLinks } from '../../ui/export-links.tsx';
import { EmptyState, ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { businessMessages } from './business-messages.ts';
import { RevenueChart } from './revenue-chart.tsx';
import { type RevenueLine, revenueQuery } from './business-queries.ts';

export function RevenueTable() {
  const t = useMessages(businessMessages);
  const columns = useColumns();
  const { data, error, refetch } = useQuery(revenueQuery);
  if (error) return <ErrorNote error={error} onRetry={() => refetch()} />;
  if (!data) return <SkeletonRows />;
  if (data.length === 0) return <EmptyState icon={ChartColumn} title={t.noRevenue} />;
  return (
    <>
      <RevenueChart lines={data} />
      <Table
        label={t.revenue}
        columns={columns}
        rows={data.toReversed()}
        toKey={({ day, currency }) => `${day} ${currency}`}
      />
      <div className="mt-3 flex justify-end">
        <ExportLinks procedure="revenue show" values={{}} />
      </div>
    </>
  );
}

function useColumns(): Column<RevenueLine>[] {
  const t = useMessages(businessMessages);
  const money = (key: 'paid' | 'returned' | 'kept' | 'tax' | 'charged'): Column<RevenueLine> => ({
    key,
    title: t[key],
    isNumber: true,
    isNamed: true,
    cell: line => formatMoney(line[key], line.currency),
  });
  return [
    { key: 'day', title: t.day, cell: ({ day }) => formatDay(day) },
    {
      key: 'payments',
      title: t.payments,
      isNumber: true,
      isNamed: true,
      cell: ({ payments }) => formatCount(payments),
    },
    money('paid'),
    money('returned'),
    money('kept'),
    { ...money('tax'), isWide: true },
    money('charged'),
    {
      key: 'accounts',
      title: t.newAccounts,
      isNumber: true,
      isNamed: true,
      cell: ({ new_accounts: count }) => formatCount(count),
    },
  ];
}
