/**
 * Pulls work into the free slots of a worker's engines: first runs without a lease, then queued tasks. A
 * single engine gets the first tasks of its models. `routing/plan-pulls.ts` decides between several.
 */
import type { Database } from '../../../platform/db/open.ts';
import type { Engine } from '../../../engines/contract/engine.ts';
import type { EngineTraits } from '../../../engines/contract/engine-traits.ts';
import type { Clock } from '@kinora/shared/clock';
import { openPace, type Pace } from '../../../platform/lib/async/pace.ts';
import type { Catalogue } from '../../catalogue/models/catalogue.ts';
import { servesTier, type Route } from '../../catalogue/routes/route.ts';
import { openModelStarts } from '../routing/queue-start.ts';
import type { Breakers } from '../routing/breakers.ts';
import { openLoads } from '../routing/loads.ts';
import type { Routing } from '../routing/routing.ts';
import { openShares, planPulls, type PlannedTask } from '../routing/plan-pulls.ts';
import { readDemand, type Demand } from '../routing/queue-demand.ts';
import type { LeasedTask } from '../task.ts';
import { noTurn, type LeaseRoute, type LeaseTask } from './lease-tasks.ts';
import type { TaskStore } from './task-store.ts';

export interface PulledTask {
  readonly engine: Engine;
  readonly task: LeasedTask;
  /** Another process may have done part of the current step. */
  readonly isResumed: boolean;
}

export interface PullRequest {
  /** The engines of this worker, with the number of their slots that it does not use. */
  readonly free: ReadonlyMap<Engine, number>;
  /** Ids of the tasks that the worker is advancing. */
  readonly except: readonly string[];
}

export interface PullResult {
  readonly tasks: readonly PulledTask[];
  /** True if a slot of the only, local engine stays free: it is likely that no task waits for one. */
  readonly isDry: boolean;
}

export type PullTasks = (request: PullRequest) => Promise<PullResult>;

export interface PullDependencies {
  readonly db: Database;
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly catalogue: Catalogue;
  readonly breakers: Breakers;
  readonly routing: Routing;
  /** The number of the configuration that this process has read last. */
  readonly config: { readonly generation: bigint };
  readonly taskTimeoutSeconds: number;
  readonly spillAfterSeconds: number;
}

export const leaseMs = 10_000;
/** Between two queries that found no run to adopt. */
const adoptEvery = { minMs: 100, maxMs: 10_000 };

export function openPull(parts: PullDependencies, owner: string): PullTasks {
  return new TaskPuller(parts, owner).pull;
}

type TurnsOf = (model: string) => readonly bigint[];

interface KnownRoutes {
  /** The routes by engine. */
  readonly routes: ReadonlyMap<string, readonly Route[]>;
  readonly generation: bigint;
}

class TaskPuller {
  readonly #parts: PullDependencies;
  readonly #owner: string;
  readonly #starts;
  readonly #adopting: Pace;
  readonly #shares = openShares();
  readonly #loads;

  constructor(parts: PullDependencies, owner: string) {
    this.#parts = parts;
    this.#owner = owner;
    this.#starts = openModelStarts(parts.clock);
    this.#adopting = openPace(parts.clock, adoptEvery);
    this.#loads = openLoads(parts.clock, engine => parts.routing.findClosure(engine));
  }

  readonly pull: PullTasks = async ({ free, except }) => {
    // Read together: what is leased by these routes is refused if the configuration has changed since.
    const { generation } = this.#parts.config;
    const routes = this.#parts.catalogue.routesByEngine;
    const [onlyEntry, ...more] = free;
    if (!onlyEntry) return { tasks: [], isDry: false };
    if (more.length > 0 || this.#mayRefuse(onlyEntry[0]))
      return { tasks: await this.#pullPlanned({ free, except }, { routes, generation }), isDry: false };
    const [engine, limit] = onlyEntry;
    if (limit <= 0) return { tasks: [], isDry: false };
    const adoptedTasks = await this.#adoptAll({ free, except });
    if (limit <= adoptedTasks.length) return { tasks: adoptedTasks, isDry: false };
    const ownRoutes = routes.get(engine.name) ?? [];
    const leasedTasks = await this.#starts.read(startTurns =>
      this.#lease(engine, { limit: limit - adoptedTasks.length, routes: ownRoutes, generation, startTurns }),
    );
    const tasks = [...adoptedTasks, ...leasedTasks];
    // Slots of an engine that is not local are also used by other workers.
    return { tasks, isDry: engine.traits.local && tasks.length < limit };
  };

  /** Whether the engine cannot simply get the first tasks of its models. */
  #mayRefuse(engine: Engine): boolean {
    const { breakers, catalogue, routing } = this.#parts;
    return breakers.isAnyTroubled || hasRivals(engine, catalogue) || !!routing.findClosure(engine);
  }

