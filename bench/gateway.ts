/**
 * Jobs in flight at a gateway: what each costs in processor time, memory, statements and requests, and how
 * long after its end it is seen. The files are as small as possible.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/platform/db/open.ts';
import { type Child, startChild } from './child.ts';
import { freePort } from '../test/support/servers/free-port.ts';
import {
  pacedRounds,
  pacedSubmits,
  type Paces,
  submitBeside,
  untilEnded,
  warmingSubmits,
} from './gateway-paces.ts';
import { type Kinora, startKinora } from './kinora.ts';
import { median } from './median.ts';
import { atLeast, atMost, type Row } from './table.ts';
import type { Topic, TopicOptions } from './topic.ts';
import { readUsage } from './usage.ts';
import { postgresCpuSeconds } from './postgres-usage.ts';

/** What a process of Kinora has used and seen since its start. */
interface GatewayUsage {
  readonly cpuSeconds: number;
  readonly statements: Counts;
  /** The number of errors, by what failed. */
  readonly errors: Counts;
}

type Counts = Readonly<Record<string, number>>;

const largestSmallEdge = 256;
const paceTarget = 0.8;
const requestsTarget = 10;
const memoryTarget = 900;
/** A job without reports may be seen this much of its time later, or a second. */
const lateShare = 0.15;
const lateMs = 1_000;
const reportedLateMs = 300;

export const gateway: Topic = {
  name: 'gateway',
  isLong: true,
  run: async parts => {
    const rows: Row[] = [];
    for (const jobs of parts.flags.jobs) rows.push(...(await measure(jobs, parts)));
    return rows;
  },
};

async function measure(inFlight: number, parts: TopicOptions): Promise<Row[]> {
  const { finishMs, reportMs, kills, sheetEdge, perSecond } = parts.flags;
  // Large files and a given rate are measured by themselves.
  const rounds = sheetEdge > largestSmallEdge || perSecond !== Infinity ? 0 : pacedRounds;
  const pacedJobs = rounds === 0 ? 0 : rounds * pacedSubmits + 1;
  const warming = rounds === 0 ? 0 : warmingSubmits;
  const jobs = inFlight + warming + 2 * pacedJobs;
  const place = await openPlace(jobs, parts);
  const { fake } = place;
  const db = openDatabase({ connectionString: place.databaseUrl }, 2);
  parts.atEnd(db.close);
  let kinora = await place.start();
  const [before, postgresBefore] = [
    await kinora.ask<GatewayUsage>('usage'),
    await postgresCpuSeconds(place.databaseUrl),
  ];
  const paces = await submitBeside({ kinora, db }, { inFlight, warming, rounds, perSecond });
  for (let kill = 1; kill <= kills; kill++) {
    // The kill comes in the middle of it, when a part of the jobs has ended.
    await untilEnded(db, (jobs * kill) / (kills + 2));
    process.kill(kinora.pid, 'SIGKILL');
    kinora = await place.start();
  }
  await untilEnded(db, jobs);
  const after = await kinora.ask<GatewayUsage>('usage');
  const postgres = (await postgresCpuSeconds(place.databaseUrl)) - postgresBefore;
  const delays = await measureDelays({ fake, kinora }, warming + pacedJobs, inFlight);
  const { peakMegabytes = Number.NaN } = (await readUsage(kinora.pid)) ?? {};
  const counts = await fake.ask<Counts>('counts');
  const { rows: ends } = await db.pool.query<EndRow>(readEnds);
  await kinora.stop();
  print('statements', difference(after.statements, before.statements));
  print('requests', counts);
  print('errors', after.errors);
  const target = reportMs === Infinity ? Math.max(lateMs, lateShare * finishMs) : reportedLateMs + reportMs;
  const statements = sum(after.statements) - sum(before.statements);
  const { files = 0, reports: _ = 0, ...requestCounts } = counts;
  const at = (label: string) => `${inFlight} jobs: ${label}`;
  const used: Row[] = [
    atMost(at('CPU a job, Kinora'), {
      value: ((after.cpuSeconds - before.cpuSeconds) / jobs) * 1000,
      unit: 'ms',
      note: `PostgreSQL ${((postgres / jobs) * 1000).toFixed(1)} ms`,
    }),
    atMost(at('statements a job'), { value: statements / jobs, unit: '' }),
  ];
  const successRow = ends.find(({ how }) => how === 'succeeded');
  return [
    // A process that was killed cannot be asked for its counts.
    ...(kills === 0 ? used : []),
    ...(rounds === 0 ? [] : paceRows(at, paces)),
    atMost(at('peak memory of the main process'), { value: peakMegabytes, unit: 'MB', target: memoryTarget }),
    atMost(at('requests a job to the gateway'), {
      value: sum(requestCounts) / jobs,
      unit: '',
      target: requestsTarget,
      note: `and ${files} files`,
    }),
    atMost(at('done -> seen, median'), { value: median(delays), unit: 'ms' }),
    atMost(at('done -> seen, 95th percentile'), { value: percentile(delays, 0.95), unit: 'ms', target }),
    atMost(at('errors'), zeroTarget(sum(after.errors), texts(after.errors))),
    atMost(
      at('not succeeded'),
      zeroTarget(jobs - (successRow?.tasks ?? 0), ends.map(({ how, tasks }) => `${how} ${tasks}`).join(', ')),
    ),
    atMost(at('not charged once'), zeroTarget(jobs - (successRow?.charged ?? 0))),
  ];
}

