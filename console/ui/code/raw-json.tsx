/** The server's unmodified response, collapsed by default. */
import { useMessages } from '../../i18n/catalogue.ts';
import { CopyButton } from '../formatted-values.tsx';
import { uiMessages } from '../messages.ts';

export function RawJson({ value, label }: { readonly value: unknown; readonly label?: string }) {
  const t = useMessages(uiMessages);
  const text = JSON.stringify(value, null, 2);
  return (
    <details className="card group overflow-hidden">
      <summary className="flex min-h-10 items-center justify-between gap-2 px-3 text-sm text-muted hover:text-text">
        {label ?? t.raw}
      </summary>
      <div className="relative border-t border-line bg-bg">
        <div className="absolute top-1 right-1">
          <CopyButton text={text} />
        </div>
        <pre
          tabIndex={0}
          className="max-h-100 overflow-auto p-3 pr-10 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {text}
        </pre>
      </div>
    </details>
  );
}
