/** The routes of the operator, as rows. */
import type { Micros } from '@kinora/shared/money';
import type { Queryable } from '../../../platform/db/open.ts';
import { readRows } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { ParameterMap, Route } from './route.ts';

const routes = statement(
  'list_routes',
  `select model, engine, upstream, priority, weight, tiers, timeout_seconds, cost_unit, cost_micros,
     parameters, enabled as is_enabled, source
   from routes
   order by model, priority, engine`,
);

interface RouteRow extends Omit<Route, 'cost' | 'parameters'> {
  readonly costUnit: NonNullable<Route['cost']>['unit'] | undefined;
  readonly costMicros: Micros | undefined;
  readonly parameters: Partial<ParameterMap>;
}

/** All routes, including disabled ones, by model and priority. */
export async function listRoutes(db: Queryable): Promise<Route[]> {
  return (await readRows<RouteRow>(db, routes)).map(toRoute);
}

function toRoute({ costUnit, costMicros, parameters, ...route }: RouteRow): Route {
  return {
    ...route,
    cost: costUnit && costMicros !== undefined ? { unit: costUnit, micros: costMicros } : undefined,
    parameters: { rename: parameters.rename ?? {}, set: parameters.set ?? {} },
  };
}