function paceRows(label: (toLabel: string) => string, { polls, submits }: Paces): Row[] {
  return [
    atLeast(label('polls meanwhile, against before'), polls, { target: paceTarget }),
    atLeast(label('submits meanwhile, against before'), submits, { target: paceTarget }),
  ];
}

function zeroTarget(value: number, note = '') {
  return { value, unit: '', places: 0, target: 0, note };
}

interface EndRow {
  readonly how: string;
  readonly tasks: number;
  /** How many of them were charged exactly once. */
  readonly charged: number;
}

const readEnds = `
  select coalesce(error_code, phase) as how, count(*)::int as tasks,
    (count(*) filter (where (select count(*) from ledger_entries where task_id = tasks.id and kind = 'settle') = 1))::int as charged
  from tasks where finished_at is not null group by 1`;

interface Place {
  readonly fake: Child;
  readonly databaseUrl: string;
  /** Starts the server on its data. */
  start(): Promise<Kinora>;
}

async function openPlace(jobs: number, parts: TopicOptions): Promise<Place> {
  const { finishMs, perMinute, reportMs, kills, sheetEdge } = parts.flags;
  const fake = await startChild('./fake-gateway-child.ts', {
    env: {
      BENCH_FINISH_MS: String(finishMs),
      BENCH_PER_MINUTE: String(perMinute),
      BENCH_REPORT_MS: String(reportMs),
      BENCH_SHEET_EDGE: String(sheetEdge),
    },
  });
  parts.atEnd(fake.stop);
  const port = await freePort();
  const databaseUrl = await parts.freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
  parts.atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const env = {
    BENCH_GATEWAY_URL: fake.ready['url'] ?? '',
    BENCH_SLOTS: String(jobs),
    // A start that a kill interrupts is repeated with its key, so that every job succeeds.
    BENCH_DIALECT: kills > 0 ? 'kinora' : 'trueai',
    KINORA_PORT: String(port),
    KINORA_BASE_URL: `http://127.0.0.1:${port}`,
    KINORA_ALLOWED_NETWORKS: '127.0.0.1',
    KINORA_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    KINORA_MAX_WAITING: '1000000',
    KINORA_OPENING_BALANCE: '1000000',
    KINORA_LOG_LEVEL: 'silent',
    KINORA_DATA_DIR: dataDir,
  };
  const start = () => startKinora(parts, { program: './gateway-kinora-child.ts', env, databaseUrl });
  return { fake, databaseUrl, start };
}

/** Those of `jobs` jobs after the first ones. */
async function measureDelays(
  { fake, kinora }: { readonly fake: Child; readonly kinora: Kinora },
  first: number,
  jobs: number,
): Promise<number[]> {
  const done = Object.entries(await fake.ask<Counts>('done')).slice(first, first + jobs);
  const seenMsByKey = await kinora.ask<Counts>('seen');
  // After a kill, some jobs end before Kinora asks for them again.
  return done.flatMap(([key, doneMs]) => (seenMsByKey[key] === undefined ? [] : [seenMsByKey[key] - doneMs]));
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function difference(after: Counts, before: Counts): Counts {
  return Object.fromEntries(
    Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]),
  );
}

function print(title: string, counts: Counts): void {
  const most = Object.entries(counts).sort(([, a], [, b]) => b - a);
  console.log(`${title}: ${texts(Object.fromEntries(most.slice(0, 24)))}`);
}

function texts(counts: Counts): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name.replace(/\s+/g, ' ').slice(0, 60)} ${count}`)
    .join(', ');
}

function sum(counts: Counts): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
