/**
 * Three API processes and three workers with nothing of their own: they share a database, behind a pooler in
 * transaction mode, and a bucket. Each has a clock that is wrong. Kills, stops for longer than a lease, cut
 * connections to both, and clocks that jump, that of the database included, lose no task, begin and charge
 * none twice, and leave each file of a succeeded task in the bucket, and no other after the sweeps.
 * TEST_FAULTS changes the number.
 * @NOTE length: the faults share the nodes and what they run on.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { calendarNow, systemClock } from '@kinora/shared/clock';
import { seededRandom } from '@kinora/sketch/random';
import { eraseWords } from '../../../../src/api/image/tasks/erase-words.ts';
import { openS3Storage } from '../../../../src/media/s3/s3-storage.ts';
import { sweepExpired } from '../../../../src/media/storage/retention.ts';
import { sweepOrphansWhenDue } from '../../../../src/media/storage/sweep-orphans.ts';
import { openDatabase, type Database } from '../../../../src/platform/db/open.ts';
import { makeCrashingServer, type CrashingServer } from '../../../support/crashes/crashing-server.ts';
import { verifyTasksIn } from '../../../support/crashes/verify-tasks.ts';
import { whileClientsSubmit } from '../../../support/crashes/while-clients-submit.ts';
import { runSeed } from '../../../support/depth.ts';
import { startScriptedServer, type ScriptedServer } from '../../../support/engines/scripted-server.ts';
import { call, imagine, until } from '../../../support/servers/app.ts';
import { letClockJump } from '../../../support/setups/database-clock.ts';
import { atEnd } from '../../../support/servers/clean-up.ts';
import { freshDatabase } from '../../../support/servers/database.ts';
import { openS3Server, testBucket, type S3Fault, type S3Server } from '../../../support/servers/s3-server.ts';
import {
  openTransactionPooler,
  type TransactionPooler,
} from '../../../support/servers/transaction-pooler.ts';

const faults = Number(process.env['TEST_FAULTS'] ?? 200);
/** Longer than a lease. */
const stopMs = 11_500;
const random = seededRandom(runSeed);

interface Node extends Pick<CrashingServer, 'url' | 'kill' | 'waitForExit' | 'stop'> {
  readonly server: CrashingServer;
  start(): Promise<void>;
  /** Says how wrong the clock of its machine is, for its next look at it. */
  setClock(aheadMs: number): Promise<void>;
}

const [minute, hour] = [60_000, 3_600_000];
/** How wrong clocks of machines are. */
const wrong = [0, -10 * minute, 20 * minute, 3 * hour, -30 * hour, 400 * 24 * hour];

let scriptedServer: ScriptedServer;
let db: Database;
let bucket: S3Server;
let pooler: TransactionPooler;
let apis: Node[];
let workers: Node[];
let imageKey: string;
/** Nodes that hang, until they go on. */
const hanging = new Map<Node, Promise<void>>();

before(async () => {
  scriptedServer = await startScriptedServer();
  bucket = await openS3Server();
  const databaseUrl = await freshDatabase();
  await letClockJump(databaseUrl);
  pooler = await openTransactionPooler(databaseUrl, 8);
  db = openDatabase({ connectionString: databaseUrl }, 2);
  atEnd(() => db.close());
  const shared = {
    DATABASE_URL: pooler.databaseUrl,
    DATABASE_DIRECT_URL: databaseUrl,
    KINORA_S3_BUCKET: testBucket,
    KINORA_S3_ENDPOINT: bucket.url,
    KINORA_S3_ACCESS_KEY_ID: 'test-key-id',
    KINORA_S3_SECRET_ACCESS_KEY: 'test-secret',
    KINORA_S3_REDIRECT: 'true',
  };
  const roles = ['api', 'api', 'api', 'worker', 'worker', 'worker'];
  const nodes: Node[] = [];
  for (const [index, role] of roles.entries()) {
    const server = await makeCrashingServer(scriptedServer.url);
    const clock = join(server.dataDir, 'clock-ahead-ms');
    const start = () => server.start({ ...shared, KINORA_ROLE: role, WRONG_CLOCK_FILE: clock });
    const setClock = (aheadMs: number) => writeFile(clock, String(aheadMs));
    await setClock(wrong[index] ?? 0);
    nodes.push({ ...server, server, start, setClock });
  }
  [apis, workers] = [nodes.slice(0, 3), nodes.slice(3)];
  for (const { start } of nodes) await start();
  imageKey = nodes[0]?.server.imageKey ?? '';
});

