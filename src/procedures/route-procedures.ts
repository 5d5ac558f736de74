/** route list | add | change | remove: which engines run which models. */
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { findInstance } from '../instances/instances.ts';
import { findRoute, rejectNeeded, removeRoute, saveRoute } from '../models/change-routes.ts';
import { listRoutes } from '../models/model-rows.ts';
import type { ModelCard } from '../models/model-card.ts';
import type { Route } from '../models/route.ts';
import { readBreakers, type RouteHealth } from '../tasks/routing/breakers.ts';
import { kindNamed } from '../instances/instance-input.ts';
import { money } from './fields.ts';
import { engineName, routeFields } from './instance-fields.ts';
import { procedure, type Context } from './procedure.ts';
import { routeRecord } from './records/instance-record.ts';

const names = {
  model: z.string().max(100).describe('Model ID.'),
  engine: engineName.describe('Engine name.'),
};
type Asked = z.output<z.ZodObject<typeof routeFields>>;

export const routeProcedures = [
  procedure({
    name: 'route list',
    description: 'List routes: which engines run which models, in which order.',
    who: 'operator',
    changes: false,
    input: z.strictObject({ model: names.model.optional(), engine: names.engine.optional() }),
    output: z.array(routeRecord),
    run: async ({ db }, { model, engine }) => {
      const health = await readBreakers(db);
      return (await listRoutes(db))
        .filter(route => (model ?? route.model) === route.model && (engine ?? route.engine) === route.engine)
        .map(route => toRouteRecord(route, health(route)));
    },
  }),
  procedure({
    name: 'route add',
    description: 'Let an engine run a model.',
    who: 'operator',
    changes: true,
    word: 'model',
    input: z.strictObject({ ...names, ...routeFields }),
    output: routeRecord,
    run: async (context, { model, engine, ...terms }) => {
      await rejectUnfit(context, { model, engine });
      if (await findRoute(context.db, model, engine))
        throw new AppError('field_invalid', {
          param: 'engine',
          reason: `there is already a route from ${model} to ${engine}.`,
        });
      const route = withTerms(newRoute(model, engine), terms);
      rejectCostUnit(context, route);
      await saveRoute(context.db, route);
      const after = toRouteRecord(route);
      await context.note({ object: `${model} -> ${engine}`, after });
      return after;
    },
  }),
  procedure({
    name: 'route change',
    description: 'Change the terms of a route. Tasks in progress keep the previous ones.',
    who: 'operator',
    changes: true,
    word: 'model',
    input: z.strictObject({ ...names, ...routeFields }),
    output: routeRecord,
    run: async (context, { model, engine, ...terms }) => {
      const before = await existing(context, { model, engine });
      const route = withTerms(before, terms);
      rejectCostUnit(context, route);
      if (before.isEnabled && !route.isEnabled) await rejectNeeded(context.db, route);
      await saveRoute(context.db, route);
      const after = toRouteRecord(route);
      await context.note({ object: `${model} -> ${engine}`, before: toRouteRecord(before), after });
      return after;
    },
  }),
  procedure({
    name: 'route remove',
    description: 'Remove a route. A route that comes with the product is disabled.',
    who: 'operator',
    changes: true,
    word: 'model',
    input: z.strictObject(names),
    output: z.strictObject({ model: z.string(), engine: z.string(), removed: z.boolean() }),
    run: async (context, { model, engine }) => {
      const before = await existing(context, { model, engine });
      await rejectNeeded(context.db, before);
      await removeRoute(context.db, before);
      await context.note({ object: `${model} -> ${engine}`, before: toRouteRecord(before) });
      return { model, engine, removed: true };
    },
  }),
];

/** Throws AppError `engine_route_unknown`, or `engine_declared` for one that is declared in a file. */
async function existing({ db }: Context, { model, engine }: Pick<Route, 'model' | 'engine'>): Promise<Route> {
  const found = await findRoute(db, model, engine);
  if (!found) throw new AppError('engine_route_unknown', { model, engine });
  if (found.source === 'file') throw new AppError('engine_declared', { engine });
  return found;
}

