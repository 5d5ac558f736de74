import { useInfiniteQuery } from '@tanstack/react-query';
import { useKeys } from '../../ui/keys.ts';
import { sumAmounts } from '../../data/amounts.ts';
import { useDebouncedValue } from '../../data/use-debounced-value.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { RelativeTime, Money } from '../../ui/formatted-values.tsx';
import { ErrorNote, NoResults, SkeletonRows } from '../../ui/page-states.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { ExportLinks } from '../../ui/export-links.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { businessMessages } from './business-messages.ts';
import { type Customer, customerSorts, customersQuery } from './business-queries.ts';
import { accountMessages } from './messages.ts';

/** The query parameters of the accounts page. */
export interface AccountSearch {
  readonly [name: string]: string | undefined;
  readonly tab?: string;
  readonly q?: string;
  readonly sort?: string;
  readonly open?: string;
}

interface TableProps {
  readonly search: AccountSearch;
  readonly setAddress: (change: Partial<AccountSearch>) => void;
}

/** Accounts in pages; a row opens the account's panel. */
export function AccountTable({ search, setAddress }: TableProps) {
  const t = useMessages(accountMessages);
  const ui = useMessages(uiMessages);
  const b = useMessages(businessMessages);
  const sort = customerSorts.find(one => one === search.sort) ?? 'created';
  const searchText = useDebouncedValue((search.q ?? '').trim());
  const customers = useInfiniteQuery(customersQuery({ sort, q: searchText || undefined }));
  const rows = customers.data?.pages.flat();
  const place = rows?.findIndex(({ account }) => account === search.open) ?? -1;
  const move = (step: number) => {
    const nextCustomer = rows?.[place === -1 ? 0 : place + step];
    if (nextCustomer) setAddress({ open: nextCustomer.account });
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  return (
    <>
      <SearchBar {...{ search, sort, setAddress }} />
      <ErrorNote error={customers.error} onRetry={() => void customers.refetch()} />
      {customers.isPending && !customers.error && <SkeletonRows />}
      {rows?.length === 0 && <NoResults onClear={() => setAddress({ q: undefined, sort: undefined })} />}
      {rows && rows.length > 0 && (
        <Table
          label={t.accounts}
          columns={accountColumns({ ...t, ...columnLabels(b) }, rows, open => setAddress({ open }))}
          rows={rows}
          toKey={({ account }) => account}
          openKey={search.open}
          onOpen={({ account }) => setAddress({ open: account })}
        />
      )}
      <div className="mt-3 flex flex-wrap justify-between gap-2">
        {customers.hasNextPage && (
          <Button busy={customers.isFetchingNextPage} onClick={() => void customers.fetchNextPage()}>
            {ui.loadMore}
          </Button>
        )}
        <span className="ml-auto">
          <ExportLinks procedure="customer list" values={{ sort, q: searchText }} />
        </span>
      </div>
    </>
  );
}

function SearchBar({ search, sort, setAddress }: TableProps & { readonly sort: string }) {
  const t = useMessages(accountMessages);
  const b = useMessages(businessMessages);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <input
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        className="field sm:w-72!"
        value={search.q ?? ''}
        onChange={event => setAddress({ q: event.target.value || undefined })}
      />
      <SelectField
        label={b.sort}
        isQuiet
        choices={customerSorts.map(value => ({ value, label: b.sorts[value] }))}
        value={sort}
        onChange={({ target }) => setAddress({ sort: target.value === 'created' ? undefined : target.value })}
      />
    </div>
  );
}

type Words = (typeof accountMessages)['en'] & BusinessWords;
type BusinessWords = ReturnType<typeof columnLabels>;

/** Returns the titles of the columns about the last 30 days. */
function columnLabels({ spent: spentLabel, margin, active, never }: (typeof businessMessages)['en']) {
  return { spentLately: spentLabel, margin, active, neverActive: never };
}

function accountColumns(
  t: Words,
  customers: readonly Customer[],
  open: (id: string) => void,
): Column<Customer>[] {
  const money = (key: 'available' | 'held' | 'spent' | 'margin', title: string): Column<Customer> => ({
    key,
    title,
    isNumber: true,
    isNamed: true,
    cell: customer => <Money amount={customer[key]} />,
    total: <Money amount={sumAmounts(customers.map(customer => customer[key]))} />,
  });
  return [
    {
      key: 'name',
      title: t.name,
      total: t.total,
      cell: ({ account, name }) => (
        <button
          type="button"
          className="min-h-7 max-w-full truncate text-left font-medium hover:underline"
          onClick={() => open(account)}
        >
          {name}
        </button>
      ),
    },
    {
      key: 'state',
      title: t.state,
      cell: ({ state }) => (
        <span className={classes(state === 'suspended' ? 'text-warn' : 'text-muted')}>{t.states[state]}</span>
      ),
    },
    money('available', t.available),
    { ...money('held', t.held), isWide: true, from: 'xl' },
    money('spent', t.spentLately),
    money('margin', t.margin),
    {
      key: 'active',
      title: t.active,
      isNumber: true,
      isNamed: true,
      cell: ({ active }) => (active ? <RelativeTime time={active} /> : t.neverActive),
    },
    {
      key: 'created',
      title: t.created,
      isNumber: true,
      from: 'lg',
      cell: one => <RelativeTime time={one.created} />,
    },
  ];
}
