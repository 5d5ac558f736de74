/** The own passkeys: the browser asks the device for one, with what the server wants to know of it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { list, post } from '../../data/api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { Ago } from '../../ui/show.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { uiWords } from '../../ui/words.ts';
import { useWords } from '../../words/words.ts';
import { addPasskey } from './add-passkey.ts';
import { profileWords } from './words.ts';

interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly created: string;
  readonly last_used: string | null;
}

export function Passkeys() {
  const t = useWords(profileWords);
  const client = useQueryClient();
  const { data: passkeys = [] } = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => list<Passkey>('passkey list'),
  });
  const [removed, setRemoved] = useState<Passkey>();
  return (
    <Section title={t.passkeys} className="card p-4">
      <p className="-mt-2 mb-3 text-sm text-muted">{t.passkeysSay}</p>
      {passkeys.length > 0 && (
        <ul className="mb-3 divide-y divide-line border-y border-line">
          {passkeys.map(passkey => (
            <Line key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </ul>
      )}
      {'PublicKeyCredential' in window ? <Add /> : <p className="text-sm text-muted">{t.noPasskeysHere}</p>}
      {removed && (
        <ConfirmDialog
          title={t.removeTitle(removed.name)}
          confirm={t.remove}
          run={async () => {
            await post('/api/passkey.remove', { id: removed.id });
            await client.invalidateQueries({ queryKey: ['passkeys'] });
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t.removeSays}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function Line({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const t = useWords(profileWords);
  const { name, created, last_used } = passkey;
  return (
    <li className="flex items-center gap-3 py-2">
      <Fingerprint size={18} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="flex flex-wrap gap-x-2 text-xs text-muted">
          <span>
            {t.passkeyAdded} <Ago time={created} />
          </span>
          {last_used ? (
            <span>
              {t.passkeyUsed} <Ago time={last_used} />
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
  const t = useWords(profileWords);
  const ui = useWords(uiWords);
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => addPasskey(name.trim() || t.passkeyUsual, t.passkeyStopped),
    onSuccess: async () => {
      setAsked(false);
      setName('');
      await client.invalidateQueries({ queryKey: ['passkeys'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  if (!isAsked)
    return (
      <Button icon={Fingerprint} onClick={() => setAsked(true)}>
        {t.addPasskey}
      </Button>
    );
  return (
    <form onSubmit={submit} className="grid gap-3">
      <TextField
        label={t.passkeyName}
        hint={t.passkeyNameHint}
        placeholder={t.passkeyUsual}
        maxLength={100}
        autoFocus
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <ErrorNote error={add.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" busy={add.isPending}>
          {t.addPasskey}
        </Button>
        <Button onClick={() => setAsked(false)}>{ui.cancel}</Button>
      </div>
    </form>
  );
}
