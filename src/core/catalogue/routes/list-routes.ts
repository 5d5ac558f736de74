/** The routes of the operator, as rows. */
import type { Tier } from '@kinora/shared/models/model-card';
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { ParameterMap, Route } from './route.ts';

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
