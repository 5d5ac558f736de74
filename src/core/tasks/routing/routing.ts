/** What a worker needs of the routes while it advances tasks. */
import type { Database } from '../../../platform/db/open.ts';
import { requiredKind } from '../../../engines/contract/engine-job.ts';
import type { Engine } from '../../../engines/contract/engine.ts';
import type { EngineError } from '../../../engines/contract/engine-error.ts';
import type { EngineLimits } from '../../../engines/contract/engine-limits.ts';
import type { EnginePool } from '../../../engines/contract/engine-pool.ts';
import type { Clock } from '@kinora/shared/clock';
import type { Catalogue } from '../../catalogue/models/catalogue.ts';
import { mapJob, type Route } from '../../catalogue/routes/route.ts';
import type { Micros } from '@kinora/shared/money';
import { isSelection, type LeasedTask, type TaskJob } from '../task.ts';
import { openAdmissions, type Admission } from './admission.ts';
import type { Breakers } from './breakers.ts';
import { isAnyInUse } from './engines-in-use.ts';
import { jobCost } from './job-cost.ts';
import type { Closure } from './plan-pulls.ts';

export interface Routing {
  /**
   * The job as the engine gets it: with the name of its model or workflow, and the
   * parameters as the route maps them.
   */
  mapJob(task: LeasedTask): TaskJob;
  /** Whether the route exists. False if it was removed or disabled after the task was leased. */
  hasRoute(task: Pick<LeasedTask, 'model' | 'engine'>): boolean;
  /** How long the task may take from its start on. */
  findTimeoutSeconds(task: Pick<LeasedTask, 'model' | 'engine'>): number;
  /** What the operator is expected to pay for the job. Returns undefined if there is nothing. */
  expectedCost(task: Pick<LeasedTask, 'model' | 'engine' | 'job'>): Micros | undefined;
  /** Whether another engine can take the task, that has not refused it already and is not drained. */
  hasAlternative(task: LeasedTask): Promise<boolean>;
  /** Whether another engine would take the task, but is away or busy, and not drained. */
  waitsForOther(task: LeasedTask): Promise<boolean>;
  /** Whether the engine was away or busy at the last start of a task of this model. */
  isAwayOrBusy(task: Pick<LeasedTask, 'model'>, engine: string): boolean;
  /** The milliseconds until one of its routes may be tried. Returns undefined if its own is not paused. */
  remainingPauseMs(task: LeasedTask): number | undefined;
  /**
   * Counts the start, or an engine that cannot be reached about its work, for the breaker of the route.
   * `isRepeated`: the job failed before.
   */
  recordFailure(task: LeasedTask, failure: EngineError, isRepeated?: boolean): Promise<void>;
  /** The task, which may be the trial of its route, is not started. */
  recordUntried(task: LeasedTask): Promise<void>;
  recordSuccess(task: LeasedTask): Promise<void>;
  /** The engine, which could not be reached, answers again. */
  recordAnswer(task: LeasedTask): Promise<void>;
  /** Whether the engine may begin the job now. Sets aside what it will cost. */
  admit(task: LeasedTask, engine: Engine): Promise<Admission>;
  /** The engine has certainly not accepted the job: nothing is set aside for it any more. */
  releaseReservation(task: LeasedTask): Promise<void>;
  /** Why the engine takes no new tasks, apart from a drain. */
  findClosure(engine: Engine): Closure | undefined;
}

export interface RoutingDependencies {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly catalogue: Pick<Catalogue, 'listRoutes' | 'routesFor' | 'startsFromPixels'>;
  readonly engines: EnginePool;
  readonly breakers: Breakers;
  readonly taskTimeoutSeconds: number;
}

const overBudgetMs = 60_000;

interface TimedClosure {
  readonly why: Closure;
  readonly untilMs: number;
}

