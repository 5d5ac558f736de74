/** Text for a terminal or a file, with a button that copies all of it. */
import { CopyButton } from './show.tsx';

interface CodeBlockProps {
  /** What it is: "curl", "Check a signature". */
  readonly label: string;
  readonly code: string;
  /** Where a secret must not be shown: what is seen instead. Copying takes `code`. */
  readonly shown?: string;
}

export function CodeBlock({ label, code, shown }: CodeBlockProps) {
  return (
    <figure className="card min-w-0 overflow-hidden">
      <figcaption className="flex min-h-9 items-center justify-between gap-2 border-b border-line py-0.5 pr-1 pl-3 text-sm text-muted">
        {label}
        <CopyButton text={code} />
      </figcaption>
      <pre
        tabIndex={0}
        aria-label={label}
        role="region"
        className="overflow-x-auto p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {shown ?? code}
      </pre>
    </figure>
  );
}
