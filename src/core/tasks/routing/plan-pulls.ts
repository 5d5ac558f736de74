/**
 * Decides which engine takes which task. Pure: it gets the head of the queue, the routes and the state of the
 * engines, and keeps only the shares of the weights between two calls.
 *
 * A task goes to the routes with the lowest priority number that can take it. It goes on to the next
 * number only if every route before it cannot take anything, or has been full for `spillAfterMs`. Among
 * routes of the same number, those whose engine has the model loaded come first, and weights decide among
 * them (smooth weighted round-robin).
 */
import type { JobKind } from '@kinora/shared/models/job-kinds';
import { memoizeByKey } from '../../../platform/lib/memoize-by-key.ts';
import type { Route } from '../../catalogue/routes/route.ts';

/** A task that can be leased. */
export interface QueueHead {
  readonly taskId: string;
  readonly model: string;
  readonly tierRank: number;
  readonly turn: bigint;
  /**
   * What its engine must support. Undefined if any engine of the model will do, or
   * all of them support the same.
   */
  readonly operation: JobKind | undefined;
  /** Engines that refused to begin it. */
  readonly avoid: readonly string[];
  /** The engine that had begun it before it was queued again. It may take it although it is drained. */
  readonly startedOn: string | undefined;
  /** When it became due after it was queued again. Undefined if it has never been leased. */
  readonly againSinceMs: number | undefined;
}

export interface EngineLoad {
  readonly name: string;
  /** Whether only other workers have the engine. */
  readonly isElsewhere?: boolean;
  /** How many more tasks it can take now. */
  readonly free: number;
  /** Why it takes no new tasks. Undefined if it does. */
  readonly closed: Closure | undefined;
  /** It has had no free slot since then. Undefined if it has one. */
  readonly fullSinceMs: number | undefined;
  /** The upstream names of the models that it has loaded, as far as it reports them. */
  readonly loaded: readonly string[];
}

/** Why an engine takes no new tasks. */
export type Closure = 'drained' | 'outside_hours' | 'over_budget' | 'rate_limited';

export type BreakerState = 'closed' | 'open' | 'half_open';

export interface PullSituation {
  /** In the order of the queue: by tier, then by turn. */
  readonly heads: readonly QueueHead[];
  /**
   * Returns the routes that can take the task, as far as that depends on the task alone, in the order of
   * their priority.
   */
  readonly routesFor: (head: QueueHead) => readonly Route[];
  /** The engines of this process, and engines of its models that other workers have. */
  readonly engines: ReadonlyMap<string, EngineLoad>;
  readonly findBreaker: (model: string, engine: string) => BreakerState;
  readonly nowMs: number;
  readonly spillAfterMs: number;
}

/** Why a route was passed over. */
export type PassOverReason =
  | 'refused'
  | 'breaker_open'
  | Closure
  | 'absent'
  | 'full'
  | 'not_loaded'
  | 'weight';

/**
 * Why a task went to its engine, stored with the task if there was a choice. A type, so
 * that it can be stored as JSON.
 */
export type RoutingChoice = {
  readonly priority: number;
  /** The other routes that were considered before it, or together with it. */
  readonly passed: readonly { readonly engine: string; readonly why: PassOverReason }[];
};

export interface PlannedTask {
  readonly taskId: string;
  readonly model: string;
  readonly engine: string;
  readonly routing: RoutingChoice | undefined;
  /** The breaker of the route is half-open: this task tries it. */
  readonly isTrial: boolean;
}

/** Smooth weighted round-robin: by model and engine, how much the engine is owed. */
export type Shares = (model: string) => Map<string, number>;

export function openShares(): Shares {
  return memoizeByKey((_model: string) => new Map<string, number>());
}

/**
 * Plans which engine pulls which tasks, at most as many as it has free slots. The tasks keep the order of the
 * heads.
 */
export function planPulls(situation: PullSituation, shares: Shares): PlannedTask[] {
  const free = new Map([...situation.engines.values()].map(engine => [engine.name, engine.free]));
  const triedRoutes = new Set<string>();
  return situation.heads.flatMap((head, place) => {
    const plannedTask = planTask(head, { ...situation, free, triedRoutes, place }, shares);
    if (!plannedTask) return [];
    free.set(plannedTask.engine, (free.get(plannedTask.engine) ?? 1) - 1);
    if (plannedTask.isTrial) triedRoutes.add(`${plannedTask.model} ${plannedTask.engine}`);
    return [plannedTask];
  });
}

interface PlanState extends PullSituation {
  readonly free: ReadonlyMap<string, number>;
  /** Half-open routes that have their trial. */
  readonly triedRoutes: ReadonlySet<string>;
  /** The place of the planned task among the heads. */
  readonly place: number;
}

