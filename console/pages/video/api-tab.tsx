/** The form as an API request: curl, JavaScript, Python, with polling or a webhook. */
import { useAddress } from '../../data/address.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import type { Wanted } from './request.ts';
import { snippetOf, type Follow, type SnippetLanguage } from './snippets.ts';
import { videoMessages } from './messages.ts';
import { serverAddress } from '../../data/server-path.ts';

const names = { curl: 'curl', javascript: 'JavaScript', python: 'Python' } as const;

export function ApiTab({ wanted }: { readonly wanted: Wanted }) {
  const t = useMessages(videoMessages);
  const [address, change] = useAddress<{ code?: string; follow?: string }>();
  const language = address.code && address.code in names ? (address.code as SnippetLanguage) : 'curl';
  const follow: Follow = address.follow === 'webhook' ? 'webhook' : 'polling';
  const code = snippetOf(language, { wanted, server: serverAddress(), follow });
  const hasFiles = Object.values(wanted.references).some(list => list.some(({ kind }) => kind === 'file'));
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-4">
        <Segmented
          label={t.language}
          className="min-w-60"
          value={language}
          segments={(Object.keys(names) as SnippetLanguage[]).map(value => ({ value, label: names[value] }))}
          onChange={code => change({ code: code === 'curl' ? undefined : code })}
        />
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
      </div>
      <CodeBlock label={names[language]} code={code} language={language} />
      <p className="text-sm text-muted">
        {t.tokenHint} {hasFiles && t.fileHint}
      </p>
    </div>
  );
}
