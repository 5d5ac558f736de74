/** The view that is shown, as a file: of the same procedure with the same filters. */
import { Download } from 'lucide-react';
import { pathOf, withQuery } from '../data/api.ts';
import { useWords } from '../words/words.ts';
import { buttonLook } from './button.tsx';
import { uiWords } from './words.ts';

interface ExportProps {
  /** What is exported where it is not the whole view. */
  readonly label?: string;
  readonly procedure: string;
  readonly values: Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>;
}

export function ExportLinks({ label, procedure, values }: ExportProps) {
  const t = useWords(uiWords);
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 text-sm text-muted">
      <Download size={14} aria-hidden />
      {label ?? t.exportView}
      {(['csv', 'jsonl'] as const).map(format => (
        <a
          key={format}
          download
          className={buttonLook('plain', 's')}
          href={withQuery(pathOf(procedure), { ...values, format })}
        >
          <span className="sr-only">{label ?? t.exportView}</span> {format.toUpperCase()}
        </a>
      ))}
    </span>
  );
}
