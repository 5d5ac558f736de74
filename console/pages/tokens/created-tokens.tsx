/** New tokens: their keys, shown once, and how to use them. */
import { serverAddress } from '../../data/server-path.ts';
import type { TokenWithKey } from '../../data/tokens/create-tokens.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { ConfirmLeave } from '../../ui/dialogs/confirm-leave.tsx';
import { SecretValue } from '../../ui/secret-value.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { CopyButton, copyText } from '../../ui/formatted-values.tsx';
import { Skeleton } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { requestQuery, useUsableModels } from './groups.ts';
import { AgentSettings } from './agent-settings.tsx';
import { addressFor } from './message.ts';
import { Share } from './share.tsx';
import { tokenMessages } from './messages.ts';

interface CreatedTokensProps {
  /** Tokens with the same name: one, or one for images and one for video. */
  readonly tokens: readonly TokenWithKey[];
  readonly onDone: () => void;
}

export function CreatedTokens({ tokens, onDone }: CreatedTokensProps) {
  const t = useMessages(tokenMessages);
  const [copiedIds, setCopiedIds] = useState<readonly string[]>([]);
  const [isLeaving, setLeaving] = useState(false);
  const isCopied = tokens.every(({ id }) => copiedIds.includes(id));
  const [firstToken] = tokens;
  return (
    <Page title={t.createdTitle(firstToken?.name ?? '', tokens.length)}>
      <div className="max-w-200">
        {tokens.map(token => (
          <CreatedToken
            key={token.id}
            token={token}
            isOnly={tokens.length === 1}
            onCopied={() => setCopiedIds(before => [...before, token.id])}
          />
        ))}
        <div className="mt-6">
          <Button onClick={() => (isCopied ? onDone() : setLeaving(true))}>{t.done}</Button>
        </div>
        <ConfirmLeave
          isCopied={isCopied}
          isLeaving={isLeaving}
          onStay={() => setLeaving(false)}
          onLeave={onDone}
          copy={() => copyText(tokens.map(({ key }) => key).join('\n'))}
        />
      </div>
    </Page>
  );
}

interface CreatedTokenProps {
  readonly token: TokenWithKey;
  readonly isOnly: boolean;
  readonly onCopied: () => void;
}

function CreatedToken({ token, isOnly, onCopied }: CreatedTokenProps) {
  const t = useMessages(tokenMessages);
  return (
    <section className="not-first:mt-10" aria-label={t.groups[token.kind]}>
      {!isOnly && <h2 className="mb-3 text-lg font-semibold">{t.groups[token.kind]}</h2>}
      <SecretValue label={t.key} secret={token.key} onCopied={onCopied} />
      <Share token={token} onCopied={onCopied} />
      <Section title={t.tryIt}>
        <Request token={token} onCopied={onCopied} />
      </Section>
      <Section title={t.forClients}>
        <ClientSettings token={token} />
      </Section>
      <Section title={t.forAgents}>
        <div onCopy={onCopied} onClick={event => isCopyButton(event.target) && onCopied()}>
          <AgentSettings secret={token.key} />
        </div>
      </Section>
    </section>
  );
}

function Request({ token, onCopied }: { readonly token: TokenWithKey; readonly onCopied: () => void }) {
  const usable = useUsableModels(token);
  const { data: request } = useQuery(requestQuery(token, usable));
  if (!request) return <Skeleton className="h-28" />;
  return (
    <div onCopy={onCopied} onClick={event => isCopyButton(event.target) && onCopied()}>
      <CodeBlock label="curl" code={request} />
    </div>
  );
}

/** The request includes the key, so copying it also saves the key. */
function isCopyButton(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button') !== null;
}

function ClientSettings({ token: { kind, key } }: { readonly token: TokenWithKey }) {
  const t = useMessages(tokenMessages);
  const address = addressFor(kind, serverAddress());
  const lines = [
    [t.address, address],
    [t.keyLine, key],
  ] as const;
  return (
    <>
      <p className="mb-2 text-muted">{t.forClientsDescriptions[kind]}</p>
      <dl className="card divide-y divide-line">
        {lines.map(([name, value]) => (
          <div key={name} className="flex min-h-11 flex-wrap items-center gap-x-3 px-3">
            <dt className="w-20 text-sm text-muted">{name}</dt>
            <dd className="flex min-w-0 flex-1 items-center justify-between gap-2">
              <code className="min-w-0 font-mono text-sm wrap-anywhere">{value}</code>
              <CopyButton text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
