/** route list | add | change | remove: which engines run which models. */
import { z } from 'zod';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { findInstance } from '../../../core/catalogue/engines/instances.ts';
import {
  findRoute,
  rejectNeeded,
  removeRoute,
  saveRoute,
} from '../../../core/catalogue/routes/change-routes.ts';
import { listRoutes } from '../../../core/catalogue/routes/list-routes.ts';
import type { ModelCard } from '@kinora/shared/models/model-card';
import { newRoute, type Route } from '../../../core/catalogue/routes/route.ts';
import { readBreakers, type RouteHealth } from '../../../core/tasks/routing/breakers.ts';
import { kindNamed } from '../../../core/catalogue/engines/instance-input.ts';
import { money } from '../fields/fields.ts';
import { engineName, routeFields } from '../fields/instance-fields.ts';
import { procedure, type Context } from '../procedure.ts';
import { routeRecord } from '../records/instance-record.ts';

const names = {
  model: z.string().max(100).describe('Model ID.'),
  engine: engineName.describe('Engine name.'),
};
type RouteInput = z.output<z.ZodObject<typeof routeFields>>;

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
    description: 'Add a route, so that an engine can run a model.',
    who: 'operator',
    changes: true,
    word: 'model',
    input: z.strictObject({ ...names, ...routeFields }),
    output: routeRecord,
    run: async (context, { model, engine, ...terms }) => {
      const { upstream, parameters = { rename: {}, set: {} } } = terms;
      await rejectUnfit(context, { model, engine, upstream: upstream ?? undefined, parameters });
      if (await findRoute(context.db, model, engine))
        throw fieldInvalid('engine', 'route_exists', { model, engine });
      const route = withTerms(newRoute(model, engine, 'operator'), withCostUnit(context, model, terms));
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
      const before = await existingRoute(context, { model, engine });
      const route = withTerms(before, withCostUnit(context, model, terms));
      if (route.upstream !== before.upstream || terms.parameters) await rejectUnfit(context, route);
      rejectCostUnit(context, route);
      if (before.isEnabled && !route.isEnabled) await rejectNeeded(context.db, route);
      await saveRoute(context.db, route);
      const health = (await readBreakers(context.db))(route);
      const after = toRouteRecord(route, health);
      await context.note({ object: `${model} -> ${engine}`, before: toRouteRecord(before, health), after });
      return after;
    },
  }),
  procedure({
    name: 'route remove',
    description: 'Remove a route. Built-in routes are disabled instead.',
    who: 'operator',
    changes: true,
    word: 'model',
    input: z.strictObject(names),
    output: z.strictObject({ model: z.string(), engine: z.string(), removed: z.boolean() }),
    run: async (context, { model, engine }) => {
      const before = await existingRoute(context, { model, engine });
      await rejectNeeded(context.db, before);
      await removeRoute(context.db, before);
      await context.note({ object: `${model} -> ${engine}`, before: toRouteRecord(before) });
      return { model, engine, removed: true };
    },
  }),
];

/** Throws AppError `engine_route_unknown`, or `engine_declared` for one that is declared in a file. */
async function existingRoute(
  { db }: Pick<Context, 'db'>,
  { model, engine }: Pick<Route, 'model' | 'engine'>,
): Promise<Route> {
  const match = await findRoute(db, model, engine);
  if (!match) throw new AppError('engine_route_unknown', { model, engine });
  if (match.source === 'file') throw new AppError('engine_declared', { engine });
  return match;
}

/**
 * The engine must be able to run the model. Throws AppError `model_unknown`,
 * `engine_unknown` or `field_invalid`.
 */
export async function rejectUnfit(
  { db, catalogue, engineKinds }: Pick<Context, 'db' | 'catalogue' | 'engineKinds'>,
  route: Pick<Route, 'model' | 'engine' | 'upstream' | 'parameters'>,
): Promise<void> {
  const { model } = route;
  const card = catalogue.all.find(one => one.card.id === model)?.card;
  if (!card) {
    const allowedModels = catalogue.all.map(one => one.card.id).join(', ');
    throw new AppError('model_unknown', { param: 'model', model, allowed: allowedModels });
  }
  await rejectTerms({ db, engineKinds }, route);
  await rejectUnable({ db, engineKinds }, card, route);
}