/** The engine must be able to do something for the model. Throws AppError `model_unknown`, `engine_unknown` or `field_invalid`. */
export async function rejectUnfit(
  { db, catalogue, engineKinds }: Pick<Context, 'db' | 'catalogue' | 'engineKinds'>,
  { model, engine }: Pick<Route, 'model' | 'engine'>,
): Promise<void> {
  const card = catalogue.all.find(one => one.card.id === model)?.card;
  if (!card) {
    const allowed = catalogue.all.map(one => one.card.id).join(', ');
    throw new AppError('model_unknown', { param: 'model', model, allowed });
  }
  await rejectUnable({ db, engineKinds }, card, engine);
}

/** The engine must do all that the model offers. Throws AppError `engine_unknown` or `field_invalid`. */
export async function rejectUnable(
  { db, engineKinds }: Pick<Context, 'db' | 'engineKinds'>,
  { id, operations }: Pick<ModelCard, 'id' | 'operations'>,
  engine: string,
): Promise<void> {
  const instance = await findInstance(db, engine);
  if (!instance) throw new AppError('engine_unknown', { engine, allowed: '"engine list"' });
  const { jobs } = kindNamed(engineKinds, instance.kind);
  const missing = operations.filter(operation => !jobs.includes(operation));
  if (missing.length > 0)
    throw new AppError('field_invalid', {
      param: 'engine',
      reason: `${engine} cannot do ${missing.join(', ')}, which ${id} offers.`,
    });
}

/** Throws AppError `field_invalid`. */
export function rejectCostUnit({ catalogue }: Pick<Context, 'catalogue'>, { model, cost }: Route): void {
  const kind = catalogue.all.find(({ card }) => card.id === model)?.card.kind;
  if (!cost || !kind || (kind === 'image') === (cost.unit === 'image')) return;
  const allowed = kind === 'image' ? 'image' : 'clip or second';
  throw new AppError('field_invalid', {
    param: 'cost_unit',
    reason: `expected ${allowed}, because ${model} is a model of that kind.`,
  });
}

export function newRoute(model: string, engine: string): Route {
  return {
    model,
    engine,
    upstream: undefined,
    priority: 0,
    weight: 1,
    tiers: undefined,
    timeoutSeconds: undefined,
    cost: undefined,
    parameters: { rename: {}, set: {} },
    isEnabled: true,
    source: 'operator',
  };
}

/** Throws AppError `field_invalid`. */
export function withTerms(route: Route, asked: Asked): Route {
  const { upstream, priority, weight, tiers, timeout_seconds: seconds, parameters, enabled } = asked;
  return {
    ...route,
    ...(upstream !== undefined && { upstream: upstream ?? undefined }),
    ...(priority !== undefined && { priority }),
    ...(weight !== undefined && { weight }),
    ...(tiers !== undefined && { tiers: tiers ?? undefined }),
    ...(seconds !== undefined && { timeoutSeconds: seconds ?? undefined }),
    ...(parameters !== undefined && { parameters }),
    ...(enabled !== undefined && { isEnabled: enabled }),
    cost: costOf(route, asked),
  };
}

function costOf(
  { cost: before }: Route,
  { cost: micros, cost_unit: unit = before?.unit }: Asked,
): Route['cost'] {
  if (micros === null) return undefined;
  if (micros === undefined && before === undefined) return undefined;
  if (unit === undefined)
    throw new AppError('field_invalid', { param: 'cost_unit', reason: 'expected image, clip or second.' });
  return { unit, micros: micros ?? before?.micros ?? 0n };
}

export function toRouteRecord(route: Route, health?: RouteHealth): z.output<typeof routeRecord> {
  const { model, engine, upstream, priority, weight, tiers, timeoutSeconds, cost, parameters } = route;
  return {
    model,
    engine,
    upstream: upstream ?? null,
    priority,
    weight,
    tiers: tiers ? [...tiers] : null,
    timeout_seconds: timeoutSeconds ?? null,
    cost: cost ? { unit: cost.unit, price: money(cost.micros) } : null,
    parameters: { rename: { ...parameters.rename }, set: { ...parameters.set } },
    enabled: route.isEnabled,
    source: route.source,
    state: health?.state ?? 'closed',
    reason: health?.reason ?? null,
  };
}
