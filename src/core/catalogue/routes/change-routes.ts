/**
 * Adds, changes and removes routes. Every function belongs in a transaction, and throws an
 * AppError before it changes anything.
 */
import { advisoryLocks } from '../../../platform/db/advisory-locks.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { forgetFailedProbe } from './failed-probe.ts';
import { listRoutes } from './list-routes.ts';
import { notePauseEnd } from './pause-end.ts';
import type { Route } from './route.ts';

const save = statement(
  'save_route',
  `insert into routes (
     model, engine, upstream, priority, weight, tiers, timeout_seconds, cost_unit, cost_micros, parameters,
     enabled, source
   )
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
   on conflict (model, engine)
   do update set upstream = excluded.upstream, priority = excluded.priority, weight = excluded.weight,
     tiers = excluded.tiers, timeout_seconds = excluded.timeout_seconds, cost_unit = excluded.cost_unit,
     cost_micros = excluded.cost_micros, parameters = excluded.parameters, enabled = excluded.enabled,
     source = excluded.source`,
);
const remove = statement(
  'remove_route',
  `with deleted_breaker as (
     -- The pause of the route: with its other settings, it begins anew.
     delete from breakers where model = $1 and engine = $2
   )
   delete from routes where model = $1 and engine = $2`,
);
/**
 * $1 engine, $2 model; null: all of its models. All waiting tasks of these models are due, because what each
 * waits for is not stored. Workers are notified if there was a pause.
 */
const closeBreakers = statement(
  'close_breakers',
  `with closed_breakers as (
     -- The pauses of the route, or of all routes of the engine.
     delete from breakers where engine = $1 and model = coalesce($2, model) returning model
   ), due_tasks as (
     -- Tasks of these models that waited for a retry are tried now.
     update task_queue set due_at = now()
     where model in (select model from closed_breakers) and due_at > now()
   )
   select pg_notify('kinora_engine', $1) from (select from closed_breakers limit 1) any_breaker`,
);
const hasOtherTerms = statement(
  'route_has_other_terms',
  `select from routes
   where model = $1
     and engine = $2
     and (
       upstream is distinct from $3 or parameters is distinct from $4::jsonb or enabled is distinct from $5
     )`,
);
const lock = statement('lock_routes', `select pg_advisory_xact_lock(${advisoryLocks.routes})`);
const countQueuedTasks = statement(
  'queued_of_model',
  'select count(*)::int as count from task_queue where model = $1',
);

/**
 * Adds a route, or replaces the terms of one that exists. If its upstream, parameters
 * or use change, its pause ends.
 */
export async function saveRoute(db: Queryable, route: Route): Promise<void> {
  const { model, engine, upstream = null, cost, parameters } = route;
  const terms = [model, engine, upstream, parameters, route.isEnabled];
  if ((await db.query(hasOtherTerms, terms)).length > 0) await endPauses(db, { engine, model });
  await db.query(save, [
    route.model,
    route.engine,
    route.upstream ?? null,
    route.priority,
    route.weight,
    route.tiers ?? null,
    route.timeoutSeconds ?? null,
    cost?.unit ?? null,
    cost?.micros ?? null,
    parameters,
    route.isEnabled,
    route.source,
  ]);
}

/**
 * Ends the pauses of the routes of an engine, or of one route, because the cause of their failures may be
 * fixed. Without a model, a failed probe of the engine is forgotten, too.
 */
export async function endPauses(
  db: Queryable,
  { engine, model }: { readonly engine: string; readonly model?: string },
): Promise<void> {
  if (model === undefined) await forgetFailedProbe(db, engine);
  await notePauseEnd(db, { engine, ...(model !== undefined && { model }) });
  await db.query(closeBreakers, [engine, model ?? null]);
}

/**
 * Waits for other changes of routes, and for removals of engines, so that they happen one after the other.
 */
export async function lockRoutes(db: Queryable): Promise<void> {
  await db.query(lock);
}

/** Locks all routes for a transaction that changes one. Returns undefined if there is none. */
export async function findRoute(db: Queryable, model: string, engine: string): Promise<Route | undefined> {
  await db.query(lock);
  return (await listRoutes(db)).find(route => route.model === model && route.engine === engine);
}

/** Throws AppError `route_needed` if queued tasks could then run nowhere. */
export async function rejectNeeded(
  db: Queryable,
  { model, engine }: Pick<Route, 'model' | 'engine'>,
): Promise<void> {
  const otherRoutes = (await listRoutes(db)).filter(
    route => route.model === model && route.engine !== engine && route.isEnabled,
  );
  if (otherRoutes.length > 0) return;
  const [row] = await db.query<{ count: number }>(countQueuedTasks, [model]);
  if (row && row.count > 0) throw new AppError('route_needed', { model, tasks: row.count });
}

/** Removes it. A route of a card is disabled instead, because the next start would add it again. */
export async function removeRoute(db: Queryable, route: Route): Promise<void> {
  if (route.source === 'card') await saveRoute(db, { ...route, isEnabled: false });
  else {
    await notePauseEnd(db, route);
    await db.query(remove, [route.model, route.engine]);
  }
}