export function openRouting(parts: RoutingDependencies): Routing {
  const { db, clock, catalogue, engines, breakers, taskTimeoutSeconds } = parts;
  const admissions = openAdmissions(db);
  /** Engines that may begin nothing until a time. */
  const closed = new Map<string, TimedClosure>();
  // The limits of an engine may have changed.
  engines.onChange(() => closed.clear());
  const findRoute = ({ model, engine }: Pick<LeasedTask, 'model' | 'engine'>): Route | undefined =>
    catalogue.listRoutes(model).find(route => route.engine === engine);
  const expectedCost: Routing['expectedCost'] = task => {
    const route = findRoute(task);
    return route && jobCost(route, task.job);
  };
  const findClosure: Routing['findClosure'] = engine => {
    if (!engines.isInHours(engine)) return 'outside_hours';
    const closure = closed.get(engine.name);
    return closure && clock.now() < closure.untilMs ? closure.why : undefined;
  };
  /** Routes whose engine takes tasks, as far as this process can see: drains are only in the database. */
  const listOpenRoutes = ({ model, tierRank, job }: LeasedTask): readonly Route[] => {
    const open = engines.engines.filter(engine => findClosure(engine) === undefined).map(({ name }) => name);
    return catalogue
      .routesFor({ model, tierRank, operation: requiredKind(job) })
      .filter(route => open.includes(route.engine));
  };
  const listOthers = (task: LeasedTask): readonly Route[] =>
    listOpenRoutes(task).filter(({ engine }) => engine !== task.engine);
  return {
    mapJob: task => {
      const route = findRoute(task);
      return route ? mapJob(task.job, route) : task.job;
    },
    hasRoute: task => findRoute(task) !== undefined,
    findTimeoutSeconds: task => findRoute(task)?.timeoutSeconds ?? taskTimeoutSeconds,
    expectedCost,
    admit: async (task, engine) => {
      const limits = engines.findLimits(engine);
      const { isPaid = false, canCancel = true } = engine.traits;
      if (isCopy(task, catalogue) || !(isPaid || isLimited(limits))) return 'admitted';
      const admission = await admissions.admit({
        lease: task.lease,
        engine: engine.name,
        limits: limits ?? noLimits,
        costMicros: expectedCost(task) ?? 0n,
        canCancel: canCancel || !isPaid,
      });
      const closure = closureAfter(admission, clock.now());
      if (closure) closed.set(engine.name, closure);
      return admission;
    },
    releaseReservation: task => admissions.release(task.lease),
    findClosure,
    hasAlternative: task =>
      isAnyInUse(
        db,
        listOthers(task).filter(route => isUntried(route, task) && breakers.findState(route) !== 'open'),
      ),
    waitsForOther: task => isAnyInUse(db, listOthers(task).filter(breakers.isAwayOrBusy)),
    isAwayOrBusy: ({ model }, engine) => breakers.isAwayOrBusy({ model, engine }),
    remainingPauseMs: task => {
      const ownMs = breakers.findPauseMs(task);
      if (ownMs === undefined) return undefined;
      return Math.min(ownMs, ...listOpenRoutes(task).map(route => breakers.findPauseMs(route) ?? 0));
    },
    recordFailure: breakers.recordFailure,
    recordUntried: async task => void (breakers.isAnyTroubled && (await breakers.releaseTrial(task))),
    recordSuccess: breakers.recordSuccess,
    recordAnswer: breakers.recordAnswer,
  };
}

function isUntried({ engine }: Route, { avoid }: LeasedTask): boolean {
  return !avoid.includes(engine);
}

function closureAfter(admission: Admission, nowMs: number): TimedClosure | undefined {
  if (admission === 'over_budget') return { why: 'over_budget', untilMs: nowMs + overBudgetMs };
  if (typeof admission === 'object') return { why: 'rate_limited', untilMs: nowMs + admission.waitMs };
  return undefined;
}

/**
 * A chosen candidate of an engine that starts from pixels is copied by the core. The
 * engine is not asked for anything.
 */
function isCopy({ job, model }: LeasedTask, catalogue: Pick<Catalogue, 'startsFromPixels'>): boolean {
  return isSelection(job) && catalogue.startsFromPixels(model);
}

const noLimits: EngineLimits = {
  startsPerMinute: undefined,
  dayBudgetMicros: undefined,
  monthBudgetMicros: undefined,
};

function isLimited(limits: EngineLimits | undefined): boolean {
  return limits !== undefined && Object.values(limits).some(limit => limit !== undefined);
}
