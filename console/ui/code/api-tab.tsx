/**
 * A form as an API request: in each interface that can send it, in a language, with polling or a
 * webhook. The choice is in the URL.
 */
import type { ReactNode } from 'react';
import {
  keyVariables,
  snippetInterfaces,
  type ChatSnippet,
  type Follow,
  type ImagesSnippet,
  type MidjourneySnippet,
  type SnippetInterface,
  type VideosSnippet,
} from '@kinora/shared/snippets/snippet';
import { snippetIn, snippetLanguages } from '@kinora/shared/snippets/snippet-languages';
import { useAddress } from '../../data/address.ts';
import { serverAddress } from '../../data/server-path.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { SegmentedControl } from '../fields/segmented-control.tsx';
import { apiMessages } from './api-messages.ts';
import { CodeBlock } from './code-block.tsx';
import { InterfaceChoice, LanguageChoice, useLanguage } from './snippet-choices.tsx';

type OwnFields<Snippet> = Omit<Snippet, 'server' | 'variable' | 'follow'>;

/** The code of the request in each interface that can send it. */
export interface FormRequests {
  readonly images?: OwnFields<ImagesSnippet>;
  readonly chat?: OwnFields<ChatSnippet>;
  readonly midjourney?: OwnFields<MidjourneySnippet>;
  readonly videos?: OwnFields<VideosSnippet>;
}

interface ApiTabProps {
  readonly requests: FormRequests;
  /** The interface that is shown first. */
  readonly usual: SnippetInterface;
  /** The kind of token that sends the request. */
  readonly kind: 'image' | 'video';
  readonly note?: ReactNode;
}

export function ApiTab({ requests, usual, kind, note }: ApiTabProps) {
  const t = useMessages(apiMessages);
  const [address] = useAddress<{ format?: string; follow?: string }>();
  const interfaces = snippetInterfaces.filter(name => requests[name] !== undefined);
  const snippetInterface = interfaces.find(name => name === address.format) ?? usual;
  const language = useLanguage(snippetInterface);
  const follow: Follow = address.follow === 'webhook' ? 'webhook' : 'polling';
  const variable = keyVariables[kind];
  const request = { ...requests[snippetInterface], server: serverAddress(), variable, follow };
  const { label, highlight } = snippetLanguages[language];
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-4">
        {interfaces.length > 1 && (
          <InterfaceChoice interfaces={interfaces} snippetInterface={snippetInterface} usual={usual} />
        )}
        <LanguageChoice snippetInterface={snippetInterface} />
        {(snippetInterface === 'midjourney' || snippetInterface === 'videos') && (
          <FollowChoice follow={follow} />
        )}
      </div>
      <CodeBlock
        label={label}
        code={snippetIn(language, snippetInterface, request as never)}
        language={highlight}
      />
      <p className="text-sm text-muted">
        {t.tokenHint(variable)} {note}
      </p>
    </div>
  );
}

function FollowChoice({ follow }: { readonly follow: Follow }) {
  const t = useMessages(apiMessages);
  const [, change] = useAddress<{ follow?: string }>();
  return (
    <SegmentedControl
      label={t.follow}
      className="min-w-48"
      value={follow}
      segments={[
        { value: 'polling', label: t.polling },
        { value: 'webhook', label: t.webhook },
      ]}
      onChange={follow => change({ follow: follow === 'polling' ? undefined : follow })}
    />
  );
}
