/** The engines that run a model: in which order, on what terms, and whether they take tasks. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Pencil, Plus, Power, PowerOff, Trash, Unplug } from '../../../icons/icons.ts';
import { queriesOfModels, routesQuery, type Route } from '../../../data/models/managed-models.ts';
import type { ModelDetails } from '../../../data/models/models.ts';
import { enginesQuery } from '../../../data/operators/operator-queries.ts';
import { useProcedure } from '../../../data/use-procedure.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Money } from '../../../ui/formatted-values.tsx';
import { Section } from '../../../ui/page.tsx';
import { EmptyState, ErrorNote, SkeletonRows } from '../../../ui/page-states.tsx';
import { Table, type Column } from '../../../ui/table.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import { useMessages } from '../../../i18n/catalogue.ts';
import { manageMessages } from '../manage/manage-messages.ts';
import { RouteDialog } from './route-dialog.tsx';
import { RouteState } from './route-state.tsx';

type OpenDialog = { readonly route: Route | undefined; readonly does: 'edit' | 'remove' };

export function RoutesSection({ model }: { readonly model: ModelDetails }) {
  const t = useMessages(manageMessages);
  const { data: routes, error } = useQuery(routesQuery(model.id));
  const { data: engines = [] } = useQuery(enginesQuery);
  const [dialog, setDialog] = useState<OpenDialog>();
  const change = useProcedure('route change', queriesOfModels);
  const columns = useColumns({
    onOpen: setDialog,
    onSwitch: ({ engine, enabled }) => change.mutate({ model: model.id, engine, enabled: !enabled }),
  });
  const freeEngines = engines
    .map(({ name }) => name)
    .filter(name => !routes?.some(({ engine }) => engine === name));
  const addButton = (
    <Button
      kind={routes?.length === 0 ? 'primary' : 'plain'}
      icon={Plus}
      onClick={() => setDialog({ route: undefined, does: 'edit' })}
    >
      {t.addRoute}
    </Button>
  );
  return (
    <Section title={t.routes} actions={routes && routes.length > 0 && addButton} className="mb-8">
      <ErrorNote error={error ?? change.error} className="mb-3" />
      {!routes && !error && <SkeletonRows count={2} />}
      {routes?.length === 0 && (
        <div className="card">
          <EmptyState icon={Unplug} title={t.notOfferedDescription}>
            <p>{t.notOfferedHint}</p>
            {addButton}
          </EmptyState>
        </div>
      )}
      {routes && routes.length > 0 && (
        <>
          <Table label={t.routes} columns={columns} rows={routes} toKey={({ engine }) => engine} />
          <p className="mt-2 text-xs text-muted">{t.routesDescription}</p>
        </>
      )}
      {dialog?.does === 'edit' && (
        <RouteDialog
          model={model}
          route={dialog.route}
          engines={freeEngines}
          hasRoutes={routes !== undefined && routes.length > 0}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog?.does === 'remove' && dialog.route && (
        <RemoveRoute route={dialog.route} onClose={() => setDialog(undefined)} />
      )}
    </Section>
  );
}

function RemoveRoute({ route, onClose }: { readonly route: Route; readonly onClose: () => void }) {
  const t = useMessages(manageMessages);
  const remove = useProcedure('route remove', queriesOfModels);
  const { model, engine } = route;
  return (
    <ConfirmDialog
      title={t.confirmRemoveRoute(engine)}
      confirm={t.remove}
      run={() => remove.mutateAsync({ model, engine })}
      onClose={onClose}
    >
      {t.removeRouteDescription}
    </ConfirmDialog>
  );
}

/** Includes the state, if that is the reason why the route gets no tasks. */
function EngineName({ engine }: Pick<Route, 'engine'>) {
  const t = useMessages(manageMessages);
  const { data = [] } = useQuery(enginesQuery);
  const state = data.find(({ name }) => name === engine)?.state ?? 'healthy';
  return (
    <>
      <Link to="/engines">{engine}</Link>
      {state !== 'healthy' && (
        <span className="block text-xs font-normal text-warn">{t.engineStates[state]}</span>
      )}
    </>
  );
}

interface Handlers {
  readonly onOpen: (dialog: OpenDialog) => void;
  readonly onSwitch: (route: Route) => void;
}

function useColumns(handlers: Handlers): Column<Route>[] {
  const t = useMessages(manageMessages);
  const ui = useMessages(uiMessages);
  const tiers = ui.tier as Readonly<Record<string, string>>;
  return [
    {
      key: 'engine',
      title: t.engine,
      className: 'font-medium',
      cell: ({ engine }) => <EngineName engine={engine} />,
    },
    {
      key: 'state',
      title: t.state,
      className: 'max-sm:text-right',
      cell: route => <RouteState route={route} />,
    },
    {
      key: 'upstream',
      title: t.upstream,
      className: 'font-mono text-xs wrap-anywhere max-sm:col-span-2',
      cell: ({ upstream, model }) => upstream ?? model,
    },
    {
      key: 'priority',
      title: t.priority,
      isNumber: true,
      isNamed: true,
      className: 'max-sm:text-left!',
      cell: ({ priority }) => priority,
    },
    { key: 'weight', title: t.weight, isNumber: true, isNamed: true, cell: ({ weight }) => weight },
    {
      key: 'tiers',
      title: t.tiers,
      isNamed: true,
      cell: route => route.tiers?.map(tier => tiers[tier] ?? tier).join(', ') ?? t.allTiers,
    },
    {
      key: 'cost',
      title: t.cost,
      isNumber: true,
      isNamed: true,
      cell: ({ cost }) =>
        cost ? (
          <>
            <Money amount={cost.price} /> {t.costPer[cost.unit]}
          </>
        ) : (
          <span className="text-muted">{t.free}</span>
        ),
    },
    {
      key: 'actions',
      title: <span className="sr-only">{t.actions}</span>,
      className: 'max-sm:col-span-2',
      cell: route => <RouteActions route={route} {...handlers} />,
    },
  ];
}

function RouteActions({ route, onOpen, onSwitch }: Handlers & { readonly route: Route }) {
  const t = useMessages(manageMessages);
  const { engine, enabled, source } = route;
  if (source === 'file') return <span className="text-xs text-muted">{t.fromFile}</span>;
  return (
    <span className="flex justify-end gap-1">
      <IconButton
        size="s"
        icon={Pencil}
        label={t.changeLabel(engine)}
        onClick={() => onOpen({ route, does: 'edit' })}
      />
      <IconButton
        size="s"
        icon={enabled ? PowerOff : Power}
        label={enabled ? t.disableLabel(engine) : t.enableLabel(engine)}
        onClick={() => onSwitch(route)}
      />
      {source === 'operator' && (
        <IconButton
          size="s"
          icon={Trash}
          label={t.removeLabel(engine)}
          onClick={() => onOpen({ route, does: 'remove' })}
        />
      )}
    </span>
  );
}
