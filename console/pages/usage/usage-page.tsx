/** Tasks and charges, grouped and filtered. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartNoAxesColumn } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { useServerZone, useUser } from '../../data/session.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { ExportLinks } from '../../ui/export-links.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorNote, NoResults, Skeleton, SkeletonRows } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { DayChart } from './day-chart.tsx';
import { UsageFilters } from './usage-filters.tsx';
import { UsageTable } from './usage-table.tsx';
import { usageQuery } from './usage-query.ts';
import { toUsageRequest, filterKeys, type UsageRequest, type UsageAddress } from './usage.ts';
import { usageMessages } from './messages.ts';

export function UsagePage() {
  const t = useMessages(usageMessages);
  const [address] = useAddress<UsageAddress>();
  const timeZone = useServerZone();
  const request = toUsageRequest(address, { ownAccount: useUser().account, timeZone });
  return (
    <Page title={t.title} intro={t.intro(timeZone)}>
      <div className="grid gap-4">
        <UsageFilters request={request} />
        <Figures request={request} />
      </div>
    </Page>
  );
}

function Figures({ request }: { readonly request: UsageRequest }) {
  const [address] = useAddress<UsageAddress>();
  const lines = useQuery(usageQuery(request, request.by));
  const groupKey = request.by.find(key => key !== 'day');
  const { data: days } = useQuery(usageQuery(request, groupKey ? ['day', groupKey] : ['day']));
  const { data: [total] = [] } = useQuery(usageQuery(request, []));
  if (lines.error) return <ErrorNote error={lines.error} onRetry={() => void lines.refetch()} />;
  if (lines.data?.length === 0) return <NoUsage />;
  const measure = address.show === 'requests' ? 'requests' : 'amount';
  return (
    <>
      {days ? (
        <DayChart lines={days} first={request.first} last={request.last} part={groupKey} measure={measure} />
      ) : (
        <Skeleton className="h-72" />
      )}
      {lines.data ? <UsageTable request={request} lines={lines.data} total={total} /> : <SkeletonRows />}
      <ExportLinks procedure="usage show" values={{ ...request.values, by: request.by }} />
    </>
  );
}

/** Shown if no line matches the filters, or if the time range is empty. */
function NoUsage() {
  const t = useMessages(usageMessages);
  const [address, change] = useAddress<UsageAddress>();
  if (filterKeys.some(key => address[key]))
    return <NoResults onClear={() => change(Object.fromEntries(filterKeys.map(key => [key, undefined])))} />;
  return (
    <div className="card">
      <EmptyState icon={ChartNoAxesColumn} title={t.empty}>
        <p>{t.emptyDescription}</p>
        <p className="flex flex-wrap justify-center gap-2">
          {address.range !== '90' && (
            <Button onClick={() => change({ range: '90', from: undefined, to: undefined })}>
              {t.longer}
            </Button>
          )}
          <Link to="/image" className={buttonClasses('primary')}>
            {t.makePicture}
          </Link>
        </p>
      </EmptyState>
    </div>
  );
}
