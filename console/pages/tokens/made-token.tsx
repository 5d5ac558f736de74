/** A token that was just made: its key, this once, and what to do with it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Token } from '../../data/tokens.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { KeepCopied } from '../../ui/keep-copied.tsx';
import { Once } from '../../ui/once.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { CopyButton, copyText } from '../../ui/show.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useWords } from '../../words/words.ts';
import { requestQuery, useUsable } from './groups.ts';
import { addressFor } from './message.ts';
import { Share } from './share.tsx';
import { tokenWords } from './words.ts';

export interface TokenWithKey extends Token {
  readonly key: string;
}

export function MadeToken({ token, onDone }: { readonly token: TokenWithKey; readonly onDone: () => void }) {
  const t = useWords(tokenWords);
  const [isCopied, setCopied] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Page title={t.madeTitle(token.name)}>
      <div className="max-w-200">
        <Once label={t.key} secret={token.key} onCopied={() => setCopied(true)} />
        <Share token={token} onCopied={() => setCopied(true)} />
        <Section title={t.tryIt}>
          <Request token={token} onCopied={() => setCopied(true)} />
        </Section>
        <Section title={t.forClients}>
          <ForClients token={token} />
        </Section>
        <div className="mt-6">
          <Button onClick={() => (isCopied ? onDone() : setLeaving(true))}>{t.done}</Button>
        </div>
        <KeepCopied
          isCopied={isCopied}
          isLeaving={isLeaving}
          onStay={() => setLeaving(false)}
          onLeave={onDone}
          copy={() => copyText(token.key)}
        />
      </div>
    </Page>
  );
}

function Request({ token, onCopied }: { readonly token: TokenWithKey; readonly onCopied: () => void }) {
  const usable = useUsable(token);
  const { data: request } = useQuery(requestQuery(usable, token.key));
  if (!request) return <Skeleton className="h-28" />;
  return (
    <div onCopy={onCopied} onClick={event => isCopyButton(event.target) && onCopied()}>
      <CodeBlock label="curl" code={request} />
    </div>
  );
}

/** The request holds the key, so that copying it is as good. */
function isCopyButton(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button') !== null;
}

function ForClients({ token: { kind, key } }: { readonly token: TokenWithKey }) {
  const t = useWords(tokenWords);
  const address = addressFor(kind, location.origin);
  const lines = [
    [t.address, address],
    [t.keyLine, key],
  ] as const;
  return (
    <>
      <p className="mb-2 text-muted">{t.forClientsSays[kind]}</p>
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
