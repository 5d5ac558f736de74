/**
 * Searches the usual ports of a machine for programs that can be engines, and adds them by one press each.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Search } from '../../icons/icons.ts';
import type { AnswerOf } from '../../../src/api/procedures/table/contract.ts';
import { callProcedure } from '../../data/api.ts';
import { fieldErrors } from '../../data/field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { FoundCard } from './found-card.tsx';
import { findMessages } from './find-messages.ts';

export interface FindEnginesProps {
  readonly onClose: () => void;
  readonly onProbe: (engine: string) => void;
  readonly onEnterSecret: (engine: { kind: string; name: string; url: string }) => void;
}

type Discovery = AnswerOf<'engine discover'>;

/** The host name by which a program in a container reaches the machine that runs the container. */
const containerHost = 'host.docker.internal';

export function FindEngines({ onClose, ...handlers }: FindEnginesProps) {
  const t = useMessages(findMessages);
  const client = useQueryClient();
  const [host, setHost] = useState('');
  const key = ['discovery', host];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: () => callProcedure('engine discover', host === '' ? {} : { host }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const search = (requestedHost: string) =>
    requestedHost === host ? void refetch() : setHost(requestedHost);
  const errors = fieldErrors(error, ['host']);
  const discovery = isFetching ? undefined : data;
  const setEngines = (engines: Discovery['found']) =>
    client.setQueryData<Discovery>(key, before => before && { ...before, found: engines });
  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      className="w-[min(680px,calc(100vw-24px))]"
      ignoresOutsideClicks
    >
      <p className="mb-4 text-sm text-muted">{t.intro}</p>
      <HostForm key={host} host={host} error={errors.at('host')} isBusy={isFetching} onSearch={search} />
      <ErrorNote error={errors.other} onRetry={() => refetch()} />
      <div role="status" className="text-sm">
        {isFetching && <p className="text-muted">{t.searching}</p>}
        {discovery && <Summary data={discovery} />}
      </div>
      {discovery?.in_container && host === '' && (
        <Button size="s" className="mt-2" onClick={() => search(containerHost)}>
          {t.searchHost}
        </Button>
      )}
      <ul className="mt-4 grid gap-3">
        {discovery?.found.map(engine => (
          <li key={`${engine.port} ${engine.kind}`}>
            <FoundCard {...handlers} engine={engine} host={host} onAdded={setEngines} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface HostFormProps {
  /** The host name of the machine that was searched. Empty means this machine. */
  readonly host: string;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly onSearch: (host: string) => void;
}

function HostForm({ host, error, isBusy, onSearch }: HostFormProps) {
  const t = useMessages(findMessages);
  const [text, setText] = useState(host);
  return (
    <form
      className="mb-5 flex items-start gap-2"
      onSubmit={event => {
        event.preventDefault();
        if (!isBusy) onSearch(text.trim());
      }}
    >
      <TextField
        label={t.host}
        hint={t.hostHint}
        error={error}
        className="flex-1"
        value={text}
        placeholder="127.0.0.1"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        onChange={event => setText(event.target.value)}
      />
      <Button type="submit" icon={Search} busy={isBusy} className="mt-6">
        {t.search}
      </Button>
    </form>
  );
}

function Summary({ data: { found: engines, message, ports } }: { readonly data: Discovery }) {
  const t = useMessages(findMessages);
  return (
    <>
      <p>{message}</p>
      {engines.length === 0 && (
        <p className="mt-1 text-muted">
          {t.none} {t.ports(ports.join(', '))}
        </p>
      )}
    </>
  );
}
