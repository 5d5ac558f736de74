/** What the server told, as it told it, folded away until somebody wants it. */
import { useWords } from '../words/words.ts';
import { CopyButton } from './show.tsx';
import { uiWords } from './words.ts';

export function RawJson({ value, label }: { readonly value: unknown; readonly label?: string }) {
  const t = useWords(uiWords);
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
