/** Creates an invitation and shows its link once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOtherAccount } from '../../data/operators/other-account.ts';
import { callProcedure } from '../../data/api.ts';
import { hasRole, useAbout, useUser, type User } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { OneTimeLink } from './one-time-link.tsx';
import { peopleMessages } from './messages.ts';

export const roles = ['member', 'owner', 'operator'] as const;

interface InviteProps {
  readonly account: string;
  readonly onClose: () => void;
}

export function InviteDialog({ account, onClose }: InviteProps) {
  const t = useMessages(peopleMessages);
  const ui = useMessages(uiMessages);
  const user = useUser();
  const otherAccount = useOtherAccount(account);
  const client = useQueryClient();
  const [role, setRole] = useState<User['role']>('member');
  const [email, setEmail] = useState('');
  const { mail } = useAbout();
  const [isSent, setSent] = useState(true);
  const invite = useMutation({
    mutationFn: () =>
      callProcedure('user invite', {
        role,
        account,
        ...(email.trim() && { email: email.trim(), ...(mail && { send: isSent }) }),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['invitations'] }),
  });
  const actions = invite.data ? (
    <Button onClick={onClose}>{t.done}</Button>
  ) : (
    <>
      <Button onClick={onClose}>{ui.cancel}</Button>
      <Button kind="primary" busy={invite.isPending} onClick={() => invite.mutate()}>
        {t.inviteButton}
      </Button>
    </>
  );
  return (
    <Dialog
      title={otherAccount === undefined ? t.invite : t.inviteTo(otherAccount)}
      onClose={onClose}
      actions={actions}
    >
      {invite.data ? (
        <OneTimeLink created={invite.data} account={account} />
      ) : (
        <div className="grid gap-4">
          <p className="text-muted">{t.inviteDescription}</p>
          <div>
            <SegmentedControl
              label={t.role}
              value={role}
              segments={roles
                .filter(one => hasRole(user, one))
                .map(value => ({ value, label: t.roles[value] }))}
              onChange={setRole}
            />
            <p className="mt-1 min-h-8 text-xs text-muted">{t.roleDescriptions[role]}</p>
          </div>
          <TextField
            label={t.email}
            hint={t.emailHint}
            type="email"
            value={email}
            onChange={event => setEmail(event.target.value)}
          />
          {mail && email.trim() !== '' && <SendByMail isSent={isSent} onChange={setSent} />}
          <ErrorNote error={invite.error} />
        </div>
      )}
    </Dialog>
  );
}

interface SendByMailProps {
  readonly isSent: boolean;
  readonly onChange: (isSent: boolean) => void;
}

function SendByMail({ isSent, onChange }: SendByMailProps) {
  const t = useMessages(peopleMessages);
  return (
    <label className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        className="size-4 accent-(--accent)"
        checked={isSent}
        onChange={event => onChange(event.target.checked)}
      />
      {t.sendByMail}
    </label>
  );
}
