/** Code or terminal text with a copy button, highlighted if its language is given. */
import { useMemo } from 'react';
import { highlight, type CodeLanguage } from './highlight.ts';
import { CopyButton } from '../formatted-values.tsx';

interface CodeBlockProps {
  /** The title: "curl", "Check a signature". */
  readonly label: string;
  readonly code: string;
  /** The text to display if `code` includes a secret. The copy button copies `code`. */
  readonly shownCode?: string;
  /** Without a language, the text is not highlighted. */
  readonly language?: CodeLanguage;
}

export function CodeBlock({ label, code, shownCode, language }: CodeBlockProps) {
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
        {language ? <ColoredCode code={shownCode ?? code} language={language} /> : (shownCode ?? code)}
      </pre>
    </figure>
  );
}

function ColoredCode({ code, language }: { readonly code: string; readonly language: CodeLanguage }) {
  const lines = useMemo(() => highlight(code, language), [code, language]);
  return lines.map((line, index) => (
    <span key={index}>
      {line.map(({ text, look }, place) => (
        <span key={place} className={look || undefined}>
          {text}
        </span>
      ))}
      {index < lines.length - 1 && '\n'}
    </span>
  ));
}
