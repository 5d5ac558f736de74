/** Links that export the current view as a file, with the same procedure and filters. */
import { Download } from '../icons/icons.ts';
import type { ListName } from '../../src/api/procedures/table/contract.ts';
import { procedurePath, withQuery, type Values } from '../data/api.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { buttonClasses } from './button.tsx';
import { uiMessages } from './messages.ts';

interface ExportProps {
  /** The name of the exported part, if it is not the whole view. */
  readonly label?: string;
  readonly procedure: ListName;
  readonly values: Values;
}

export function ExportLinks({ label, procedure, values }: ExportProps) {
  const t = useMessages(uiMessages);
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 text-sm text-muted">
      <Download size={14} aria-hidden />
      {label ?? t.exportView}
      {(['csv', 'jsonl'] as const).map(format => (
        <a
          key={format}
          download
          className={buttonClasses('plain', 's')}
          href={withQuery(procedurePath(procedure), { ...values, format })}
        >
          <span className="sr-only">{label ?? t.exportView}</span> {format.toUpperCase()}
        </a>
      ))}
    </span>
  );
}
