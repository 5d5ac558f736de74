/** An audit entry: actor, action, object, IP address and changes. */
import type { AuditEntry } from '../../data/operators/operator-queries.ts';
import { RawJson } from '../../ui/code/raw-json.tsx';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { unknown } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { ActionName, ActorName } from './action-name.tsx';
import { findDifferences, type Difference } from './diff.ts';
import { useDescribeField } from './field-name.ts';
import { isId, displayedDifferences } from './shown-value.ts';
import { auditMessages } from './messages.ts';

interface LineProps {
  readonly entry: AuditEntry;
  /** The account's name. Null if the entry concerns the whole server. */
  readonly account: string | null;
  /** The name of the changed object. Undefined if it is unknown. */
  readonly name: string | undefined;
  readonly onObject: (object: string) => void;
}

const fold = 6;

export function AuditLine({ entry, account, name, onObject }: LineProps) {
  const t = useMessages(auditMessages);
  const differences = findDifferences(entry.before, entry.after, useDescribeField());
  const visibleDifferences = displayedDifferences(differences).slice(0, fold);
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 text-sm lg:grid-cols-[minmax(0,4fr)_minmax(0,6fr)]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <ActionName action={entry.action} />
          <button
            type="button"
            className="min-h-6 min-w-0 truncate rounded-sm text-xs text-muted underline decoration-line-strong underline-offset-2 hover:text-text"
            title={entry.object}
            onClick={() => onObject(entry.object)}
          >
            {name ?? <span className="font-mono">{shortenObject(entry.object)}</span>}
          </button>
        </p>
        <p className="flex flex-wrap gap-x-2 text-muted">
          <ActorName entry={entry} />
          {entry.address && <span className="font-mono text-xs leading-[18px]">{entry.address}</span>}
          <RelativeTime time={entry.at} />
          <span>· {account ?? t.server}</span>
        </p>
      </div>
      <div className="min-w-0">
        {differences.length === 0 && <p className="text-muted">{t.noChange}</p>}
        <Differences differences={visibleDifferences} />
        {differences.length > visibleDifferences.length && (
          <div className="mt-2">
            <RawJson label={t.all} value={{ before: entry.before, after: entry.after }} />
          </div>
        )}
      </div>
    </li>
  );
}

function shortenObject(object: string): string {
  return isId(object) ? `${object.slice(0, 8)}…${object.slice(-4)}` : object;
}

function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  const t = useMessages(auditMessages);
  const fields: Readonly<Record<string, string>> = t.fields;
  return (
    <dl className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-0.5">
      {differences.map(({ field, before, after }) => (
        <div key={field} className="contents">
          <dt className="text-muted" title={field}>
            {fields[field] ?? <span className="font-mono text-xs">{field}</span>}
          </dt>
          <dd className="min-w-0 whitespace-pre-line wrap-anywhere">
            {before !== undefined && (
              <del className="text-muted decoration-bad">
                <span className="sr-only">{t.before}: </span>
                {before === '' ? unknown : before}
              </del>
            )}
            {before !== undefined && after !== undefined && (
              <span aria-hidden className="mx-1.5 text-muted">
                →
              </span>
            )}
            {after !== undefined && (
              <ins className="no-underline">
                <span className="sr-only">{t.after}: </span>
                {after === '' ? unknown : after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
