/**
 * Whole tasks a second with one API process and 1, 2 and 4 workers on one database: what a task costs, and
 * how often connections wait for locks. The engine answers immediately and makes no files. The places take
 * turns, so that other load on the machine affects them all.
 */
import { systemClock } from '@kinora/shared/clock';
import { openConnections, type Connections } from './connections.ts';
import { startKinora, type Kinora } from './kinora.ts';
import { concurrency, isBusy, openBenchDatabase, buildRequests } from './load.ts';
import { median } from './median.ts';
import { postgresCpuSeconds } from './postgres-usage.ts';
import { makeCaller } from './submit.ts';
import { atLeast, atMost, type Row } from './table.ts';
import type { Topic, TopicOptions } from './topic.ts';
import { sampleWaits, type Waits } from './waits.ts';

const workerCounts = [1, 2, 4] as const;
const tasksARound = 3_000;
const rounds = 5;
/** A task may cost this much more with several workers than with one. */
const costTarget = 1.1;
const waitTarget = 0.05;

export const workers: Topic = {
  name: 'workers',
  isLong: true,
  run: async parts => {
    const places: Place[] = [];
    // One after the other: together they would need more connections than the database has.
    for (const count of workerCounts) {
      const place = await openPlace(parts, count);
      places.push(place);
      // The first round is for the compilers.
      for (let round = 0; round <= rounds; round++) {
        const figures = await runTasks(place);
        if (round > 0) place.rounds.push(figures);
      }
      for (const { stop } of place.processes) await stop();
    }
    const [first] = places;
    return places.flatMap(place => toRows(place, first ?? place));
  },
};

interface Place {
  readonly count: number;
  readonly processes: readonly Kinora[];
  readonly databaseUrl: string;
  readonly db: Awaited<ReturnType<typeof openBenchDatabase>>;
  readonly connections: Connections;
  readonly request: (index: number) => Buffer;
  readonly waits: Waits;
  readonly rounds: Figures[];
}

interface Figures {
  readonly perSecond: number;
  /** Milliseconds for each task. */
  readonly kinoraMs: number;
  readonly postgresMs: number;
}

async function openPlace(parts: TopicOptions, count: number): Promise<Place> {
  const databaseUrl = await parts.freshDatabase();
  const env = { BENCH_WORK_MS: '0', BENCH_SLOTS: '64', KINORA_MAX_WAITING: '1000000' };
  const start = (role: string) => startKinora(parts, { databaseUrl, env: { ...env, KINORA_ROLE: role } });
  const processes = [await start('api')];
  for (let worker = 0; worker < count; worker++) processes.push(await start('worker'));
  const db = await openBenchDatabase(parts, databaseUrl);
  const callers = await Promise.all(Array.from({ length: concurrency }, () => makeCaller(db)));
  const connections = await openConnections(processes[0]?.port ?? 0, concurrency);
  parts.atEnd(async () => connections.close());
  const request = buildRequests(callers, 'shorten');
  return {
    count,
    processes,
    databaseUrl,
    db,
    connections,
    request,
    waits: { active: 0, lock: 0 },
    rounds: [],
  };
}

async function runTasks({
  processes,
  databaseUrl,
  db,
  connections,
  request,
  waits,
}: Place): Promise<Figures> {
  const cpu = async () => {
    let seconds = 0;
    for (const kinora of processes) seconds += await kinora.ask<number>('cpu');
    return { kinora: seconds, postgres: await postgresCpuSeconds(databaseUrl) };
  };
  const before = await cpu();
  const stop = new AbortController();
  const sampling = sampleWaits(db, waits, stop.signal);
  const startedMs = performance.now();
  await connections.run(tasksARound, request);
  while (await isBusy(db)) await systemClock.sleep(5);
  const seconds = (performance.now() - startedMs) / 1000;
  stop.abort();
  await sampling;
  const after = await cpu();
  const forTask = (used: number) => (used / tasksARound) * 1000;
  return {
    perSecond: tasksARound / seconds,
    kinoraMs: forTask(after.kinora - before.kinora),
    postgresMs: forTask(after.postgres - before.postgres),
  };
}

function toRows(place: Place, first: Place): Row[] {
  const { count, waits } = place;
  const label = `${count} worker${count > 1 ? 's' : ''}`;
  const middle = ({ rounds: all }: Place, figure: keyof Figures) => median(all.map(round => round[figure]));
  const cost = (one: Place) => middle(one, 'kinoraMs') + middle(one, 'postgresMs');
  const parts = `Kinora ${middle(place, 'kinoraMs').toFixed(2)}, PostgreSQL ${middle(place, 'postgresMs').toFixed(2)} ms`;
  return [
    atLeast(`${label}: whole tasks a second`, middle(place, 'perSecond'), {}),
    atMost(`${label}: CPU a task`, { value: cost(place), unit: 'ms', places: 2, note: parts }),
    ...(place === first
      ? []
      : [
          atMost(`${label}: CPU a task, against one worker`, {
            value: cost(place) / cost(first),
            unit: '',
            places: 2,
            target: costTarget,
          }),
        ]),
    atMost(`${label}: share of active connections that wait for a lock`, {
      value: waits.lock / waits.active,
      unit: '',
      places: 3,
      target: waitTarget,
    }),
  ];
}
