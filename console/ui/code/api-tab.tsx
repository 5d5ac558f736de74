/** A form as an API request: curl, JavaScript, Python, with polling or a webhook. The choice is in the URL. */
import type { ReactNode } from 'react';
import { useAddress } from '../../data/address.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Segmented } from '../fields/segmented.tsx';
import { apiMessages } from './api-messages.ts';
import { CodeBlock } from './code-block.tsx';

export type SnippetLanguage = 'curl' | 'javascript' | 'python';
export type Follow = 'polling' | 'webhook';

const names = { curl: 'curl', javascript: 'JavaScript', python: 'Python' } as const;

interface ApiTabProps {
  readonly codeIn: (language: SnippetLanguage, follow: Follow) => string;
  /** The environment variable of the token in the code. */
  readonly variable: string;
  readonly note?: ReactNode;
  /** Choices before the language. */
  readonly choices?: ReactNode;
  /** Whether the code can wait in several ways. */
  readonly hasFollow?: boolean;
}

export function ApiTab({ codeIn, variable, note, choices, hasFollow = true }: ApiTabProps) {
  const t = useMessages(apiMessages);
  const [address, change] = useAddress<{ code?: string; follow?: string }>();
  const language = address.code && address.code in names ? (address.code as SnippetLanguage) : 'curl';
  const follow: Follow = address.follow === 'webhook' ? 'webhook' : 'polling';
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-4">
        {choices}
        <Segmented
          label={t.language}
          className="min-w-60"
          value={language}
          segments={(Object.keys(names) as SnippetLanguage[]).map(value => ({ value, label: names[value] }))}
          onChange={code => change({ code: code === 'curl' ? undefined : code })}
        />
        {hasFollow && (
          <Segmented
            label={t.follow}
            className="min-w-48"
            value={follow}
            segments={[
              { value: 'polling', label: t.polling },
              { value: 'webhook', label: t.webhook },
            ]}
            onChange={follow => change({ follow: follow === 'polling' ? undefined : follow })}
          />
        )}
      </div>
      <CodeBlock label={names[language]} code={codeIn(language, follow)} language={language} />
      <p className="text-sm text-muted">
        {t.tokenHint(variable)} {note}
      </p>
    </div>
  );
}
