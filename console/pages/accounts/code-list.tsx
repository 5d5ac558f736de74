/** Redemption codes with their value and state. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Ticket } from '../../icons/icons.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { accountsQuery, codesQuery, type Code } from '../../data/operators/operator-queries.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ExportLinks } from '../../ui/export-links.tsx';
import { RelativeTime, Money } from '../../ui/formatted-values.tsx';
import { EmptyState, ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { unknown } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { accountMessages } from './messages.ts';

interface CodeListProps {
  readonly onNew: () => void;
}

const colors = {
  good: 'text-ok',
  redeemed: 'text-info',
  revoked: 'text-muted',
  expired: 'text-muted',
} as const;

export function CodeList({ onNew }: CodeListProps) {
  const t = useMessages(accountMessages);
  const [revoking, setRevoking] = useState<Code>();
  const { data, error, refetch } = useQuery(codesQuery);
  const revoke = useProcedure('code revoke', ['codes']);
  if (error) return <ErrorNote error={error} onRetry={() => refetch()} />;
  if (!data) return <SkeletonRows />;
  if (data.length === 0)
    return (
      <EmptyState icon={Ticket} title={t.noCodes}>
        <p>{t.noCodesHint}</p>
        <Button kind="primary" onClick={onNew}>
          {t.newCode}
        </Button>
      </EmptyState>
    );
  const columns: Column<Code>[] = [
    { key: 'prefix', title: t.codeStart, cell: ({ prefix }) => <code className="font-mono">{prefix}…</code> },
    {
      key: 'state',
      title: t.state,
      cell: ({ state }) => <span className={colors[state]}>{t.codeStates[state]}</span>,
    },
    { key: 'note', title: t.note, cell: ({ note }) => note || unknown },
    { key: 'amount', title: t.worth, isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
    {
      key: 'redeemed',
      title: t.redeemedBy,
      isWide: true,
      cell: ({ redeemed_by: redeemer }) => (redeemer ? <Redeemer account={redeemer} /> : unknown),
    },
    {
      key: 'until',
      title: t.until,
      isWide: true,
      isNumber: true,
      cell: ({ expires }) => (expires ? <RelativeTime time={expires} /> : t.expiry.never),
    },
    {
      key: 'do',
      title: <span className="sr-only">{t.revoke}</span>,
      isNumber: true,
      cell: code =>
        code.state === 'good' && (
          <Button size="s" kind="danger" onClick={() => setRevoking(code)}>
            {t.revoke}
          </Button>
        ),
    },
  ];
  return (
    <>
      <Table label={t.codes} columns={columns} rows={data} toKey={({ id }) => id} />
      <div className="mt-3 flex justify-end">
        <ExportLinks procedure="code list" values={{ limit: 100_000 }} />
      </div>
      {revoking && (
        <ConfirmDialog
          title={t.confirmRevoke(revoking.prefix)}
          confirm={t.revoke}
          run={() => revoke.mutateAsync({ id: revoking.id })}
          onClose={() => setRevoking(undefined)}
        >
          {t.revokeDescription}
        </ConfirmDialog>
      )}
    </>
  );
}

/**
 * Shows the name of an account, or its id if the account is not among the newest, which are all that is
 * loaded.
 */
function Redeemer({ account }: { readonly account: string }) {
  const { data: accounts } = useQuery(accountsQuery);
  return accounts?.find(({ id }) => id === account)?.name ?? account;
}
