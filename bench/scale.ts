/** Submits and whole tasks a second when the tables are full, as a ratio to the same on empty tables. */
import { openDatabase } from '../src/db/open.ts';
import { systemClock } from '../src/lib/clock.ts';
import { saveCardRoutes } from '../src/models/card-routes.ts';
import { submitTask } from '../src/tasks/submit/submit-task.ts';
import { readCatalogue } from '../src/models/catalogue.ts';
import { openConnections } from './connections.ts';
import { fillTasks } from './fill.ts';
import { startKinora } from './kinora.ts';
import { commits, concurrency, inTurns, isBusy, opened, requestsOf, timed, type PerSecond } from './load.ts';
import { median } from './median.ts';
import { cancelAll, makeCaller, requestOf, type Caller } from './submit.ts';
import { atLeast, type Row } from './table.ts';
import type { Topic, TopicParts } from './topic.ts';

const submitsARound = 4_000;
const tasksARound = 3_000;
const limits = { maxWaiting: 1_000_000, currency: 'USD' };
const target = 0.85;

export const scale: Topic = {
  name: 'scale',
  isLong: true,
  run: async parts => {
    const databaseUrl = await parts.freshDatabase();
    const db = openDatabase({ connectionString: databaseUrl }, concurrency);
    parts.atEnd(db.close);
    await saveCardRoutes(db, readCatalogue().models);
    const callers = await Promise.all(Array.from({ length: concurrency }, () => makeCaller(db)));
    const rows: Row[] = [];
    let empty: Figures | undefined;
    let from = 0;
    for (const millions of [0, ...parts.flags.millions]) {
      const to = millions * 1_000_000;
      if (to > from) await fillTasks(db, callers, { from, to });
      from = to;
      const figures = {
        submits: ratioOf(await submits(parts, databaseUrl, callers)),
        tasks: ratioOf(await wholeTasks(parts, databaseUrl, callers)),
      };
      empty ??= figures;
      rows.push(...rowsOf(figures, empty, millions));
    }
    return rows;
  },
};

interface Figure {
  readonly perSecond: number;
  /** Of the smallest commit, measured in turn with it. */
  readonly ratio: number;
}
type Figures = Readonly<Record<'submits' | 'tasks', Figure>>;

async function submits(
  parts: TopicParts,
  databaseUrl: string,
  callers: readonly Caller[],
): Promise<PerSecond> {
  const db = await opened(parts, databaseUrl);
  return inTurns({
    commit: () => commits(db),
    submits: async () => {
      const perSecond = await timed(submitsARound, index =>
        submitTask(db, requestOf(callers[index % callers.length] as Caller), limits),
      );
      await db.query(cancelAll);
      return perSecond;
    },
  });
}

async function wholeTasks(
  parts: TopicParts,
  databaseUrl: string,
  callers: readonly Caller[],
): Promise<PerSecond> {
  const env = { BENCH_WORK_MS: '0', BENCH_SLOTS: '64', KINORA_MAX_WAITING: String(limits.maxWaiting) };
  const kinora = await startKinora(parts, { env, databaseUrl });
  const db = await opened(parts, databaseUrl);
  const connections = await openConnections(kinora.port, concurrency);
  const perSecond = await inTurns({
    commit: () => commits(db),
    tasks: async () => {
      const startedMs = performance.now();
      await connections.run(tasksARound, requestsOf(callers, 'shorten'));
      while (await isBusy(db)) await systemClock.sleep(5);
      return (tasksARound * 1000) / (performance.now() - startedMs);
    },
  });
  connections.close();
  await kinora.stop();
  return perSecond;
}

function ratioOf({ commit = [], ...sides }: PerSecond): Figure {
  const [values = []] = Object.values(sides);
  return {
    perSecond: median(values),
    ratio: median(values.map((value, round) => value / (commit[round] ?? Number.NaN))),
  };
}

function rowsOf(figures: Figures, empty: Figures, millions: number): Row[] {
  const names = { submits: 'submits by statement', tasks: 'whole tasks' } as const;
  return (['submits', 'tasks'] as const).map(name => {
    const { perSecond, ratio } = figures[name];
    const note = `${Math.round(perSecond)} a second, ${ratio.toFixed(3)} of commits`;
    const what = `${names[name]}, ${millions} million finished tasks, against none`;
    return atLeast(what, ratio / empty[name].ratio, { note, ...(millions > 0 && { target }) });
  });
}
