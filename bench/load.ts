/**
 * Load on the queue: submits and whole tasks a second, next to the smallest commit of the same PostgreSQL.
 */
import { openDatabase, type Database } from '../src/platform/db/open.ts';
import { statement } from '../src/platform/db/statement.ts';
import { requestBytes } from './connections.ts';
import type { Caller } from './submit.ts';
import type { TopicOptions } from './topic.ts';

export const concurrency = 16;
const rounds = 5;
const commitsARound = 20_000;

export type PerSecond = Readonly<Record<string, readonly number[]>>;

/** Runs each side in turn, for some rounds. The first round only warms up. */
export async function runRounds(sides: Readonly<Record<string, () => Promise<number>>>): Promise<PerSecond> {
  const perSecondBySide = Object.fromEntries(Object.keys(sides).map(name => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++)
    for (const [name, run] of Object.entries(sides)) {
      const perSecond = await run();
      if (round > 0) perSecondBySide[name]?.push(perSecond);
    }
  return perSecondBySide;
}

export async function openBenchDatabase({ atEnd }: TopicOptions, databaseUrl: string): Promise<Database> {
  const db = openDatabase({ connectionString: databaseUrl }, concurrency);
  atEnd(db.close);
  await db.pool.query('create table if not exists bench_rows (id int)');
  const { rows } = await db.pool.query(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  );
  if (rows[0].fsync !== 'on' || rows[0].commit !== 'on') throw new Error('Commits must wait for the disk');
  return db;
}

const smallestCommit = statement('bench_commit', 'insert into bench_rows values (1)');

export function commits(db: Database): Promise<number> {
  return measurePerSecond(commitsARound, () => db.query(smallestCommit));
}

/** Runs the work `count` times, sixteen at a time. Returns how many were done per second. */
export async function measurePerSecond(
  count: number,
  work: (index: number) => Promise<unknown>,
): Promise<number> {
  const startedMs = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return (count * 1000) / (performance.now() - startedMs);
}

export function buildRequests(
  callers: readonly Caller[],
  operation: 'imagine' | 'shorten',
): (index: number) => Buffer {
  const json = { prompt: 'a red fox beside a lighthouse --v 1' };
  const requests = callers.map(({ key }) =>
    requestBytes({ method: 'POST', path: `/mj/submit/${operation}`, key, json }),
  );
  return index => requests[index % requests.length] as Buffer;
}

export async function isBusy(db: Database): Promise<boolean> {
  const { rows } = await db.pool.query('select from task_queue union all select from task_runs limit 1');
  return rows.length > 0;
}
