/**
 * Shows the program that asks, the address that receives the response, and the account that grants access.
 */
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { IconComponent } from '../../icons/icon.ts';
import { AppWindow, Globe, Monitor } from '../../icons/icons.ts';
import { signOut, useUser } from '../../data/session.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { consentMessages } from './messages.ts';
import type { Question } from './question.ts';

const icons: Readonly<Record<Question['target']['kind'], IconComponent>> = {
  web: Globe,
  loopback: Monitor,
  app: AppWindow,
};

export function Program({ question: { client, target } }: { readonly question: Question }) {
  const t = useMessages(consentMessages);
  const user = useUser();
  const queries = useQueryClient();
  const Icon = icons[target.kind];
  return (
    <dl className="card divide-y divide-line">
      <Row
        name={t.program}
        note={
          client.host === null ? <span className="text-warn">{t.unverified}</span> : t.published(client.host)
        }
      >
        <bdi>{client.name}</bdi>
      </Row>
      <Row name={t.sends} note={t.places[target.kind]}>
        <Icon size={16} aria-hidden className="shrink-0 text-muted" />
        <code className="font-mono text-sm">{target.place}</code>
      </Row>
      <Row
        name={t.you}
        note={
          <button
            type="button"
            className="min-h-6 text-left text-accent hover:underline"
            onClick={() => void signOut(queries).then(() => location.reload())}
          >
            {t.otherUser}
          </button>
        }
      >
        {user.email}
      </Row>
    </dl>
  );
}

interface RowProps {
  readonly name: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

function Row({ name, note, children }: RowProps) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 p-3 sm:grid-cols-[7rem_1fr]">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0">
        <span className="flex items-center gap-2 font-medium wrap-anywhere">{children}</span>
        <span className="block text-sm text-muted">{note}</span>
      </dd>
    </div>
  );
}
