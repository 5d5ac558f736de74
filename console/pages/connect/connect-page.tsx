/**
 * The settings of clients, with the address of this server, a model, and a key that never leaves this page.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { clientGuides, type Connection } from '@kinora/shared/clients/client-guides';
import { useAddress } from '../../data/address.ts';
import { factsQuery, type ModelFacts } from '../../data/models/models.ts';
import { serverAddress } from '../../data/server-path.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { CopyButton } from '../../ui/formatted-values.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ClientSettings } from '../../clients/client-settings.tsx';
import { connectMessages } from '../../clients/messages.ts';

type ConnectAddress = Readonly<Record<'client' | 'model', string | undefined>>;

/** Shown in the settings until a key is entered. */
const placeholder = 'kn_…';

export function ConnectPage() {
  const t = useMessages(connectMessages);
  const { data: facts = [], error } = useQuery(factsQuery);
  const [address, change] = useAddress<ConnectAddress>();
  const [key, setKey] = useState('');
  const models = facts.filter(isChattable);
  const model = models.find(({ id }) => id === address.model) ?? models[0];
  const guide = clientGuides.find(({ id }) => id === address.client) ?? clientGuides[0];
  const connection: Connection = {
    server: serverAddress(),
    key: key || placeholder,
    model: model?.id ?? 'sketch',
  };
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <Link to="/tokens" className={buttonClasses()}>
          {t.tokens}
        </Link>
      }
    >
      <ErrorNote error={error} />
      <div className="card mb-6 grid gap-4 p-4 md:grid-cols-3">
        <ServerAddress />
        <TextField
          label={t.key}
          hint={t.keyHint}
          type="password"
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={event => setKey(event.target.value.trim())}
        />
        <SelectField
          label={t.model}
          value={connection.model}
          choices={models.map(({ id, name }) => ({ value: id, label: name === id ? id : `${name} (${id})` }))}
          onChange={event => change({ model: event.target.value })}
        />
      </div>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-[200px_minmax(0,1fr)]">
        <ClientChoice clientId={guide?.id} onChoose={client => change({ client })} />
        <div className="min-w-0">
          {guide && <ClientSettings {...{ guide, connection, model }} hasKey={key !== ''} />}
          <Section title={t.browsers}>
            <p className="max-w-160 text-muted">{t.browsersHint}</p>
          </Section>
          <Section title={t.proxies}>
            <p className="max-w-160 text-muted">{t.proxiesHint(serverAddress())}</p>
          </Section>
        </div>
      </div>
    </Page>
  );
}

/** Whether a model can be used in a chat client: it generates or edits images. */
function isChattable({ kind, operations }: ModelFacts): boolean {
  return kind === 'image' && (operations.includes('grid') || operations.includes('edit'));
}

function ServerAddress() {
  const t = useMessages(connectMessages);
  const address = `${serverAddress()}/v1`;
  return (
    <div className="min-w-0">
      <p className="mb-1 text-sm font-medium">{t.address}</p>
      <p className="flex min-h-9 items-center gap-2">
        <code className="min-w-0 font-mono text-sm wrap-anywhere">{address}</code>
        <CopyButton text={address} />
      </p>
      <p className="mt-1 text-xs text-muted">{t.addressHint}</p>
    </div>
  );
}

interface ChoiceProps {
  readonly clientId: string | undefined;
  readonly onChoose: (client: string) => void;
}

/** A list beside the settings; on phones a select above them. */
function ClientChoice({ clientId, onChoose }: ChoiceProps) {
  const t = useMessages(connectMessages);
  return (
    <>
      <SelectField
        label={t.client}
        className="md:hidden"
        value={clientId ?? ''}
        choices={clientGuides.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={event => onChoose(event.target.value)}
      />
      <ul aria-label={t.clients} className="grid content-start gap-0.5 max-md:hidden">
        {clientGuides.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === clientId}
              className={classes(
                'w-full cursor-pointer rounded-md px-3 py-1.5 text-left hover:bg-raised',
                id === clientId ? 'bg-raised font-medium' : 'text-muted',
              )}
              onClick={() => onChoose(id)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
