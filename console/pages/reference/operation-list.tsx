/** All operations in groups, with a search. Only open groups of the Console's API are rendered. */
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { Search } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { classes } from '../../ui/class-names.ts';
import { Collapsible } from './collapsible.tsx';
import { NoResults } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { groupNames, searchOperations, type Operation } from './document.ts';
import { Method } from './method.tsx';
import { referenceMessages } from './messages.ts';

interface ListProps {
  readonly operations: readonly Operation[];
  readonly open: string | undefined;
}

export function OperationList({ operations, open }: ListProps) {
  const t = useMessages(referenceMessages);
  const [{ q = '' }, change] = useAddress<{ q?: string }>();
  const search = useDeferredValue(q);
  const matchingOperations = searchOperations(operations, search);
  // The open operation has its own heading.
  const Heading = open === undefined ? 'h1' : 'p';
  return (
    <nav aria-label={t.operations} className="p-4">
      <Heading className="mb-3 text-xl font-semibold lg:text-lg">{t.title}</Heading>
      <label className="relative mb-3 block">
        <span className="sr-only">{t.search}</span>
        <Search size={15} className="absolute top-2.5 left-2.5 text-muted" aria-hidden />
        <input
          type="search"
          className="field pl-8!"
          placeholder={t.search}
          value={q}
          onChange={event => change({ q: event.target.value || undefined })}
        />
      </label>
      {matchingOperations.length === 0 && <NoResults onClear={() => change({ q: undefined })} />}
      {groupNames.map(group => {
        const members = matchingOperations.filter(operation => operation.group === group);
        if (members.length === 0) return null;
        return (
          <section key={group} className="mb-4">
            <h2 className="mb-1 px-2 text-xs font-semibold tracking-wide text-muted uppercase">
              {t.groups[group]}
            </h2>
            {group === 'console' ? (
              <Subjects operations={members} open={open} isSearched={search !== ''} />
            ) : (
              <Lines operations={members} open={open} />
            )}
          </section>
        );
      })}
    </nav>
  );
}

function Subjects({ operations, open, isSearched }: ListProps & { readonly isSearched: boolean }) {
  const subjects = [...Map.groupBy(operations, ({ about }) => about ?? '')];
  return subjects.map(([topic, members]) => (
    <Collapsible
      key={`${topic} ${isSearched}`}
      isOpen={isSearched || members.some(({ id }) => id === open)}
      title={<span className="capitalize">{topic}</span>}
      note={members.length}
    >
      <Lines operations={members} open={open} />
    </Collapsible>
  ));
}

function Lines({ operations, open }: ListProps) {
  return (
    <ul>
      {operations.map(({ id, method, path, summary }) => (
        <li key={id}>
          <Link
            to="/reference"
            search={(before: object) => ({ ...before, op: id })}
            aria-current={id === open ? 'page' : undefined}
            className={classes(
              'grid grid-cols-[44px_1fr] items-baseline gap-x-2 rounded-md px-2 py-1.5 text-text no-underline hover:bg-raised pointer-coarse:py-2.5',
              id === open && 'bg-raised',
            )}
          >
            <Method name={method} />
            <span className="min-w-0">
              <span className="block font-mono text-xs wrap-anywhere">{path}</span>
              <span className="block text-xs text-muted">{summary}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
