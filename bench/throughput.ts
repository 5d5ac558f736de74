/**
 * Submits and whole tasks a second, as a ratio to the smallest commit of the same PostgreSQL: one small row,
 * as many callers. The engine answers immediately and makes no files. Commits wait for the disk.
 */
import type { Database } from '../src/platform/db/open.ts';
import { hintChannel } from '../src/platform/db/hints.ts';
import { openListener } from '../src/platform/db/listen.ts';
import { systemClock } from '@kinora/shared/clock';
import { submitTask } from '../src/core/tasks/submit/submit-task.ts';
import { openConnections } from './connections.ts';
import { startKinora, type Kinora } from './kinora.ts';
import { median } from './median.ts';
import {
  commits,
  concurrency,
  runRounds,
  isBusy,
  openBenchDatabase,
  buildRequests,
  measurePerSecond,
  type PerSecond,
} from './load.ts';
import { makeCaller, makeRequest, type Caller } from './submit.ts';
import { atLeast, atMost, type Row } from './table.ts';
import type { Topic, TopicOptions } from './topic.ts';
import { sampleWaits } from './waits.ts';

const submitsARound = 4_000;
const tasksARound = 3_000;
const limits = { maxWaiting: 1_000_000, currency: 'USD' };
/** These are ratios to the smallest commit: by the submit statement, over HTTP, and for whole tasks. */
const targets = {
  1: { statement: 0.12, tasks: 0.06 },
  [concurrency]: { statement: 0.25, tasks: 0.1 },
} as Readonly<Record<number, { readonly statement: number; readonly tasks: number }>>;

export const throughput: Topic = {
  name: 'throughput',
  run: async parts => {
    const rows: Row[] = [];
    for (const accounts of [concurrency, 1]) {
      rows.push(...(await submits(parts, accounts)));
      rows.push(...(await wholeTasks(parts, accounts)));
    }
    return rows;
  },
};

async function submits(parts: TopicOptions, accounts: number): Promise<Row[]> {
  const settings = { KINORA_ROLE: 'api', KINORA_MAX_WAITING: String(limits.maxWaiting) };
  const kinora = await startKinora(parts, { env: settings });
  const db = await openBenchDatabase(parts, kinora.databaseUrl);
  const callers = await Promise.all(Array.from({ length: accounts }, () => makeCaller(db)));
  const connections = await openConnections(kinora.port, concurrency);
  parts.atEnd(async () => connections.close());
  const perSecond = await runRounds({
    commit: () => commits(db),
    statement: () =>
      measurePerSecond(submitsARound, index =>
        submitTask(db, makeRequest(callers[index % accounts] as Caller), limits),
      ),
    http: async () =>
      submitsARound / (await connections.run(submitsARound, buildRequests(callers, 'imagine'))),
  });
  await vacuumDatabase(db);
  const { commit = [], statement = [], http = [] } = perSecond;
  const targets = countTargets(accounts);
  return [
    ratioRow(`submits by statement, ${describeSize(accounts)}`, { commit, statement }, targets.statement),
    ratioRow(`submits over HTTP, ${describeSize(accounts)}`, { commit, http }, undefined),
  ];
}

async function wholeTasks(parts: TopicOptions, accounts: number): Promise<Row[]> {
  const env = { BENCH_WORK_MS: '0', BENCH_SLOTS: '64', KINORA_MAX_WAITING: String(limits.maxWaiting) };
  const kinora = await startKinora(parts, { env });
  const db = await openBenchDatabase(parts, kinora.databaseUrl);
  const callers = await Promise.all(Array.from({ length: accounts }, () => makeCaller(db)));
  const connections = await openConnections(kinora.port, concurrency);
  parts.atEnd(async () => connections.close());
  const hints = await countHints(parts, kinora);
  let tasks = 0;
  const figures = { wal: 0, waits: { lock: 0, active: 0 }, cpu: 0, seconds: 0 };
  const perSecond = await runRounds({
    commit: () => commits(db),
    tasks: async () => {
      const before = { wal: await readWalPosition(db), cpu: await kinora.ask<number>('cpu') };
      const stop = new AbortController();
      const sampling = sampleWaits(db, figures.waits, stop.signal);
      const startedMs = performance.now();
      await connections.run(tasksARound, buildRequests(callers, 'shorten'));
      while (await isBusy(db)) await systemClock.sleep(5);
      const seconds = (performance.now() - startedMs) / 1000;
      stop.abort();
      await sampling;
      tasks += tasksARound;
      figures.wal += (await readWalPosition(db)) - before.wal;
      figures.cpu += (await kinora.ask<number>('cpu')) - before.cpu;
      figures.seconds += seconds;
      return tasksARound / seconds;
    },
  });
  await vacuumDatabase(db);
  const { waits, wal, cpu, seconds } = figures;
  return [
    ratioRow(`whole tasks, ${describeSize(accounts)}`, perSecond, countTargets(accounts).tasks),
    atMost('… WAL of a task', { value: wal / tasks / 1024, unit: 'KB' }),
    atMost('… NOTIFYs of a task', { value: hints.count / tasks, unit: '', target: 2, places: 2 }),
    atMost('… share of active backends that wait for a lock', {
      value: waits.lock / waits.active,
      unit: '',
      places: 2,
    }),
    atMost('… CPU of the server, of one core', { value: cpu / seconds, unit: '', places: 2 }),
    atLeast('… share of HOT among updates of runs', await hotShare(db), { target: 0.9 }),
  ];
}

/**
 * Otherwise autovacuum would come to this database while the next one is measured, and its WAL would count.
 */
async function vacuumDatabase(db: Database): Promise<void> {
  await db.pool.query('vacuum analyze');
}

function countTargets(accounts: number) {
  return targets[accounts] ?? { statement: 0, tasks: 0 };
}

function describeSize(accounts: number): string {
  return `${accounts} account${accounts > 1 ? 's' : ''}, ${concurrency} callers`;
}

function ratioRow(label: string, { commit = [], ...sides }: PerSecond, target: number | undefined): Row {
  const [values = []] = Object.values(sides);
  const ratio = median(values.map((value, round) => value / (commit[round] ?? Number.NaN)));
  const note = `${Math.round(median(values))} a second, commits ${Math.round(median(commit))}`;
  return atLeast(label, ratio, { note, ...(target !== undefined && { target }) });
}

async function readWalPosition(db: Database): Promise<number> {
  const { rows } = await db.pool.query(`select pg_current_wal_insert_lsn() - '0/0' as bytes`);
  return Number(rows[0].bytes);
}

async function hotShare(db: Database): Promise<number> {
  await db.pool.query('select pg_stat_clear_snapshot()');
  const { rows } = await db.pool.query(
    `select n_tup_hot_upd::float8 / greatest(n_tup_upd, 1) as share from pg_stat_user_tables where relname = 'task_runs'`,
  );
  return rows[0].share;
}

async function countHints({ atEnd }: TopicOptions, { databaseUrl }: Kinora): Promise<{ count: number }> {
  const hintCounter = { count: 0 };
  const listener = await openListener([hintChannel], {
    connection: { connectionString: databaseUrl },
    onLost: () => {},
    onListening: () => {},
  });
  atEnd(() => listener.close());
  listener.on(hintChannel, () => hintCounter.count++);
  return hintCounter;
}