  async #pullPlanned(request: PullRequest, { routes, generation }: KnownRoutes): Promise<PulledTask[]> {
    const { free } = request;
    const engines = [...free.keys()];
    const open = engines.filter(
      engine => (free.get(engine) ?? 0) > 0 && this.#parts.routing.findClosure(engine) === undefined,
    );
    if (open.length === 0) return this.#adoptAll(request);
    const models = [...new Set(open.flatMap(({ name }) => routes.get(name) ?? []).map(({ model }) => model))];
    return this.#starts.read(async startTurns => {
      const demand = await readDemand(this.#parts.db, {
        models,
        uneven: models.filter(model => this.#parts.catalogue.isUneven(model)),
        startTurns,
        engines: engines.map(({ name }) => name),
        otherEngines: this.#enginesElsewhere(models, engines),
        limit: open.reduce((sum, engine) => sum + (free.get(engine) ?? 0), 0),
      });
      this.#noteFirsts(demand, models);
      const adoptedTasks = await this.#adoptAll(request);
      const plannedTasks = this.#plan(free, { demand, adoptedTasks });
      const leasedTasks = await Promise.all(
        engines.map(engine => {
          const ownTasks = plannedTasks.filter(task => task.engine === engine.name);
          return this.#leasePlanned(engine, ownTasks, {
            routes: routes.get(engine.name) ?? [],
            generation,
            startTurns,
          });
        }),
      );
      return [...adoptedTasks, ...leasedTasks.flat()];
    });
  }

  #plan(
    free: PullRequest['free'],
    { demand, adoptedTasks }: { readonly demand: Demand; readonly adoptedTasks: readonly PulledTask[] },
  ): PlannedTask[] {
    const { catalogue, breakers, clock, spillAfterSeconds } = this.#parts;
    const firstWaiting = (engine: string) =>
      demand.heads.find(head => catalogue.routesFor(head).some(route => route.engine === engine))?.taskId;
    const engines = this.#loads.measure(free, { demand, adoptedTasks, firstWaiting });
    const plannedTasks = planPulls(
      {
        heads: demand.heads,
        routesFor: head => catalogue.routesFor(head),
        engines,
        findBreaker: (model, engine) => breakers.findState({ model, engine }),
        nowMs: clock.now(),
        spillAfterMs: spillAfterSeconds * 1000,
      },
      this.#shares,
    );
    this.#loads.note(engines, plannedTasks);
    return plannedTasks;
  }

  /**
   * Later tasks of uneven models are leased before earlier ones: their queues are read from the first one
   * that waits. So are those of a paused route, and new tasks of its engine get turns from that one on.
   */
  #noteFirsts({ heads }: Demand, models: readonly string[]): void {
    const newHeads = heads.filter(({ againSinceMs }) => againSinceMs === undefined);
    for (const { tierRank, turn } of firstOfEach(newHeads, head => `${head.tierRank}`))
      for (const model of models) this.#starts.goBack(model, tierRank, turn);
    for (const { model, tierRank, turn } of firstOfEach(newHeads, head => `${head.model} ${head.tierRank}`))
      if (this.#parts.catalogue.isUneven(model)) this.#starts.advance(model, tierRank, turn);
  }

  /** Engines of these models that this process does not have. */
  #enginesElsewhere(models: readonly string[], engines: readonly Engine[]): string[] {
    const routes = models.flatMap(model => this.#parts.catalogue.listRoutes(model));
    const names = new Set(routes.map(route => route.engine));
    for (const { name } of engines) names.delete(name);
    return [...names];
  }

  /** Leases the planned tasks. A half-open route gets one task in all workers, if this one claims it. */
  async #leasePlanned(
    engine: Engine,
    plannedTasks: readonly PlannedTask[],
    options: { readonly routes: readonly Route[]; readonly generation: bigint; readonly startTurns: TurnsOf },
  ): Promise<PulledTask[]> {
    const { breakers } = this.#parts;
    const tasks: PlannedTask[] = [];
    for (const task of plannedTasks) if (!task.isTrial || (await breakers.claimTrial(task))) tasks.push(task);
    if (tasks.length === 0) return [];
    let leasedTasks: readonly PulledTask[] = [];
    try {
      leasedTasks = await this.#lease(engine, { ...options, limit: tasks.length, tasks });
      return [...leasedTasks];
    } finally {
      // Also if the lease failed: the route would wait for the end of a trial that is never made.
      const unusedTrials = tasks.filter(
        ({ isTrial, taskId }) => isTrial && !leasedTasks.some(({ task }) => task.lease.taskId === taskId),
      );
      for (const task of unusedTrials) await breakers.releaseTrial(task);
    }
  }

  /** Engines that take no new tasks still finish their runs. */
  async #adoptAll(request: PullRequest): Promise<PulledTask[]> {
    if (this.#adopting.waitMs > 0) return [];
    const adoptedTasks = await this.#adopting.run(() => this.#adoptFree(request));
    if (adoptedTasks.length > 0) this.#adopting.reset();
    return adoptedTasks;
  }

  async #adoptFree({ free, except }: PullRequest): Promise<PulledTask[]> {
    const { store } = this.#parts;
    const open = [...free].filter(([, limit]) => limit > 0);
    const names = open.map(([{ name }]) => name);
    if (names.length === 0) return [];
    const adoptable = await store.adoptable(names, except);
    if (adoptable.isAnyLost) await store.countLostWorkers(this.#owner);
    const adoptedTasks: PulledTask[] = [];
    for (const [engine, limit] of open) {
      if (!adoptable.engines.has(engine.name)) continue;
      const tasks = await store.adopt({ engine: engine.name, owner: this.#owner, limit, leaseMs, except });
      adoptedTasks.push(...tasks.map(task => ({ engine, task, isResumed: true })));
    }
    return adoptedTasks;
  }

  async #lease(
    engine: Engine,
    options: {
      readonly limit: number;
      readonly routes: readonly Route[];
      readonly generation: bigint;
      readonly startTurns: TurnsOf;
      readonly tasks?: readonly LeaseTask[];
    },
  ): Promise<PulledTask[]> {
    const { local, slots } = engine.traits;
    const { store, catalogue, taskTimeoutSeconds } = this.#parts;
    const { limit, generation, startTurns, tasks } = options;
    const leasedTasks = await store.lease({
      engine: engine.name,
      owner: this.#owner,
      limit,
      leaseMs,
      // A local engine's runs in other processes use no resources of this one.
      maxRuns: local ? undefined : slots,
      isStarting: canRepeatStart(engine.traits),
      generation,
      routes: options.routes.map(route => leaseRoute(route, { startTurns, taskTimeoutSeconds })),
      ...(tasks && { tasks }),
    });
    // A task that returned to the queue is found without its turn.
    for (const { model, tierRank, turn, lease } of leasedTasks)
      if (lease.attempt === 1 && !catalogue.isUneven(model)) this.#starts.advance(model, tierRank, turn);
    return leasedTasks.map(task => ({ engine, task, isResumed: false }));
  }
}

/** The first item of each key. */
function firstOfEach<Item>(items: readonly Item[], toKey: (item: Item) => string): Item[] {
  return [...Map.groupBy(items, toKey).values()].flatMap(group => group.slice(0, 1));
}

/** Whether a task that may have been started can start again: its work is the same, found, or free. */
function canRepeatStart({ afterUnknownStart, isPaid = false }: EngineTraits): boolean {
  return afterUnknownStart === 'repeat' || (afterUnknownStart === 'find' && !isPaid);
}

/** Whether other engines can run its models, perhaps in other processes. */
function hasRivals({ name }: Engine, catalogue: Catalogue): boolean {
  const ownRoutes = catalogue.routesByEngine.get(name) ?? [];
  return ownRoutes.some(({ model }) => catalogue.listRoutes(model).length > 1);
}

function leaseRoute(
  route: Route,
  { startTurns, taskTimeoutSeconds }: { readonly startTurns: TurnsOf; readonly taskTimeoutSeconds: number },
): LeaseRoute {
  return {
    model: route.model,
    timeoutSeconds: route.timeoutSeconds ?? taskTimeoutSeconds,
    fromTurns: startTurns(route.model).map((turn, index) => (servesTier(route, index + 1) ? turn : noTurn)),
  };
}
