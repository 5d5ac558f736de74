/** Leases under load while a transaction keeps an old snapshot open, so that no dead row can be removed. */
import { newRowId } from '../src/platform/lib/id.ts';
import { systemClock } from '@kinora/shared/clock';
import type { Engine } from '../src/engines/contract/engine.ts';
import { openModelStarts, type ModelStarts } from '../src/core/tasks/routing/queue-start.ts';
import { leaseRequest } from '../test/support/engines/lease-request.ts';
import { finishTask } from '../src/core/tasks/work/finish-task.ts';
import { openTaskStore } from '../src/core/tasks/work/task-store.ts';
import type { Database } from '../src/platform/db/open.ts';
import { openConnections, type Connections } from './connections.ts';
import { openInstantEngine } from './instant-engine.ts';
import { startKinora } from './kinora.ts';
import { concurrency, openBenchDatabase, buildRequests } from './load.ts';
import { makeCaller, type Caller } from './submit.ts';
import { atLeast, atMost, type Row } from './table.ts';
import type { Topic } from './topic.ts';

const normalSeconds = 60;
const leaseEveryMs = 50;
const requestsAtOnce = 400;
/** Set if the number of submits a second is limited. */
const requestsOfATurn = concurrency;
const target = 3;

export const snapshot: Topic = {
  name: 'snapshot',
  isLong: true,
  run: async parts => {
    const env = { BENCH_WORK_MS: '0', BENCH_SLOTS: '64', KINORA_MAX_WAITING: '1000000' };
    const kinora = await startKinora(parts, { env });
    const db = await openBenchDatabase(parts, kinora.databaseUrl);
    const callers = await Promise.all(Array.from({ length: concurrency }, () => makeCaller(db)));
    const connections = await openConnections(kinora.port, concurrency);
    parts.atEnd(async () => connections.close());
    const starts = openModelStarts(systemClock);
    const load = { db, callers, connections, starts, perSecond: parts.flags.perSecond };
    await measureLeases(load, 10);
    const normal = await measureLeases(load, normalSeconds);
    const holder = await db.pool.connect();
    await holder.query('begin isolation level repeatable read');
    await holder.query('select count(*) from tasks');
    const minutes: LeaseTimes[] = [];
    for (let minute = 0; minute < parts.flags.holdMinutes; minute++)
      minutes.push(await measureLeases(load, 60));
    await holder.query('commit');
    holder.release();
    const allLeaseMs = minutes.flatMap(({ leaseMs }) => leaseMs);
    const last = minutes.at(-1) ?? normal;
    return [
      atMost('lease, 95th percentile', { value: p95(normal.leaseMs), unit: 'ms', places: 2 }),
      ...toRows('the whole time', p95(allLeaseMs) / p95(normal.leaseMs)),
      ...toRows('the last minute', p95(last.leaseMs) / p95(normal.leaseMs)),
      atLeast('whole tasks in the last minute, against normal', last.perSecond / normal.perSecond, {
        note: `${Math.round(normal.perSecond)} a second normally`,
      }),
    ];
  },
};

function toRows(when: string, times: number): Row[] {
  return [
    atMost(`… against normal while a snapshot is held, ${when}`, {
      value: times,
      unit: 'times',
      places: 2,
      target,
    }),
  ];
}

interface Load {
  readonly db: Database;
  readonly callers: readonly Caller[];
  readonly connections: Connections;
  /** The other worker's record of where each queue starts. */
  readonly starts: ModelStarts;
  readonly perSecond: number;
}

interface LeaseTimes {
  readonly leaseMs: readonly number[];
  readonly perSecond: number;
}

/** Submits, while another worker leases a task now and then and ends it. */
async function measureLeases(load: Load, seconds: number): Promise<LeaseTimes> {
  const { db, starts } = load;
  const store = openTaskStore(db);
  const engine: Engine = openInstantEngine(() => {}, { workMs: 0, slots: 1 });
  const request = leaseRequest({ owner: newRowId(), maxRuns: undefined, isStarting: true });
  const endsMs = performance.now() + seconds * 1000;
  const startedMs = performance.now();
  const finishedBefore = await countFinishedTasks(db);
  const leaseMs: number[] = [];
  const submitting = submitUntil(endsMs, load);
  while (performance.now() < endsMs) {
    const beganMs = performance.now();
    const leasedTasks = await starts.read(startTurns => {
      const routes = request.routes.map(route => ({ ...route, fromTurns: startTurns(route.model) }));
      return store.lease({ ...request, engine: engine.name, routes });
    });
    leaseMs.push(performance.now() - beganMs);
    for (const { model, tierRank, turn } of leasedTasks) starts.advance(model, tierRank, turn);
    for (const task of leasedTasks)
      await finishTask(db, task.lease, { phase: 'failed', code: 'internal', details: {}, retentionHours: 1 });
    await systemClock.sleep(leaseEveryMs);
  }
  await submitting;
  const perSecond =
    ((await countFinishedTasks(db)) - finishedBefore) / ((performance.now() - startedMs) / 1000);
  return { leaseMs, perSecond };
}

/** Keeps to the number of tasks a second on average, so that a slow moment is made up for. */
async function submitUntil(endsMs: number, { callers, connections, perSecond }: Load): Promise<void> {
  const startedMs = performance.now();
  const isLimited = Number.isFinite(perSecond);
  for (let sentCount = 0; performance.now() < endsMs;) {
    const count = isLimited ? requestsOfATurn : requestsAtOnce;
    await connections.run(count, buildRequests(callers, 'shorten'));
    sentCount += count;
    if (isLimited)
      await systemClock.sleep(Math.max(0, startedMs + (sentCount * 1000) / perSecond - performance.now()));
  }
}

async function countFinishedTasks(db: Database): Promise<number> {
  const { rows } = await db.pool.query(
    'select count(*)::int as count from tasks where finished_at is not null',
  );
  return rows[0].count;
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}
