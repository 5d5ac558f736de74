/**
 * Two API processes and two workers on one database and one folder: random kills lose
 * nothing and pay nothing twice.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { openDatabase, type Database } from '../../../../src/platform/db/open.ts';
import { systemClock } from '@kinora/shared/clock';
import { seededRandom } from '@kinora/sketch/random';
import { call, imagine, until } from '../../../support/servers/app.ts';
import { atEnd } from '../../../support/servers/clean-up.ts';
import { makeCrashingServer, type CrashingServer } from '../../../support/crashes/crashing-server.ts';
import { freshDatabase } from '../../../support/servers/database.ts';
import { runSeed } from '../../../support/depth.ts';
import { startScriptedServer, type ScriptedServer } from '../../../support/engines/scripted-server.ts';
import { openStoredFiles, verifyTasksIn } from '../../../support/crashes/verify-tasks.ts';
import { whileClientsSubmit } from '../../../support/crashes/while-clients-submit.ts';

const kills = 12;
/** Tasks that are submitted just before each kill, besides those of the clients. */
const backlog = 4;
const random = seededRandom(runSeed);

let scriptedServer: ScriptedServer;
let db: Database;
let dataDir: string;
let apis: Node[];
let workers: Node[];
let imageKey: string;

interface Node extends Pick<CrashingServer, 'url' | 'kill' | 'waitForExit' | 'stop'> {
  start(): Promise<void>;
}

before(async () => {
  scriptedServer = await startScriptedServer();
  dataDir = await mkdtemp(join(tmpdir(), 'kinora-nodes-'));
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const databaseUrl = await freshDatabase();
  db = openDatabase({ connectionString: databaseUrl }, 2);
  atEnd(() => db.close());
  const nodes = await Promise.all(
    ['api', 'api', 'worker', 'worker'].map(async role => {
      const server = await makeCrashingServer(scriptedServer.url);
      const env = { DATABASE_URL: databaseUrl, KINORA_ROLE: role, KINORA_DATA_DIR: dataDir };
      return { server, ...server, start: () => server.start(env) };
    }),
  );
  [apis, workers] = [nodes.slice(0, 2), nodes.slice(2)];
  for (const { start } of nodes) await start();
  imageKey = nodes[0]?.server.imageKey ?? '';
});

test(`${kills} random kills of API and worker processes and connections lose no task, file or money`, async () => {
  const acceptedIds: string[] = [];
  let startMs = 1200;
  const order = async (): Promise<void> => {
    const { url } = pick(apis);
    const prompt = `{"checks":${1 + Math.floor(random() * 4)}} --v 1`;
    const id = await imagine({ url, imageKey } as never, prompt).catch(() => undefined);
    if (id) acceptedIds.push(id);
    // A task that one process accepted is cancelled on the other.
    if (id && random() < 0.1) await cancel(id).catch(() => {});
  };
  const submit = async (): Promise<void> => {
    await order();
    // Slower on a busy machine, so that the number of tasks is the same as on an idle one.
    await systemClock.sleep(startMs * (0.1 + random() * 0.15));
  };
  await whileClientsSubmit(3, submit, async () => {
    let begunBefore = 0;
    for (let kill = 0; kill < kills; kill++) {
      await systemClock.sleep(startMs * (0.05 + random() * 0.35));
      // Each kill hits running work, and leaves a backlog: a job has begun since the last one.
      for (let task = 0; task < backlog; task++) await order();
      begunBefore = await waitForStarts(begunBefore);
      if (random() < 0.2) await breakConnections();
      const node = pick(random() < 0.3 ? apis : workers);
      node.kill();
      await node.waitForExit();
      const from = systemClock.now();
      await node.start();
      startMs = systemClock.now() - from;
    }
  });
  const open = () => db.pool.query('select public_id, phase from task_states where finished_at is null');
  await until(
    async () => (await open()).rows,
    rows => rows.length === 0,
  );
  for (const node of [...apis, ...workers]) await node.stop();
  const ends = await verifyTasksIn(db, {
    readStored: openStoredFiles(dataDir),
    taskIds: acceptedIds,
    scriptedServer,
  });
  assert.ok(acceptedIds.length > kills, `only ${acceptedIds.length} tasks were accepted`);
  const failed = ends.filter(({ phase }) => phase === 'failed').map(task => task.error_code);
  assert.deepEqual(failed, []);
});

/** Returns how many jobs have begun when it is more than before. */
async function waitForStarts(before: number): Promise<number> {
  return until(
    async () => scriptedServer.startCounts.size,
    startCount => startCount > before,
  );
}

function cancel(id: string) {
  return call(`${pick(apis).url}/mj/task/${id}/cancel`, { key: imageKey, method: 'POST' });
}

function breakConnections() {
  return db.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
}

function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
