/** The step of programs that the user already has: the settings of a client, ready to copy. */
import { clientGuides, type Connection } from '@kinora/shared/clients/client-guides';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ClientSettings } from '../../clients/client-settings.tsx';
import { factsQuery } from '../../data/models/models.ts';
import { serverAddress } from '../../data/server-path.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { welcomeMessages } from './messages.ts';

const placeholder = 'kn_…';

export function ClientStep() {
  const t = useMessages(welcomeMessages);
  const { data: facts = [] } = useQuery(factsQuery);
  const [chosenClient, setChosenClient] = useState('');
  const [key, setKey] = useState('');
  const guide = clientGuides.find(({ id }) => id === chosenClient) ?? clientGuides[0];
  const model = facts.find(({ kind, operations }) => kind === 'image' && operations.includes('grid'));
  const connection: Connection = {
    server: serverAddress(),
    key: key || placeholder,
    model: model?.id ?? 'sketch',
  };
  if (!guide) return null;
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t.chooseClient}
          value={guide.id}
          choices={clientGuides.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={event => setChosenClient(event.target.value)}
        />
        <TextField
          label={t.key}
          hint={t.keyHint}
          type="password"
          placeholder={placeholder}
          autoComplete="off"
          value={key}
          onChange={event => setKey(event.target.value.trim())}
        />
      </div>
      <ClientSettings {...{ guide, connection, model }} hasKey={key !== ''} />
      <Link to="/connect" className={`justify-self-start ${buttonClasses()}`}>
        {t.moreClients}
      </Link>
    </div>
  );
}
