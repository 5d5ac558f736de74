import { useKeys } from '../../ui/keys.ts';
import { sumOf } from '../../data/amounts.ts';
import type { Account } from '../../data/operators/operator-queries.ts';
import { classes } from '../../ui/class-names.ts';
import { RelativeTime, Money } from '../../ui/formatted-values.tsx';
import { NoResults } from '../../ui/page-states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { accountMessages } from './messages.ts';

/** The query parameters of the accounts page. */
export interface AccountSearch {
  readonly [name: string]: string | undefined;
  readonly tab?: string;
  readonly q?: string;
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
  const shown = accounts.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(words));
  const place = shown.findIndex(({ id }) => id === search.open);
  const move = (step: number) => {
    const next = shown[place === -1 ? 0 : place + step];
    if (next) setAddress({ open: next.id });
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  return (
    <>
      <input
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        className="field mb-3 sm:w-72!"
        value={search.q ?? ''}
        onChange={event => setAddress({ q: event.target.value || undefined })}
      />
      {shown.length === 0 ? (
        <NoResults onClear={() => setAddress({ q: undefined })} />
      ) : (
        <Table
          label={t.accounts}
          columns={columnsOf(t, shown, open => setAddress({ open }))}
          rows={shown}
          keyOf={({ id }) => id}
          openKey={search.open}
          onOpen={({ id }) => setAddress({ open: id })}
        />
      )}
    </>
  );
}

type Words = (typeof accountMessages)['en'];

function columnsOf(t: Words, shown: readonly Account[], open: (id: string) => void): Column<Account>[] {
  const money = (key: 'available' | 'held' | 'spent', isWide: boolean): Column<Account> => ({
    key,
    title: key === 'spent' ? <span title={t.spentDescription}>{t.spent}</span> : t[key],
    isNumber: true,
    isNamed: true,
    isWide,
    cell: account => <Money amount={account[key]} />,
    total: <Money amount={sumOf(shown.map(account => account[key]))} />,
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
    money('held', true),
    money('spent', false),
    {
      key: 'created',
      title: t.created,
      isNumber: true,
      isWide: true,
      cell: one => <RelativeTime time={one.created} />,
    },
  ];
}
