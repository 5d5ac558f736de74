/** All engines as cards, with the forms that add, edit and probe them. */
import { useQuery } from '@tanstack/react-query';
import { Plus, Server } from 'lucide-react';
import { useState } from 'react';
import { useAddress } from '../../data/address.ts';
import { enginesQuery } from '../../data/operators/operator-queries.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorNote, Skeleton } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { configureMessages } from './configure-messages.ts';
import { EngineCard } from './engine-card.tsx';
import { EngineForm } from './engine-form.tsx';
import { engineMessages } from './messages.ts';
import { ProbeDialog } from './probe-dialog.tsx';

interface Search {
  readonly [name: string]: string | undefined;
  /** `true`: the form for a new engine is open. */
  readonly add?: string;
  /** The engine being edited. */
  readonly edit?: string;
  /** The field of the form to begin with: `secret`. */
  readonly field?: string;
}

export function EnginesPage() {
  const t = useMessages(engineMessages);
  const does = useMessages(configureMessages);
  const { data, error, refetch } = useQuery(enginesQuery);
  const [{ add, edit, field }, setAddress] = useAddress<Search>();
  /** Workers still report them for a while. */
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [probed, setProbed] = useState<string>();
  const probe = useProcedure('engine probe', ['engines', 'overview']);
  const engines = data?.filter(({ name }) => !removed.includes(name));
  const close = () => setAddress({ add: undefined, edit: undefined, field: undefined });
  const startProbe = (engine: string) => {
    setProbed(engine);
    probe.mutate({ engine });
  };
  const addButton = (
    <Button kind="primary" icon={Plus} onClick={() => setAddress({ add: 'true' })}>
      {does.add}
    </Button>
  );
  return (
    <Page title={t.title} intro={t.intro} actions={engines?.length !== 0 && addButton}>
      {error && <ErrorNote className="mb-4" error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton className="h-80" />}
      {engines?.length === 0 && (
        <EmptyState icon={Server} title={does.none}>
          <p>{does.noneHint}</p>
          {addButton}
        </EmptyState>
      )}
      <ul className="grid gap-4">
        {engines?.map(engine => (
          <li key={engine.name}>
            <EngineCard
              engine={engine}
              onProbe={() => startProbe(engine.name)}
              onEdit={() => setAddress({ edit: engine.name })}
              onRemoved={() => setRemoved([...removed, engine.name])}
            />
          </li>
        ))}
      </ul>
      {(add || edit) && (
        <EngineForm
          key={edit ?? ''}
          engine={edit}
          isSecretAsked={field === 'secret'}
          onClose={close}
          onSaved={(engine, { isProbed }) => {
            close();
            setRemoved(removed.filter(name => name !== engine));
            if (isProbed) startProbe(engine);
          }}
        />
      )}
      {probed && !edit && (
        <ProbeDialog
          engine={probed}
          probe={probe}
          onClose={() => setProbed(undefined)}
          onEdit={({ isSecretAsked }) => {
            setProbed(undefined);
            setAddress({ edit: probed, field: isSecretAsked ? 'secret' : undefined });
          }}
        />
      )}
    </Page>
  );
}
