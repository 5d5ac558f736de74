/** The models of an engine with their routes: in which order they lead to it, and whether they take tasks. */
import { routeStates, shownRouteState } from '@kinora/shared/models/route-states';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CirclePause, RotateCw, TriangleExclamationPoint } from '../../icons/icons.ts';
import { useModelNames } from '../../data/models/model-names.ts';
import { engineRoutesQuery, type EngineRoute } from '../../data/operators/engine-queries.ts';
import { ExamplePicture } from '../../pictures/examples/example-picture.tsx';
import { classes } from '../../ui/class-names.ts';
import { Table, type Column } from '../../ui/table.tsx';
import { formatCount, unknown } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { useLanguage } from '../../i18n/language.ts';
import { configureMessages } from './configure-messages.ts';

const stateStyles = {
  closed: [CircleCheck, 'text-ok'],
  open: [TriangleExclamationPoint, 'text-warn'],
  half_open: [RotateCw, 'text-info'],
  disabled: [CirclePause, 'text-muted'],
} as const;

export function RouteTable({ engine }: { readonly engine: string }) {
  const t = useMessages(configureMessages);
  const { data } = useQuery(engineRoutesQuery);
  const columns = useColumns();
  const routes = data?.filter(route => route.engine === engine);
  if (!routes) return null;
  if (routes.length === 0)
    return (
      <p className="text-sm text-muted">
        {t.noRoutes}{' '}
        <Link to="/models" search={{ add: 'model', engine }} className="underline">
          {t.addModel}
        </Link>{' '}
        {t.noRoutesHint}
      </p>
    );
  return <Table label={t.routes} columns={columns} rows={routes} toKey={({ model }) => model} />;
}

function useColumns(): readonly Column<EngineRoute>[] {
  const t = useMessages(configureMessages);
  const modelName = useModelNames();
  return [
    {
      key: 'model',
      title: t.model,
      className: 'max-sm:col-span-2',
      cell: ({ model }) => (
        <Link
          to={`/models/${model}`}
          className="inline-flex min-w-0 items-center gap-2 align-middle text-text"
        >
          <ExamplePicture model={model} kind="image" className="h-7 w-10 shrink-0 rounded-sm" />
          <span className="wrap-anywhere">{modelName(model)}</span>
        </Link>
      ),
    },
    {
      key: 'upstream',
      title: t.upstream,
      className: 'max-sm:col-span-2 font-mono text-xs wrap-anywhere',
      from: 'lg',
      cell: ({ upstream }) => upstream ?? <span className="text-muted max-sm:hidden">{unknown}</span>,
    },
    { key: 'state', title: t.state, cell: route => <RouteState route={route} /> },
    {
      key: 'priority',
      title: t.priority,
      isNumber: true,
      isNamed: true,
      cell: ({ priority }) => formatCount(priority),
    },
    {
      key: 'weight',
      title: t.weight,
      isNumber: true,
      isWide: true,
      cell: ({ weight }) => formatCount(weight),
    },
  ];
}

function RouteState({ route: { enabled, state, reason } }: { readonly route: EngineRoute }) {
  const language = useLanguage();
  const shownState = shownRouteState({ enabled, state });
  const [Icon, color] = stateStyles[shownState];
  return (
    <>
      <span className={classes('inline-flex items-center gap-1.5 align-middle', color)}>
        <Icon size={14} aria-hidden className="shrink-0" />
        {routeStates[shownState][language]}
      </span>
      {enabled && reason && <p className="max-w-100 text-xs text-muted wrap-anywhere">{reason}</p>}
    </>
  );
}