function planTask(head: QueueHead, planning: PlanState, shares: Shares): PlannedTask | undefined {
  const routes = planning.routesFor(head);
  const plan = planAmong(head, routes, { planning, shares });
  if (plan !== 'none' || head.avoid.length === 0)
    return plan === 'wait' || plan === 'none' ? undefined : plan;
  // No other engine can take anything: those that refused it are asked again.
  const secondPlan = planAmong({ ...head, avoid: [] }, routes, { planning, shares });
  return typeof secondPlan === 'string' ? undefined : secondPlan;
}

/**
 * Plans a task among the routes. `wait`: it waits for an engine that is full. `none`: no route can take it.
 */
function planAmong(
  head: QueueHead,
  routes: readonly Route[],
  { planning, shares }: { readonly planning: PlanState; readonly shares: Shares },
): PlannedTask | 'wait' | 'none' {
  const { taskId, model } = head;
  const passedEngines: { engine: string; why: PassOverReason }[] = [];
  for (const [priority, level] of Map.groupBy(routes, route => route.priority)) {
    const candidates = level.map(route => ({ route, why: findObstacle(route, head, planning) }));
    const open = candidates.filter(({ why }) => why === undefined).map(({ route }) => route);
    const ready = preferLoaded(open, planning);
    const route = pick(ready, shares(model));
    for (const { route: other, why } of candidates)
      if (other !== route)
        passedEngines.push({
          engine: other.engine,
          why: why ?? (ready.includes(other) ? 'weight' : 'not_loaded'),
        });
    if (route) {
      const isTrial = planning.findBreaker(model, route.engine) === 'half_open';
      return {
        taskId,
        model,
        engine: route.engine,
        routing: routes.length > 1 ? { priority, passed: passedEngines } : undefined,
        isTrial,
      };
    }
    if (candidates.some(({ route: fullRoute, why }) => why === 'full' && !isLongFull(fullRoute, planning)))
      return 'wait';
  }
  return passedEngines.some(({ why }) => why === 'full') ? 'wait' : 'none';
}

/** Returns undefined if the route can take the task. */
function findObstacle(
  { model, engine }: Route,
  head: QueueHead,
  planning: PlanState,
): PassOverReason | undefined {
  const load = planning.engines.get(engine);
  if (!load) return 'absent';
  // Before a refusal: an engine without budget refuses the task that finds that out.
  if (load.closed && !(load.closed === 'drained' && head.startedOn === engine)) return load.closed;
  if (head.avoid.includes(engine)) return 'refused';
  const breaker = planning.findBreaker(model, engine);
  if (breaker === 'open' || planning.triedRoutes.has(`${model} ${engine}`)) return 'breaker_open';
  if (breaker === 'half_open' && isForAnother({ model, engine }, head, planning)) return 'breaker_open';
  return (planning.free.get(engine) ?? 0) > 0 ? undefined : 'full';
}

/**
 * Whether a task that comes later is to try the half-open route instead: the one that was refused last may be
 * why the route failed. Tried with that one after each pause, it would stay closed to all others.
 */
function isForAnother(
  { model, engine }: Pick<Route, 'model' | 'engine'>,
  { againSinceMs }: QueueHead,
  { heads, place, routesFor }: PlanState,
): boolean {
  if (againSinceMs === undefined) return false;
  return heads.some(
    (head, index) =>
      index > place &&
      head.model === model &&
      (head.againSinceMs ?? 0) < againSinceMs &&
      !head.avoid.includes(engine) &&
      routesFor(head).some(route => route.engine === engine),
  );
}

/** An engine that became full by this plan is not full for long. */
function isLongFull({ engine }: Route, { engines, nowMs, spillAfterMs }: PlanState): boolean {
  const fullSinceMs = engines.get(engine)?.fullSinceMs;
  return fullSinceMs !== undefined && nowMs - fullSinceMs >= spillAfterMs;
}

/**
 * Returns the routes whose engine has the model loaded, or all routes if none has. No task waits for a loaded
 * model.
 */
function preferLoaded(routes: readonly Route[], { engines }: PlanState): readonly Route[] {
  const loaded = routes.filter(({ engine, model, upstream = model }) =>
    engines.get(engine)?.loaded.includes(upstream),
  );
  return loaded.length > 0 ? loaded : routes;
}

function pick(routes: readonly Route[], balances: Map<string, number>): Route | undefined {
  const [onlyRoute, ...more] = routes;
  if (!onlyRoute || more.length === 0) return onlyRoute;
  for (const { engine, weight } of routes) balances.set(engine, (balances.get(engine) ?? 0) + weight);
  const best = routes.reduce((one, other) =>
    (balances.get(other.engine) ?? 0) > (balances.get(one.engine) ?? 0) ? other : one,
  );
  const total = routes.reduce((sum, { weight }) => sum + weight, 0);
  balances.set(best.engine, (balances.get(best.engine) ?? 0) - total);
  return best;
}
