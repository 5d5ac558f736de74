/** Open invitations, which can be revoked. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callProcedure } from '../../data/api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { invitationsQuery, type Invitation } from './people.ts';
import { peopleMessages } from './messages.ts';

export function Invitations({ account }: { readonly account: string }) {
  const t = useMessages(peopleMessages);
  const client = useQueryClient();
  const { data: links } = useQuery(invitationsQuery(account));
  const [revoking, setRevoking] = useState<string>();
  if (!links) return null;
  return (
    <Section title={t.invitations}>
      <p className="-mt-2 mb-3 text-sm text-muted">
        {links.length === 0 ? t.noInvitations : t.invitationsDescription}
      </p>
      {links.length > 0 && (
        <ul className="card divide-y divide-line">
          {links.map(link => (
            <Line key={link.id} link={link} onRevoke={() => setRevoking(link.id)} />
          ))}
        </ul>
      )}
      {revoking && (
        <ConfirmDialog
          title={t.revokeTitle}
          confirm={t.revoke}
          run={async () => {
            await callProcedure('invitation revoke', { id: revoking });
            await client.invalidateQueries({ queryKey: ['invitations'] });
          }}
          onClose={() => setRevoking(undefined)}
        >
          <p>{t.revokeDescription}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function Line({ link, onRevoke }: { readonly link: Invitation; readonly onRevoke: () => void }) {
  const t = useMessages(peopleMessages);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 text-sm">
      <span className="min-w-0 flex-1 basis-40 font-medium wrap-anywhere">{link.email ?? t.anyMail}</span>
      <span>{link.for ? t.recovery : t.joins(t.roles[link.role])}</span>
      <span className="text-muted">
        {t.until} <RelativeTime time={link.expires} />
      </span>
      <Button size="s" onClick={onRevoke}>
        {t.revoke}
      </Button>
    </li>
  );
}
