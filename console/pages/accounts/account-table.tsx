import { useQuery } from '@tanstack/react-query';
import { useKeys } from '../../ui/keys.ts';
import { sumOf } from '../../data/amounts.ts';
import type { Account } from '../../data/operators/operator-queries.ts';
import { classes } from '../../ui/class-names.ts';
import { RelativeTime, Money } from '../../ui/formatted-values.tsx';
import { NoResults } from '../../ui/page-states.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { ExportLinks } from '../../ui/export-links.tsx';
import { Table, type Column } from '../../ui/table.tsx';
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
  readonly accounts: readonly Account[];
  readonly search: AccountSearch;
  readonly setAddress: (change: Partial<AccountSearch>) => void;
}

/** All accounts; a row opens the account's panel. */
export function AccountTable({ accounts, search, setAddress }: TableProps) {
  const t = useMessages(accountMessages);
  const words = (search.q ?? '').trim().toLowerCase();
  const b = useMessages(businessMessages);
  const sort = customerSorts.find(one => one === search.sort) ?? 'created';
  const { data: customers } = useQuery(customersQuery(sort));
  const byId = new Map(accounts.map(account => [account.id, account]));
  // The accounts are there first, and in the order of the customers when those have been read.
  const ordered = customers?.flatMap(({ account }) => byId.get(account) ?? []) ?? accounts;
  const rows = ordered.map(account => ({
    ...account,
    customer: customers?.find(each => each.account === account.id),
  }));
  const shown = rows.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(words));
  const place = shown.findIndex(({ id }) => id === search.open);
  const move = (step: number) => {
    const next = shown[place === -1 ? 0 : place + step];
    if (next) setAddress({ open: next.id });
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  return (
    <>
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
          onChange={({ target }) =>
            setAddress({ sort: target.value === 'created' ? undefined : target.value })
          }
        />
      </div>
      {shown.length === 0 ? (
        <NoResults onClear={() => setAddress({ q: undefined })} />
      ) : (
        <Table
          label={t.accounts}
          columns={columnsOf({ ...t, ...pick(b) }, shown, open => setAddress({ open }))}
          rows={shown}
          keyOf={({ id }) => id}
          openKey={search.open}
          onOpen={({ id }) => setAddress({ open: id })}
        />
      )}
      <div className="mt-3 flex justify-end">
        <ExportLinks procedure="customer list" values={{ sort }} />
      </div>
    </>
  );
}

type Row = Account & { readonly customer: Customer | undefined };
type Words = (typeof accountMessages)['en'] & BusinessWords;
type BusinessWords = ReturnType<typeof pick>;

/** The words of the columns that come with the customers. */
function pick({ spent, margin, active, never }: (typeof businessMessages)['en']) {
  return { spentLately: spent, margin, active, neverActive: never };
}

function columnsOf(t: Words, shown: readonly Row[], open: (id: string) => void): Column<Row>[] {
  const money = (key: 'available' | 'held' | 'spent', isWide: boolean): Column<Row> => ({
    key,
    title: key === 'spent' ? <span title={t.spentDescription}>{t.spent}</span> : t[key],
    isNumber: true,
    isNamed: true,
    isWide,
    cell: account => <Money amount={account[key]} />,
    total: <Money amount={sumOf(shown.map(account => account[key]))} />,
  });
  const lately = (key: 'spent' | 'margin', title: string): Column<Row> => ({
    key: `${key} lately`,
    title,
    isNumber: true,
    isNamed: true,
    cell: ({ customer }) => customer && <Money amount={customer[key]} />,
    total: <Money amount={sumOf(shown.map(({ customer }) => customer?.[key] ?? '0'))} />,
  });
  return [
    {
      key: 'name',
      title: t.name,
      total: t.total,
      cell: ({ id, name }) => (
        <button
          type="button"
          className="min-h-7 max-w-full truncate text-left font-medium hover:underline"
          onClick={() => open(id)}
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
    money('available', false),
    { ...money('held', true), from: 'xl' },
    { ...money('spent', true), from: 'xl' },
    lately('spent', t.spentLately),
    lately('margin', t.margin),
    {
      key: 'active',
      title: t.active,
      isNumber: true,
      isNamed: true,
      cell: ({ customer }) =>
        customer?.active ? <RelativeTime time={customer.active} /> : customer && t.neverActive,
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
