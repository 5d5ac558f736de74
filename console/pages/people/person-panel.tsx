/** One user: the role, a link for a new password, shutting out and letting in again. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { run } from '../../data/api.ts';
import { mayAs, useUser } from '../../data/session.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { uiWords } from '../../ui/words.ts';
import { useWords } from '../../words/words.ts';
import { roles } from './invite-dialog.tsx';
import { OnceLink, type MadeLink } from './once-link.tsx';
import type { Person } from './people.ts';
import { peopleWords } from './words.ts';

interface PersonPanelProps {
  readonly person: Person;
  readonly onClose: () => void;
}

export function PersonPanel({ person, onClose }: PersonPanelProps) {
  const t = useWords(peopleWords);
  const user = useUser();
  const isOwn = person.id === user.id;
  return (
    <SidePanel title={person.name} label={`${t.details}: ${person.name}`} onClose={onClose}>
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="wrap-anywhere text-muted">{person.email}</span>
          <Link to="/usage" search={{ user: person.email } as never} className={buttonLook('plain', 's')}>
            {t.theirUsage}
          </Link>
        </div>
        {isOwn ? <p className="text-muted">{t.ownRole}</p> : <Role person={person} />}
        <Recover person={person} />
        {!isOwn && <ShutOut person={person} />}
      </div>
    </SidePanel>
  );
}

function Role({ person }: { readonly person: Person }) {
  const t = useWords(peopleWords);
  const ui = useWords(uiWords);
  const user = useUser();
  const client = useQueryClient();
  const [role, setRole] = useState(person.role);
  const save = useMutation({
    mutationFn: () => run('user role', { user: person.id, role }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
  return (
    <div className="grid gap-3">
      <Segmented
        label={t.columns.role}
        value={role}
        segments={roles.filter(one => mayAs(user, one)).map(value => ({ value, label: t.roles[value] }))}
        onChange={setRole}
      />
      <p className="text-sm text-muted">{t.roleSays[role]}</p>
      <div className="flex items-center gap-3">
        <Button disabled={role === person.role} busy={save.isPending} onClick={() => save.mutate()}>
          {t.saveRole}
        </Button>
        <span role="status" className="text-sm text-muted">
          {save.isSuccess && role === person.role && ui.saved}
        </span>
      </div>
      <ErrorNote error={save.error} />
    </div>
  );
}

function Recover({ person }: { readonly person: Person }) {
  const t = useWords(peopleWords);
  const client = useQueryClient();
  const recover = useMutation({
    mutationFn: () => run<MadeLink>('user recover', { user: person.id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['invitations'] }),
  });
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <p className="text-sm text-muted">{t.recoverSays}</p>
      {recover.data ? (
        <OnceLink made={recover.data} account={person.account} />
      ) : (
        <Button className="justify-self-start" busy={recover.isPending} onClick={() => recover.mutate()}>
          {t.recover}
        </Button>
      )}
      <ErrorNote error={recover.error} />
    </div>
  );
}

function ShutOut({ person }: { readonly person: Person }) {
  const t = useWords(peopleWords);
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const isActive = person.state === 'active';
  return (
    <div className="border-t border-line pt-4">
      <Button kind={isActive ? 'danger' : 'plain'} onClick={() => setAsked(true)}>
        {isActive ? t.disable : t.enable}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={isActive ? t.disableTitle(person.name) : t.enableTitle(person.name)}
          confirm={isActive ? t.disable : t.enable}
          isDanger={isActive}
          run={async () => {
            await run(isActive ? 'user disable' : 'user enable', { user: person.id });
            await client.invalidateQueries({ queryKey: ['users'] });
          }}
          onClose={() => setAsked(false)}
        >
          <p>{isActive ? t.disableSays : t.enableSays}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
