/** Explains why a queued task has not started, if no engine of its model takes tasks at present. */
import { requiredKind } from '../../../engines/contract/engine-job.ts';
import type { Language } from '@kinora/shared/errors/errors';
import { calendarNow } from '@kinora/shared/clock';
import { tierRanks } from '@kinora/shared/models/model-card';
import type { Route } from '../../../core/catalogue/routes/route.ts';
import { findClosure, type RouteClosure } from '../../../core/operate/engines/engine-terms.ts';
import { readCurrentEngines, type CurrentEngine } from '../../../core/operate/engines/engine-states.ts';
import { readBreakers, type RouteHealth } from '../../../core/tasks/routing/breakers.ts';
import { jobCost } from '../../../core/tasks/routing/job-cost.ts';
import type { TaskSummary } from '../../../core/tasks/read/task-summary.ts';
import { minuteText } from '../engines/engine-procedures.ts';
import { operateText } from '../operate-texts.ts';
import type { Context } from '../procedure.ts';
import { hasRole } from '../scope.ts';
import type { TaskDetail } from '../records/task-record.ts';

/** An engine that takes no tasks, why, and until when, if that is known. */
interface Obstacle {
  readonly engine: string;
  readonly why: 'down' | 'drained' | 'breaker_open' | RouteClosure['why'];
  readonly until: Date | undefined;
}

/** Returns null if the task has started, or only waits for its turn. */
export async function describeWait(
  context: Pick<Context, 'actor' | 'catalogue' | 'db' | 'language'>,
  task: TaskSummary,
): Promise<TaskDetail['waits']> {
  if (task.phase !== 'queued') return null;
  const { db, catalogue, actor, language } = context;
  const { model, job } = task;
  const routes = catalogue.routesFor({ model, tierRank: tierRanks[task.tier], operation: requiredKind(job) });
  const engines = await readCurrentEngines(db, catalogue);
  const findHealth = await readBreakers(db);
  const obstacles = routes.map(route => {
    const engine = engines.find(({ name }) => name === route.engine);
    return findObstacle(route, { task, engine, health: findHealth(route) });
  });
  if (obstacles.includes(undefined)) return null;
  const knownObstacles = obstacles.filter(one => one !== undefined);
  const until = knownObstacles
    .flatMap(one => one.until ?? [])
    .toSorted((one, other) => Number(one) - Number(other))[0];
  const isOperator = hasRole(actor, 'operator');
  return {
    message: describeObstacles(knownObstacles, { until, isOperator, language }),
    until: until?.toISOString() ?? null,
    engines: isOperator ? knownObstacles.map(one => toLine(one, language)) : [],
  };
}

/** Returns undefined if the engine takes tasks of the route. */
function findObstacle(
  route: Route,
  {
    task,
    engine,
    health,
  }: {
    readonly task: TaskSummary;
    readonly engine: CurrentEngine | undefined;
    readonly health: RouteHealth | undefined;
  },
): Obstacle | undefined {
  const common = { engine: route.engine, until: undefined };
  // A drained engine still takes a task that has started before.
  if (engine?.state === 'drained' && task.startedAt === undefined) return { ...common, why: 'drained' };
  if (!engine?.isPresent) return { ...common, why: 'down' };
  const closing = findClosure(engine.terms, jobCost(route, task.job) ?? 0n, calendarNow());
  if (closing) return { ...common, ...closing };
  return health?.state === 'open' ? { ...common, why: 'breaker_open', until: health.until } : undefined;
}

interface WaitTextOptions {
  readonly until: Date | undefined;
  readonly isOperator: boolean;
  readonly language: Language;
}

/** Describes the reason, if all engines have the same one. Only operators see that a budget is used up. */
function describeObstacles(
  obstacles: readonly Obstacle[],
  { until, isOperator, language }: WaitTextOptions,
): string {
  const reasons = new Set(obstacles.map(({ why }) => why));
  const [why = 'none'] = reasons;
  const isTold = reasons.size < 2 && (isOperator || why !== 'over_budget');
  const text = isTold ? why : 'several';
  const sentence = operateText(`waits_${text}`, {}, language);
  if (!until) return sentence;
  const space = language === 'zh' ? '' : ' ';
  return `${sentence}${space}${operateText('waits_until', { until: minuteText(until) }, language)}`;
}

function toLine({ engine, why, until }: Obstacle, language: Language) {
  return { engine, why: operateText(`waits_${why}`, {}, language), until: until?.toISOString() ?? null };
}
