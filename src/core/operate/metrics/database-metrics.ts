/**
 * Gauges of what the database holds, the same in every process. They are read at a scrape, in one transaction
 * with a time limit, at most every five seconds and less often where the reads are slow.
 */
import { lastReconciliation } from '../../billing/reconciliations.ts';
import type { Database, Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import { calendarNow, type Clock } from '@kinora/shared/clock';
import { openPace } from '../../../platform/lib/async/pace.ts';
import type { Catalogue } from '../../catalogue/models/catalogue.ts';
import { tierRanks } from '@kinora/shared/models/model-card';
import { presenceTimeoutSeconds } from '../engines/engine-presence.ts';
import { readPresentEngines } from '../engines/engine-states.ts';
import { readBreakers } from '../../tasks/routing/breakers.ts';
import type { MetricName } from './metric-definitions.ts';
import type { Registry } from './registry.ts';

export interface DatabaseMetricsDependencies {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly limits: HoldLimits;
}

export interface HoldLimits {
  readonly queueHours: number;
  readonly taskTimeoutSeconds: number;
}

const pace = { minMs: 5_000, maxMs: 60_000 };
/** Tasks are expired every few seconds, five minutes after their deadline. */
const holdGraceSeconds = 600;

/**
 * Ids of tasks grow with time, but a task that waited for its prompt enters the queue later: so the
 * oldest of the first hundred.
 */
const selectOldest = (table: string, condition = '') => `coalesce(
     (
       select max(extract(epoch from now() - coalesce(tasks.ordered_at, tasks.created_at)))
       from (select task_id from ${table} ${condition} order by task_id limit 100) first
         join tasks on tasks.id = first.task_id
     ), 0
   )::float8`;

const figures = statement(
  'metrics_figures',
  `select ${selectOldest('task_queue')} as queue_oldest, ${selectOldest('task_runs')} as run_oldest,
     (select count(*)::int from task_runs) as running,
     (select coalesce(sum(held_micros), 0)::float8 from accounts) as held,
     (
       select count(distinct worker)::int from engine_workers
       where seen_at > now() - interval '${presenceTimeoutSeconds} s'
     ) as workers,
     workers_needed(),
     (select count(*)::int from hooks where ended_at is null and tries > 0) as hooks_retrying,
     (select count(*)::int from hook_failures where failures >= 5) as receivers_failing`,
);
const countQueuedTasks = statement(
  'metrics_queued',
  'select tier_rank, count(*)::int as tasks from task_queue group by tier_rank',
);
const limitTime = statement('metrics_timeout', `set local statement_timeout = '2s'`);

const gauges = [
  'kinora_queue_tasks',
  'kinora_queue_oldest_seconds',
  'kinora_running_tasks',
  'kinora_hold_oldest_seconds',
  'kinora_hold_limit_seconds',
  'kinora_hold_micros',
  'kinora_engine_busy',
  'kinora_engine_slots',
  'kinora_engine_state',
  'kinora_breaker_open',
  'kinora_workers',
  'kinora_workers_needed',
  'kinora_hooks_retrying',
  'kinora_hook_receivers_failing',
  'kinora_reconcile_problems',
  'kinora_reconcile_age_seconds',
] as const satisfies readonly MetricName[];

interface Figures {
  queue_oldest: number;
  run_oldest: number;
  running: number;
  held: number;
  workers: number;
  workers_needed: number;
  hooks_retrying: number;
  receivers_failing: number;
}

/** Returns the function that reads them. Does nothing while the last read is recent or still in progress. */
export function openDatabaseMetrics(
  registry: Registry,
  parts: DatabaseMetricsDependencies,
): () => Promise<void> {
  const reads = openPace(parts.clock, pace);
  let reading: Promise<void> | undefined;
  const read = async () => {
    try {
      const write = await reads.run(() => readAll(registry, parts));
      gauges.forEach(name => registry.clear(name));
      write.forEach(set => set());
      registry.set('kinora_up', { source: 'database' }, 1);
    } catch {
      gauges.forEach(name => registry.clear(name));
      registry.set('kinora_up', { source: 'database' }, 0);
    } finally {
      reading = undefined;
    }
  };
  return async () => {
    if (!reading && reads.waitMs > 0) return;
    await (reading ??= read());
  };
}

type Write = () => void;

/** Reads first and returns the writes, so that a read that fails half-way leaves no gauge behind. */
async function readAll(registry: Registry, parts: DatabaseMetricsDependencies): Promise<Write[]> {
  const { db, catalogue, limits } = parts;
  return db.transaction(async tx => {
    await tx.query(limitTime);
    return [
      ...(await readFigures(registry, tx)),
      ...(await readQueue(registry, tx)),
      ...(await readEngines(registry, tx, catalogue)),
      ...(await readReconciliation(registry, tx)),
      () => registry.set('kinora_hold_limit_seconds', {}, holdLimitSeconds(limits, catalogue)),
    ];
  });
}

async function readFigures(registry: Registry, tx: Queryable): Promise<Write[]> {
  const [row] = await tx.query<Figures>(figures);
  if (!row) return [];
  const values: Partial<Record<MetricName, number>> = {
    kinora_queue_oldest_seconds: row.queue_oldest,
    kinora_running_tasks: row.running,
    kinora_hold_oldest_seconds: Math.max(row.queue_oldest, row.run_oldest),
    kinora_hold_micros: row.held,
    kinora_workers: row.workers,
    kinora_workers_needed: row.workers_needed,
    kinora_hooks_retrying: row.hooks_retrying,
    kinora_hook_receivers_failing: row.receivers_failing,
  };
  return Object.entries(values).map(
    ([name, value]) =>
      () =>
        registry.set(name as MetricName, {}, value),
  );
}

async function readQueue(registry: Registry, tx: Queryable): Promise<Write[]> {
  const rows = await tx.query<{ tier_rank: number; tasks: number }>(countQueuedTasks);
  return Object.entries(tierRanks).map(([tier, rank]) => {
    const tasks = rows.find(row => row.tier_rank === rank)?.tasks ?? 0;
    return () => registry.set('kinora_queue_tasks', { tier }, tasks);
  });
}

async function readEngines(registry: Registry, tx: Queryable, catalogue: Catalogue): Promise<Write[]> {
  const engines = await readPresentEngines(tx, catalogue);
  const findBreaker = await readBreakers(tx);
  const routes = [...catalogue.routesByEngine.values()].flat();
  const paused = routes.filter(route => (findBreaker(route)?.state ?? 'closed') !== 'closed');
  return [
    ...engines.map(({ name: engine, busy, slots, state }) => () => {
      registry.set('kinora_engine_busy', { engine }, busy);
      registry.set('kinora_engine_slots', { engine }, slots ?? 0);
      registry.set('kinora_engine_state', { engine, state }, 1);
    }),
    ...paused.map(
      ({ engine, model }) =>
        () =>
          registry.set('kinora_breaker_open', { engine, model }, 1),
    ),
  ];
}

async function readReconciliation(registry: Registry, tx: Queryable): Promise<Write[]> {
  const reconciliation = await lastReconciliation(tx);
  if (!reconciliation) return [];
  return [
    () => registry.set('kinora_reconcile_problems', {}, reconciliation.problems),
    () =>
      registry.set('kinora_reconcile_age_seconds', {}, (calendarNow() - reconciliation.at.getTime()) / 1000),
  ];
}

function holdLimitSeconds({ queueHours, taskTimeoutSeconds }: HoldLimits, catalogue: Catalogue): number {
  const timeouts = [...catalogue.routesByEngine.values()].flat().map(route => route.timeoutSeconds ?? 0);
  return queueHours * 3600 + Math.max(taskTimeoutSeconds, ...timeouts) + holdGraceSeconds;
}
