/** All tasks, updated live: a filtered table, and the open task beside it. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { IconComponent } from '../../icons/icon.ts';
import { Rows2, Rows3 } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { openStoredValue } from '../../state/stored-value.ts';
import { hasRole, useUser } from '../../data/session.ts';
import { facetsQuery, tasksQuery } from '../../data/tasks/tasks.ts';
import { Page } from '../../ui/page.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { SavedViews } from './saved-views.tsx';
import { TaskFilters } from './task-filters.tsx';
import { TaskList } from './task-list.tsx';
import { toFilter, type TaskSearch } from './views.ts';
import { taskMessages } from './messages.ts';

const isDense = openStoredValue('task rows dense', true);
/** The maximum page size of the server. */
const pageSize = 200;

export function TasksPage() {
  const t = useMessages(taskMessages);
  const user = useUser();
  const [address, setAddress] = useAddress<TaskSearch>();
  // Only operators can see all accounts. The same URL shows other users their own tasks.
  const { scope: _, ...rest } = address;
  const search: TaskSearch = hasRole(user, 'operator') ? address : rest;
  const [now] = useState(() => Date.now());
  const filter = toFilter(search, { ownAccount: user.account, now });
  const { data: facets } = useQuery(facetsQuery(filter));
  // Live events keep the list up to date. A refetch would load every page again.
  const tasks = useInfiniteQuery({
    ...tasksQuery(filter, pageSize),
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  return (
    <Page
      title={t.title}
      intro={t.intro}
      isWide
      actions={<Actions search={search} setAddress={setAddress} />}
    >
      <SavedViews search={search} onChange={setAddress} />
      <TaskFilters search={search} facets={facets} onChange={setAddress} />
      <TaskList {...{ search, filter, facets, tasks, setAddress }} isDense={isDense.use()} />
    </Page>
  );
}

interface ActionsProps {
  readonly search: TaskSearch;
  readonly setAddress: (change: Partial<TaskSearch>) => void;
}

function Actions({ search, setAddress }: ActionsProps) {
  const t = useMessages(taskMessages);
  const user = useUser();
  const dense = isDense.use();
  return (
    <>
      {hasRole(user, 'operator') && (
        <SegmentedControl
          label={t.scope}
          isQuiet
          className="whitespace-nowrap"
          value={search.scope === 'all' ? 'all' : 'mine'}
          segments={[
            { value: 'mine', label: t.mine },
            { value: 'all', label: t.allAccounts },
          ]}
          onChange={scope =>
            setAddress({ scope: scope === 'all' ? 'all' : undefined, account: undefined, token: undefined })
          }
        />
      )}
      <SegmentedControl
        label={t.density}
        isQuiet
        className="max-sm:hidden"
        value={dense ? 'dense' : 'wide'}
        segments={[
          { value: 'dense', label: <RowsIcon icon={Rows3} label={t.compact} /> },
          { value: 'wide', label: <RowsIcon icon={Rows2} label={t.comfortable} /> },
        ]}
        onChange={value => isDense.set(value === 'dense')}
      />
    </>
  );
}

function RowsIcon({ icon: Icon, label }: { readonly icon: IconComponent; readonly label: string }) {
  return (
    <span title={label}>
      <Icon size={16} className="inline-block" aria-hidden />
      <span className="sr-only">{label}</span>
    </span>
  );
}
