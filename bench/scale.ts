/**
 * Submits and whole tasks a second when the tables are full, against empty tables of
 * the same PostgreSQL, in turn.
 */
import type { Database } from '../src/platform/db/open.ts';
import { systemClock } from '@kinora/shared/clock';
import { saveCardRoutes } from '../src/core/catalogue/routes/card-routes.ts';
import { submitTask } from '../src/core/tasks/submit/submit-task.ts';
import { readCatalogue } from '../src/core/catalogue/models/catalogue.ts';
import { openConnections } from './connections.ts';
import { fillTasks } from './fill.ts';
import { startKinora } from './kinora.ts';
import {
  concurrency,
  runRounds,
  isBusy,
  openBenchDatabase,
  buildRequests,
  measurePerSecond,
  type PerSecond,
} from './load.ts';
import { median } from './median.ts';
import { cancelAll, makeCaller, makeRequest, type Caller } from './submit.ts';
import { atLeast, type Row } from './table.ts';
import type { Topic, TopicOptions } from './topic.ts';

const submitsARound = 4_000;
const tasksARound = 3_000;
const limits = { maxWaiting: 1_000_000, currency: 'USD' };
const target = 0.85;

/** A database whose accounts submit. */
interface Tables {
  readonly databaseUrl: string;
  readonly db: Database;
  readonly callers: readonly Caller[];
}

export const scale: Topic = {
  name: 'scale',
  isLong: true,
  run: async parts => {
    const full = await makeTables(parts);
    const rows: Row[] = [];
    let from = 0;
    for (const millions of parts.flags.millions.toSorted((one, other) => one - other)) {
      const to = millions * 1_000_000;
      if (to > from) await fillTasks(full.db, full.callers, { from, to });
      from = to;
      const empty = await makeTables(parts);
      const submits = await runRounds({ empty: () => submitsTo(empty), full: () => submitsTo(full) });
      rows.push(toRow('submits by statement', submits, millions));
      rows.push(toRow('whole tasks', await wholeTasks(parts, { empty, full }), millions));
    }
    return rows;
  },
};

async function makeTables(parts: TopicOptions): Promise<Tables> {
  const databaseUrl = await parts.freshDatabase();
  const db = await openBenchDatabase(parts, databaseUrl);
  await saveCardRoutes(db, readCatalogue().models);
  const callers = await Promise.all(Array.from({ length: concurrency }, () => makeCaller(db)));
  return { databaseUrl, db, callers };
}

/** Submits per second. Afterwards the queue is empty again. */
async function submitsTo({ db, callers }: Tables): Promise<number> {
  const perSecond = await measurePerSecond(submitsARound, index =>
    submitTask(db, makeRequest(callers[index % callers.length] as Caller), limits),
  );
  await db.query(cancelAll);
  return perSecond;
}

async function wholeTasks(
  parts: TopicOptions,
  { empty, full }: { readonly empty: Tables; readonly full: Tables },
): Promise<PerSecond> {
  const [onEmpty, onFull] = [await startWorking(parts, empty), await startWorking(parts, full)];
  const perSecond = await runRounds({ empty: onEmpty.run, full: onFull.run });
  await Promise.all([onEmpty.stop(), onFull.stop()]);
  return perSecond;
}

async function startWorking(parts: TopicOptions, { databaseUrl, db, callers }: Tables) {
  const env = { BENCH_WORK_MS: '0', BENCH_SLOTS: '64', KINORA_MAX_WAITING: String(limits.maxWaiting) };
  const kinora = await startKinora(parts, { env, databaseUrl });
  const connections = await openConnections(kinora.port, concurrency);
  /** Tasks submitted and ended per second. */
  const run = async () => {
    const startedMs = performance.now();
    await connections.run(tasksARound, buildRequests(callers, 'shorten'));
    while (await isBusy(db)) await systemClock.sleep(5);
    return (tasksARound * 1000) / (performance.now() - startedMs);
  };
  const stop = async () => {
    connections.close();
    await kinora.stop();
  };
  return { run, stop };
}

function toRow(label: string, { empty = [], full = [] }: PerSecond, millions: number): Row {
  const ratio = median(full.map((value, round) => value / (empty[round] ?? Number.NaN)));
  const note = `${Math.round(median(full))} a second, ${Math.round(median(empty))} on empty tables`;
  return atLeast(`${label}, ${millions} million finished tasks, against none`, ratio, { note, target });
}
