/** A table of ledger entries, each with the balance after it. */
import { Link } from '@tanstack/react-router';
import type { IconComponent } from '../../icons/icon.ts';
import {
  ArrowDownToLine,
  ChevronRight,
  CircleCheck,
  Flag,
  Gift,
  Hourglass,
  RotateCcw,
  SlidersHorizontal,
  Undo2,
} from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { classes } from '../../ui/class-names.ts';
import { RelativeTime, Money } from '../../ui/formatted-values.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { entryChange, type EntryKind, type Fold } from './entries.ts';
import type { LedgerAddress } from './ledger-queries.ts';
import { ledgerMessages } from './messages.ts';

interface EntryTableProps {
  readonly lines: readonly Fold[];
  readonly open: string | undefined;
}

export function EntryTable({ lines, open }: EntryTableProps) {
  const t = useMessages(ledgerMessages);
  const [, change] = useAddress<LedgerAddress>();
  const toggle = ({ entry, parts }: Fold) =>
    parts.length > 1 && change({ open: open === entry.id ? undefined : entry.id });
  return (
    <Table
      label={t.list}
      columns={useColumns(open)}
      rows={lines}
      toKey={({ entry, isPart }) => `${entry.id}${isPart ? ' part' : ''}`}
      openKey={open}
      onOpen={toggle}
    />
  );
}

function useColumns(open: string | undefined): readonly Column<Fold>[] {
  const t = useMessages(ledgerMessages);
  return [
    { key: 'what', title: t.columns.what, cell: line => <EntryName line={line} open={open} /> },
    {
      key: 'amount',
      title: t.columns.amount,
      isNumber: true,
      cell: line => <Amount line={line} />,
    },
    {
      key: 'task',
      title: t.columns.task,
      className: 'max-sm:col-span-2 sm:min-w-44',
      cell: line => <EntryReason line={line} />,
    },
    {
      key: 'token',
      title: t.columns.token,
      isWide: true,
      from: 'lg',
      cell: ({ entry }) => <span className="block max-w-40 truncate">{entry.token_name}</span>,
    },
    {
      key: 'at',
      title: t.columns.at,
      className: 'max-sm:text-muted',
      cell: ({ entry }) => <RelativeTime time={entry.at} />,
    },
    {
      key: 'balance',
      title: t.columns.balance,
      isNamed: true,
      isNumber: true,
      className: 'max-sm:text-muted',
      cell: ({ balance }) => <Money amount={balance} />,
    },
  ];
}

const icons: Readonly<Record<EntryKind, IconComponent>> = {
  hold: Hourglass,
  settle: CircleCheck,
  release: Undo2,
  refund: RotateCcw,
  top_up: ArrowDownToLine,
  adjust: SlidersHorizontal,
  redeem: Gift,
  opening: Flag,
};

function EntryName({
  line: { entry, parts, isPart },
  open,
}: {
  readonly line: Fold;
  readonly open: string | undefined;
}) {
  const t = useMessages(ledgerMessages);
  const [, change] = useAddress<LedgerAddress>();
  const Icon = icons[entry.kind];
  const isOpen = open === entry.id;
  const isFree = entry.kind === 'settle' && Number(entry.amount) === 0;
  const lineClass = 'inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap';
  const content = (
    <>
      <Icon size={14} aria-hidden className="text-muted" />
      {isFree ? t.free : t.kinds[entry.kind]}
    </>
  );
  if (isPart || parts.length === 1)
    return (
      <span
        title={isFree ? t.freeDescription : t.kindDescriptions[entry.kind]}
        className={classes(lineClass, isPart ? 'pl-10 text-muted' : 'pl-5')}
      >
        {content}
      </span>
    );
  return (
    <button
      type="button"
      title={isOpen ? t.close : t.open(parts.length)}
      aria-expanded={isOpen}
      onClick={() => change({ open: isOpen ? undefined : entry.id })}
      className={lineClass}
    >
      <ChevronRight
        size={14}
        aria-hidden
        className={classes('text-muted transition-transform duration-120', isOpen && 'rotate-90')}
      />
      {content}
    </button>
  );
}

/** For a single charge, which does not change the available balance. */
function Amount({ line: { entry, change, isPart, parts } }: { readonly line: Fold }) {
  const t = useMessages(ledgerMessages);
  const isInside = parts.length === 1 && entryChange(entry) === '0.00';
  if (isInside)
    return (
      <span className="text-muted" title={t.heldMove}>
        <Money amount={entry.amount} />
      </span>
    );
  return (
    <Money
      amount={change}
      isSigned
      className={classes(isPart && 'text-muted', Number(change) > 0 && 'text-ok')}
    />
  );
}

function EntryReason({ line: { entry, isPart } }: { readonly line: Fold }) {
  const t = useMessages(ledgerMessages);
  const version = entry.price_version === null ? undefined : t.version(entry.price_version);
  if (isPart)
    return (
      <span className="text-muted">
        {t.kindDescriptions[entry.kind]} {version && <span className="block text-xs">{version}</span>}
      </span>
    );
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      {entry.task && (
        <Link to={`/task/${entry.task}`} className="text-text" title={entry.prompt ?? entry.task}>
          {entry.prompt ? (
            <span className="line-clamp-1 max-w-64 wrap-anywhere">{entry.prompt}</span>
          ) : (
            (entry.model ?? t.task)
          )}
        </Link>
      )}
      {entry.task && entry.prompt && (
        <span className="text-xs whitespace-nowrap text-muted" title={version}>
          {entry.model}
        </span>
      )}
      {entry.reason && <span className="text-muted wrap-anywhere">{entry.reason}</span>}
    </span>
  );
}