/**
 * The kind of the engine must know the upstream and the parameters. Throws AppError
 * `engine_unknown` or `field_invalid`.
 */
export async function rejectTerms(
  { db, engineKinds }: Pick<Context, 'db' | 'engineKinds'>,
  {
    model,
    engine,
    upstream = model,
    parameters,
  }: Pick<Route, 'model' | 'engine' | 'upstream' | 'parameters'>,
): Promise<void> {
  const instance = await findInstance(db, engine);
  if (!instance) throw new AppError('engine_unknown', { engine, allowed: '"engine list"' });
  const problem = kindNamed(engineKinds, instance.kind).routeProblem?.({ upstream, parameters });
  if (!problem) return;
  throw fieldInvalid(problem.field, 'other', { problem: problem.reason });
}

/**
 * The engine must do something that the model offers. Throws AppError `engine_unknown` or `field_invalid`.
 */
export async function rejectUnable(
  { db, engineKinds }: Pick<Context, 'db' | 'engineKinds'>,
  { id, operations }: Pick<ModelCard, 'id' | 'operations'>,
  { engine, upstream = id }: Pick<Route, 'engine' | 'upstream'>,
): Promise<void> {
  const instance = await findInstance(db, engine);
  if (!instance) throw new AppError('engine_unknown', { engine, allowed: '"engine list"' });
  const { jobs } = kindNamed(engineKinds, instance.kind).offer(upstream, instance.settings);
  if (operations.some(operation => jobs.includes(operation))) return;
  const details = { engine, model: id, allowed: operations.join(', '), upstream };
  if (jobs.length === 0) throw fieldInvalid('engine', 'engine_idle', details);
  throw fieldInvalid('engine', 'engine_unable', { ...details, able: jobs.join(', ') });
}

/** Throws AppError `field_invalid`. */
export function rejectCostUnit({ catalogue }: Pick<Context, 'catalogue'>, { model, cost }: Route): void {
  const kind = catalogue.all.find(({ card }) => card.id === model)?.card.kind;
  if (!cost || !kind || (kind === 'image') === (cost.unit === 'image')) return;
  const allowedUnit = kind === 'image' ? 'image' : 'clip or second';
  const allowedZh = kind === 'image' ? 'image' : 'clip 或 second';
  throw fieldInvalid('cost_unit', 'cost_unit_kind', { allowed: allowedUnit, allowedZh, model });
}

/** A cost of an image model has only one possible unit, so it need not be named. */
export function withCostUnit<Terms extends RouteInput>(
  { catalogue }: Pick<Context, 'catalogue'>,
  model: string,
  terms: Terms,
): Terms {
  const isNeeded = typeof terms.cost === 'bigint' && terms.cost_unit === undefined;
  const isImage = catalogue.all.find(({ card }) => card.id === model)?.card.kind === 'image';
  return isNeeded && isImage ? { ...terms, cost_unit: 'image' } : terms;
}

/** Throws AppError `field_invalid`. */
export function withTerms(route: Route, terms: RouteInput): Route {
  const { upstream, priority, weight, tiers, timeout_seconds: seconds, parameters, enabled } = terms;
  return {
    ...route,
    ...(upstream !== undefined && { upstream: upstream ?? undefined }),
    ...(priority !== undefined && { priority }),
    ...(weight !== undefined && { weight }),
    ...(tiers !== undefined && { tiers: tiers ?? undefined }),
    ...(seconds !== undefined && { timeoutSeconds: seconds ?? undefined }),
    ...(parameters !== undefined && { parameters }),
    ...(enabled !== undefined && { isEnabled: enabled }),
    cost: mergeCost(route, terms),
  };
}

function mergeCost(
  { cost: before }: Route,
  { cost: micros, cost_unit: unit = before?.unit }: RouteInput,
): Route['cost'] {
  if (micros === null) return undefined;
  if (micros === undefined && before === undefined) return undefined;
  if (unit === undefined) throw fieldInvalid('cost_unit', 'cost_unit');
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
    reason: health?.reason?.reason ?? null,
  };
}
