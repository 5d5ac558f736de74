/** All engines as cards, with the forms that add, edit and probe them. */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Plus, Search as SearchIcon, Server } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { enginesQuery, type Engine } from '../../data/operators/operator-queries.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorNote, Skeleton } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { configureMessages } from './configure-messages.ts';
import { EngineCard } from './engine-card.tsx';
import { EngineForm } from './engine-form.tsx';
import { FindEngines } from './find-engines.tsx';
import { findMessages } from './find-messages.ts';
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
  /** `true`: the search for programs on this machine is open. */
  readonly find?: string;
  /** The kind that is selected at first in the form for a new engine. */
  readonly kind?: string;
  readonly name?: string;
  readonly url?: string;
}

/** The address without the form. */
const closedForm: Partial<Search> = {
  add: undefined,
  edit: undefined,
  field: undefined,
  kind: undefined,
  name: undefined,
  url: undefined,
};

export function EnginesPage() {
  const t = useMessages(engineMessages);
  const { data, error, refetch } = useQuery(enginesQuery);
  const [{ add, edit, field, find, kind, name, url }, setAddress] = useAddress<Search>();
  /** The names of removed engines, which workers still report for a while. */
  const [removedNames, setRemovedNames] = useState<readonly string[]>([]);
  const [probedEngine, setProbedEngine] = useState<string>();
  const probe = useProcedure('engine probe', ['engines', 'overview']);
  const engines = data?.filter(({ name }) => !removedNames.includes(name));
  const close = () => setAddress(closedForm);
  const startProbe = (engine: string) => {
    setProbedEngine(engine);
    probe.mutate({ engine });
  };
  const buttons = (
    <EngineButtons onFind={() => setAddress({ find: 'true' })} onAdd={() => setAddress({ add: 'true' })} />
  );
  return (
    <Page title={t.title} intro={t.intro} actions={engines?.length !== 0 && buttons}>
      {error && <ErrorNote className="mb-4" error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton className="h-80" />}
      {engines?.length === 0 && <NoEngines>{buttons}</NoEngines>}
      <EngineList
        engines={engines ?? []}
        onProbe={startProbe}
        onEdit={engine => setAddress({ edit: engine })}
        onRemoved={engine => setRemovedNames([...removedNames, engine])}
      />
      {(add || edit) && (
        <EngineForm
          key={edit ?? ''}
          engine={edit}
          isSecretAsked={field === 'secret'}
          preset={kind === undefined ? undefined : { kind, engine: name ?? '', url: url ?? '' }}
          onClose={close}
          onSaved={(engine, { isProbed }) => {
            close();
            setRemovedNames(removedNames.filter(name => name !== engine));
            if (isProbed) startProbe(engine);
          }}
        />
      )}
      {find && !add && !edit && !probedEngine && (
        <FindEngines
          onClose={() => setAddress({ find: undefined })}
          onProbe={engine => {
            setAddress({ find: undefined });
            startProbe(engine);
          }}
          onEnterSecret={engine => setAddress({ ...engine, find: undefined, add: 'true', field: 'secret' })}
        />
      )}
      {probedEngine && !edit && (
        <ProbeDialog
          engine={probedEngine}
          probe={probe}
          onClose={() => setProbedEngine(undefined)}
          onEdit={({ isSecretAsked }) => {
            setProbedEngine(undefined);
            setAddress({ edit: probedEngine, field: isSecretAsked ? 'secret' : undefined });
          }}
        />
      )}
    </Page>
  );
}

function EngineButtons({ onFind, onAdd }: { readonly onFind: () => void; readonly onAdd: () => void }) {
  const does = useMessages(configureMessages);
  const finds = useMessages(findMessages);
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={SearchIcon} onClick={onFind}>
        {finds.find}
      </Button>
      <Button kind="primary" icon={Plus} onClick={onAdd}>
        {does.add}
      </Button>
    </div>
  );
}

function NoEngines({ children }: { readonly children: ReactNode }) {
  const does = useMessages(configureMessages);
  return (
    <EmptyState icon={Server} title={does.none}>
      <p>{does.noneHint}</p>
      {children}
    </EmptyState>
  );
}

interface EngineListProps {
  readonly engines: readonly Engine[];
  readonly onProbe: (engine: string) => void;
  readonly onEdit: (engine: string) => void;
  readonly onRemoved: (engine: string) => void;
}

function EngineList({ engines, onProbe, onEdit, onRemoved }: EngineListProps) {
  return (
    <ul className="grid gap-4">
      {engines.map(engine => (
        <li key={engine.name}>
          <EngineCard
            engine={engine}
            onProbe={() => onProbe(engine.name)}
            onEdit={() => onEdit(engine.name)}
            onRemoved={() => onRemoved(engine.name)}
          />
        </li>
      ))}
    </ul>
  );
}
