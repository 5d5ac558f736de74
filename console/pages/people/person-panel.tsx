/** A user: role, password reset link, disabling and enabling. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { callProcedure } from '../../data/api.ts';
import { hasRole, useCurrency, useServerZone, useUser } from '../../data/session.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { SidePanel } from '../../ui/dialogs/side-panel.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { roles } from './invite-dialog.tsx';
import { OneTimeLink } from './one-time-link.tsx';
import type { Person } from './people.ts';
import { peopleMessages } from './messages.ts';

interface PersonPanelProps {
  readonly person: Person;
  readonly onClose: () => void;
}

export function PersonPanel({ person, onClose }: PersonPanelProps) {
  const t = useMessages(peopleMessages);
  const user = useUser();
  const isOwn = person.id === user.id;
  return (
    <SidePanel title={person.name} label={`${t.details}: ${person.name}`} onClose={onClose}>
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="wrap-anywhere text-muted">{person.email}</span>
          <Link to="/usage" search={{ user: person.email }} className={buttonClasses('plain', 's')}>
            {t.theirUsage}
          </Link>
        </div>
        {isOwn ? <p className="text-muted">{t.ownRole}</p> : <Role person={person} />}
        <Budget person={person} />
        <Recover person={person} />
        {!isOwn && <DisableUser person={person} />}
      </div>
    </SidePanel>
  );
}

function Role({ person }: { readonly person: Person }) {
  const t = useMessages(peopleMessages);
  const ui = useMessages(uiMessages);
  const user = useUser();
  const client = useQueryClient();
  const [role, setRole] = useState(person.role);
  const save = useMutation({
    mutationFn: () => callProcedure('user role', { user: person.id, role }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
  return (
    <div className="grid gap-3">
      <SegmentedControl
        label={t.columns.role}
        value={role}
        segments={roles.filter(one => hasRole(user, one)).map(value => ({ value, label: t.roles[value] }))}
        onChange={setRole}
      />
      <p className="text-sm text-muted">{t.roleDescriptions[role]}</p>
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

function Budget({ person }: { readonly person: Person }) {
  const t = useMessages(peopleMessages);
  const ui = useMessages(uiMessages);
  const currency = useCurrency();
  const timeZone = useServerZone();
  const client = useQueryClient();
  const [amount, setAmount] = useState(person.budget ?? '');
  const save = useMutation({
    mutationFn: () => callProcedure('user budget', { user: person.id, month: amount.trim() || 'none' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form noValidate className="grid gap-3 border-t border-line pt-4" onSubmit={submit}>
      <TextField
        label={`${t.budget} (${currency})`}
        hint={t.budgetHint(timeZone)}
        inputMode="decimal"
        placeholder={t.noBudget}
        value={amount}
        error={save.error ? save.error.message : undefined}
        onChange={event => setAmount(event.target.value)}
      />
      <div className="flex items-center gap-3">
        <Button type="submit" disabled={amount.trim() === (person.budget ?? '')} busy={save.isPending}>
          {t.saveBudget}
        </Button>
        <span role="status" className="text-sm text-muted">
          {save.isSuccess && amount.trim() === (person.budget ?? '') && ui.saved}
        </span>
      </div>
    </form>
  );
}

function Recover({ person }: { readonly person: Person }) {
  const t = useMessages(peopleMessages);
  const client = useQueryClient();
  const recover = useMutation({
    mutationFn: () => callProcedure('user recover', { user: person.id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['invitations'] }),
  });
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <p className="text-sm text-muted">{t.recoverDescription}</p>
      {recover.data ? (
        <OneTimeLink created={recover.data} account={person.account} />
      ) : (
        <Button className="justify-self-start" busy={recover.isPending} onClick={() => recover.mutate()}>
          {t.recover}
        </Button>
      )}
      <ErrorNote error={recover.error} />
    </div>
  );
}

function DisableUser({ person }: { readonly person: Person }) {
  const t = useMessages(peopleMessages);
  const client = useQueryClient();
  const [isRequested, setRequested] = useState(false);
  const isActive = person.state === 'active';
  return (
    <div className="border-t border-line pt-4">
      <Button kind={isActive ? 'danger' : 'plain'} onClick={() => setRequested(true)}>
        {isActive ? t.disable : t.enable}
      </Button>
      {isRequested && (
        <ConfirmDialog
          title={isActive ? t.disableTitle(person.name) : t.enableTitle(person.name)}
          confirm={isActive ? t.disable : t.enable}
          isDanger={isActive}
          run={async () => {
            await callProcedure(isActive ? 'user disable' : 'user enable', { user: person.id });
            await client.invalidateQueries({ queryKey: ['users'] });
          }}
          onClose={() => setRequested(false)}
        >
          <p>{isActive ? t.disableDescription : t.enableDescription}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
