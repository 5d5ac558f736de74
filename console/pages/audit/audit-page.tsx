/** The audit log: all entries with their changes, filtered by account, action and object. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ScrollText } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { accountsQuery, auditQuery, type AuditEntry } from '../../data/operators/operator-queries.ts';
import { Button } from '../../ui/button.tsx';
import { ExportLinks } from '../../ui/export-links.tsx';
import { FacetChip } from '../../ui/filters/facet-chip.tsx';
import { isCommit } from '../../ui/keys.ts';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorNote, NoResults, SkeletonRows } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { useActionName } from './action-messages.ts';
import { AuditLine } from './audit-line.tsx';
import { namesIn } from './shown-value.ts';
import { auditMessages } from './messages.ts';

interface Search {
  readonly [name: string]: string | undefined;
  readonly account?: string;
  readonly action?: string;
  readonly object?: string;
}

const nothing = { account: undefined, action: undefined, object: undefined };

export function AuditPage() {
  const t = useMessages(auditMessages);
  const [search, setAddress] = useAddress<Search>();
  const { account, action, object } = search;
  const filter = { account, action, object };
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(auditQuery(filter));
  const { data: accounts = [] } = useQuery(accountsQuery);
  const entries = data?.pages.flat() ?? [];
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  const objects = namesIn(entries);
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={<ExportLinks procedure="audit list" values={{ ...filter, limit: 100_000 }} />}
    >
      <div className="mb-3 flex flex-wrap items-center gap-1.5">
        <ObjectBox
          key={object ?? ''}
          value={object ?? ''}
          onChange={value => setAddress({ object: value })}
        />
        <FacetChip
          label={t.account}
          value={account}
          isSingle
          choices={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={value => setAddress({ account: value })}
        />
        <ActionChip entries={entries} action={action} onChange={value => setAddress({ action: value })} />
      </div>
      <ErrorNote error={error} onRetry={() => refetch()} />
      {isPending && <SkeletonRows count={8} />}
      {!isPending && entries.length === 0 && (account || action || object) && (
        <NoResults onClear={() => setAddress(nothing)} />
      )}
      {!isPending && !error && entries.length === 0 && !(account || action || object) && (
        <EmptyState icon={ScrollText} title={t.none} />
      )}
      {entries.length > 0 && (
        <ol className="card divide-y divide-line">
          {entries.map(entry => (
            <AuditLine
              key={entry.id}
              entry={entry}
              account={entry.account === null ? null : (names.get(entry.account) ?? entry.account)}
              name={names.get(entry.object) ?? objects.get(entry.object)}
              onObject={value => setAddress({ object: value }, { isStep: true })}
            />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button className="mx-auto mt-4 flex!" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </Page>
  );
}

interface ActionProps {
  readonly entries: readonly AuditEntry[];
  readonly action: string | undefined;
  readonly onChange: (action: string | undefined) => void;
}

/** The values seen since the page was opened. */
function ActionChip({ entries, action, onChange }: ActionProps) {
  const t = useMessages(auditMessages);
  const actionName = useActionName();
  const [seenActions, setSeenActions] = useState<readonly string[]>([]);
  const newActions = [...new Set(entries.map(entry => entry.action))].filter(
    one => !seenActions.includes(one),
  );
  if (newActions.length > 0) setSeenActions([...seenActions, ...newActions].toSorted());
  return (
    <FacetChip
      label={t.action}
      value={action}
      isSingle
      choices={seenActions.map(value => ({ value, label: actionName(value) ?? value }))}
      onChange={onChange}
    />
  );
}

interface ObjectProps {
  readonly value: string;
  readonly onChange: (text: string | undefined) => void;
}

function ObjectBox({ value, onChange }: ObjectProps) {
  const t = useMessages(auditMessages);
  const [text, setText] = useState(value);
  const ask = () => text.trim() !== value && onChange(text.trim() || undefined);
  return (
    <input
      type="search"
      aria-label={t.object}
      placeholder={t.object}
      className="field min-h-8! py-1! text-sm sm:w-72!"
      value={text}
      onChange={event => setText(event.target.value)}
      onBlur={ask}
      onKeyDown={event => isCommit(event) && ask()}
    />
  );
}
