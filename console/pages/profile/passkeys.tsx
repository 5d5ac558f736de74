/** The user's own passkeys. Creating one uses the browser's WebAuthn dialog. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { FingerprintPattern } from '../../icons/icons.ts';
import { ApiError, callRoute } from '../../data/api.ts';
import { useUser } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { addPasskey } from './add-passkey.ts';
import { passkeysQuery, type Passkey } from './passkeys-query.ts';
import { profileMessages } from './messages.ts';

export function Passkeys() {
  const t = useMessages(profileMessages);
  const client = useQueryClient();
  const { data: passkeys = [] } = useQuery(passkeysQuery);
  const [removedPasskey, setRemovedPasskey] = useState<Passkey>();
  return (
    <Section title={t.passkeys} className="card p-4">
      <p className="-mt-2 mb-3 text-sm text-muted">{t.passkeysDescription}</p>
      {passkeys.length > 0 && (
        <ul className="mb-3 divide-y divide-line border-y border-line">
          {passkeys.map(passkey => (
            <Line key={passkey.id} passkey={passkey} onRemove={() => setRemovedPasskey(passkey)} />
          ))}
        </ul>
      )}
      {'PublicKeyCredential' in window ? <Add /> : <p className="text-sm text-muted">{t.noPasskeysHere}</p>}
      {removedPasskey && (
        <ConfirmDialog
          title={t.removeTitle(removedPasskey.name)}
          confirm={t.remove}
          run={async () => {
            await callRoute('POST /api/passkey.remove', { body: { id: removedPasskey.id } });
            await client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
          }}
          onClose={() => setRemovedPasskey(undefined)}
        >
          <p>{t.removeDescription}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function Line({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const t = useMessages(profileMessages);
  const { name, created, last_used } = passkey;
  return (
    <li className="flex items-center gap-3 py-2">
      <FingerprintPattern size={18} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="flex flex-wrap gap-x-2 text-xs text-muted">
          <span>
            {t.passkeyAdded} <RelativeTime time={created} />
          </span>
          {last_used ? (
            <span>
              {t.passkeyUsed} <RelativeTime time={last_used} />
            </span>
          ) : (
            <span>{t.passkeyUnused}</span>
          )}
        </span>
      </span>
      <Button size="s" aria-label={`${t.remove} ${name}`} onClick={onRemove}>
        {t.remove}
      </Button>
    </li>
  );
}

function Add() {
  const t = useMessages(profileMessages);
  const ui = useMessages(uiMessages);
  const client = useQueryClient();
  const [isRequested, setRequested] = useState(false);
  const { has_password: hasPassword } = useUser();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const add = useMutation({
    mutationFn: () => addPasskey({ name: name.trim() || t.passkeyDefault, password }, t.passkeyStopped),
    onSuccess: async () => {
      setRequested(false);
      setName('');
      setPassword('');
      await client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
  });
  const isPasswordWrong = add.error instanceof ApiError && add.error.code === 'sign_in_failed';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  if (!isRequested)
    return (
      <Button icon={FingerprintPattern} onClick={() => setRequested(true)}>
        {t.addPasskey}
      </Button>
    );
  return (
    <form onSubmit={submit} className="grid gap-3">
      <TextField
        label={t.passkeyName}
        hint={t.passkeyNameHint}
        placeholder={t.passkeyDefault}
        maxLength={100}
        autoFocus
        value={name}
        onChange={event => setName(event.target.value)}
      />
      {hasPassword && (
        <TextField
          label={t.confirmPassword}
          type="password"
          autoComplete="current-password"
          required
          error={isPasswordWrong ? t.currentWrong : undefined}
          value={password}
          onChange={event => setPassword(event.target.value)}
        />
      )}
      {!isPasswordWrong && <ErrorNote error={add.error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" busy={add.isPending}>
          {t.addPasskey}
        </Button>
        <Button onClick={() => setRequested(false)}>{ui.cancel}</Button>
      </div>
    </form>
  );
}