test(`${faults} faults of six processes, their database and their bucket lose no task, file or money`, async t => {
  const acceptedIds: string[] = [];
  const order = async (): Promise<void> => {
    const { url } = pick(listRunning(apis));
    const prompt = `{"checks":${1 + Math.floor(random() * 4)}} --v 1`;
    const id = await imagine({ url, imageKey } as never, prompt).catch(() => undefined);
    if (id) acceptedIds.push(id);
    // A task that one process accepted is cancelled on another.
    if (id && random() < 0.1) await cancel(id).catch(() => {});
    await systemClock.sleep(100 + random() * 300);
  };
  const counts: Record<string, number> = {};
  await whileClientsSubmit(3, order, async () => {
    let begunBefore = 0;
    for (let fault = 0; fault < faults; fault++) {
      // Each fault hits work that is under way: a job has begun since the last one.
      begunBefore = await waitForStarts(begunBefore);
      await systemClock.sleep(random() * 300);
      const kind = pick(kinds);
      counts[kind] = (counts[kind] ?? 0) + 1;
      await cause[kind]();
    }
  });
  bucket.fault = () => undefined;
  await Promise.all(hanging.values());
  await untilNoneIsOpen();
  await assertRedirected(acceptedIds);
  for (const node of [...apis, ...workers]) await node.stop();
  const readStored = async (key: string) =>
    bucket.objects.get(key)?.bytes ?? assert.fail(`${key} is missing`);
  const ends = await verifyTasksIn(db, { readStored, taskIds: acceptedIds, scriptedServer });
  assert.ok(acceptedIds.length > faults / 2, `only ${acceptedIds.length} tasks were accepted`);
  const failed = ends.filter(({ phase }) => phase === 'failed').map(task => task.error_code);
  assert.deepEqual(failed, []);
  t.diagnostic(`${JSON.stringify(counts)}: ${ends.length} tasks ended, ${bucket.objects.size} files`);
  await assertSwept();
});

const kinds = [
  'kill',
  'kill',
  'hang',
  'cut database',
  'cut listeners',
  'bucket fails',
  'clock of a node',
  'clock of the database',
] as const;

const cause: Readonly<Record<(typeof kinds)[number], () => Promise<void>>> = {
  kill: async () => {
    const node = pick(listRunning(random() < 0.3 ? apis : workers));
    node.kill();
    await node.waitForExit();
    await node.start();
  },
  // One of each role is left to work.
  hang: async () => {
    const group = listRunning(random() < 0.3 ? apis : workers);
    if (group.length < 2) return;
    const node = pick(group);
    node.kill('SIGSTOP');
    const continuation = systemClock.sleep(stopMs).then(() => {
      node.kill('SIGCONT');
      hanging.delete(node);
    });
    hanging.set(node, continuation);
  },
  'cut database': async () => pooler.cut(),
  'cut listeners': async () => {
    await db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen %'`,
    );
  },
  'bucket fails': async () => {
    const untilMs = systemClock.now() + 1_000 + random() * 2_000;
    bucket.fault = () => (systemClock.now() < untilMs && random() < 0.4 ? pick(bucketFaults) : undefined);
  },
  'clock of a node': async () => {
    const node = pick(listRunning([...apis, ...workers]));
    await node.setClock(pick(wrong));
    node.kill('SIGUSR2');
  },
  // Forward by more than a lease, or back.
  'clock of the database': async () => {
    await db.pool.query('update test_clock set ahead = make_interval(secs => $1)', [random() * 60]);
  },
};

const bucketFaults: readonly S3Fault[] = [
  { status: 503, code: 'SlowDown' },
  { status: 500, code: 'InternalError' },
  { cutAfterBytes: 20 },
  'lost',
];

/**
 * Each API process sends clients to the bucket with a signature that is valid there, whatever its clock says.
 */
async function assertRedirected(acceptedIds: readonly string[]): Promise<void> {
  const tasks = await db.pool.query<{ public_id: string }>(
    `select public_id from task_states where phase = 'succeeded' and public_id = any($1) order by id desc limit 1`,
    [acceptedIds],
  );
  const id = tasks.rows[0]?.public_id;
  for (const { url } of apis) {
    const { body } = await call(`${url}/mj/task/${id}/fetch`, { key: imageKey });
    const file = await fetch((body as { imageUrl: string }).imageUrl);
    assert.equal(new URL(file.url).origin, bucket.url);
    assert.equal(file.status, 200);
    await file.bytes();
  }
}

/** When all tasks have expired, the sweeps leave nothing in the bucket. */
async function assertSwept(): Promise<void> {
  const storage = await openS3Storage(bucket.settings());
  await db.pool.query(`update tasks set expires_at = now() - interval '1 s'`);
  const starredLimits = { hours: 0, quotaBytes: 1e9, retentionHours: 72 };
  const events = { filesSwept: () => {}, workerError: (error: unknown) => assert.fail(String(error)) };
  while ((await sweepExpired({ db, storage, events, starredFiles: starredLimits, eraseWords })) > 0);
  const old = new Date(calendarNow() - 25 * hour);
  for (const [name, object] of bucket.objects) bucket.objects.set(name, { ...object, modifiedAt: old });
  await db.pool.query('delete from file_sweeps');
  await sweepOrphansWhenDue({ db, storage }, new AbortController().signal);
  assert.deepEqual([...bucket.objects.keys()], []);
}

/** However many tasks wait, the next one ends soon. */
async function untilNoneIsOpen(): Promise<void> {
  const readOpen = async () =>
    (await db.pool.query('select public_id, phase from task_states where finished_at is null')).rows;
  for (let open = await readOpen(); open.length > 0;) {
    const before = open.length;
    open = await until(readOpen, rows => rows.length < before);
  }
}

/** Returns how many jobs have begun when it is more than before. */
async function waitForStarts(before: number): Promise<number> {
  return until(
    async () => scriptedServer.startCounts.size,
    startCount => startCount > before,
  );
}

function cancel(id: string) {
  return call(`${pick(listRunning(apis)).url}/mj/task/${id}/cancel`, { key: imageKey, method: 'POST' });
}

function listRunning(nodes: readonly Node[]): readonly Node[] {
  return nodes.filter(node => !hanging.has(node));
}

function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
