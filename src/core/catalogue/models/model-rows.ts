/** What the operator has added to the models: cards, aliases, version mappings and routes, as rows. */
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { CatalogueRows, VersionModel } from './catalogue.ts';
import type { Tier } from './model-card.ts';
import type { ParameterMap, Route } from '../routes/route.ts';

const cards = statement(
  'list_model_cards',
  'select id, card from model_cards where retired_at is null order by id',
);
const aliases = statement('list_model_aliases', 'select alias, model from model_aliases');
const versions = statement(
  'list_version_models',
  'select group_name as "group", version, model from version_models order by 1, 2',
);
const routes = statement(
  'list_routes',
  `select model, engine, upstream, priority, weight, tiers, timeout_seconds, cost_unit, cost_micros, parameters, enabled, source
   from routes order by model, priority, engine`,
);

interface RouteRow {
  model: string;
  engine: string;
  upstream: string | null;
  priority: number;
  weight: number;
  tiers: Tier[] | null;
  timeout_seconds: number | null;
  cost_unit: NonNullable<Route['cost']>['unit'] | null;
  cost_micros: bigint | null;
  parameters: Partial<ParameterMap>;
  enabled: boolean;
  source: Route['source'];
}

export async function readModelRows(db: Queryable): Promise<CatalogueRows> {
  const other = await db.query<{ alias: string; model: string }>(aliases);
  return {
    cards: await db.query<{ id: string; card: unknown }>(cards),
    aliases: new Map(other.map(({ alias, model }) => [alias, model])),
    versions: await db.query<VersionModel>(versions),
    routes: await listRoutes(db),
  };
}

/** All routes, including disabled ones, by model and priority. */
export async function listRoutes(db: Queryable): Promise<Route[]> {
  return (await db.query<RouteRow>(routes)).map(toRoute);
}

function toRoute(row: RouteRow): Route {
  const { cost_unit: unit, cost_micros: micros, parameters } = row;
  return {
    model: row.model,
    engine: row.engine,
    upstream: row.upstream ?? undefined,
    priority: row.priority,
    weight: row.weight,
    tiers: row.tiers ?? undefined,
    timeoutSeconds: row.timeout_seconds ?? undefined,
    cost: unit !== null && micros !== null ? { unit, micros } : undefined,
    parameters: { rename: parameters.rename ?? {}, set: parameters.set ?? {} },
    isEnabled: row.enabled,
    source: row.source,
  };
}
