/**
 * npm run test:ops -- alerts: every alert of ops/prometheus/rules.yml is fired by a fault of a real Kinora.
 * Before the fault none fires. Hours that must pass are subtracted from the times in the database.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { advisoryLocks } from '../../src/platform/db/advisory-locks.ts';
import {
  call,
  imageEnd,
  imagine,
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '../support/servers/app.ts';
import { scriptedCards } from '../support/engines/cards.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { signedIn } from '../support/clients/console-client.ts';
import { makeCrashingServer } from '../support/crashes/crashing-server.ts';
import { skipWithoutPrograms } from '../support/programs/needs.ts';
import { freePort } from '../support/servers/free-port.ts';
import { startHookReceiver } from '../support/clients/hook-receiver.ts';
import { scriptedEngine } from '../support/engines/scripted-engine.ts';
import { startScriptedServer, type ScriptedServer } from '../support/engines/scripted-server.ts';
import { scrapedSeries, type ScrapedSeries } from '../support/programs/scraped-series.ts';
import { testEngineKind } from '../support/test-engine/kind.ts';
import { startTestEngineServer } from '../support/test-engine/server.ts';
import { databaseUrl, startTestServer, template } from '../support/servers/test-server.ts';

const settings = { KINORA_MONITORING_ADDRESS: '127.0.0.1:0' };
const promtool = skipWithoutPrograms('promtool');
let scriptedServer: ScriptedServer;

before(async () => {
  scriptedServer = await startScriptedServer();
});

/** A server that has finished a task, and twenty quiet minutes of its metrics. */
async function healthy(options: TestAppOptions = {}): Promise<{ kinora: TestApp; series: ScrapedSeries }> {
  const kinora = await start(options);
  await imageEnd(kinora, await imagine(kinora, 'a cat'));
  const series = scrapedSeries(kinora.app.monitoringAddress);
  await series.shows('kinora_workers', workers => workers === 1);
  await series.stay(20);
  await series.assertFiring();
  return { kinora, series };
}

function start({ settings: extraSettings, ...options }: TestAppOptions = {}): Promise<TestApp> {
  return startTestApp({
    engines: [scriptedEngine(scriptedServer.url)],
    cards: scriptedCards,
    ...options,
    settings: { ...settings, ...extraSettings },
  });
}

const sql = ({ app }: TestApp, text: string) => app.db.pool.query(text);

/** A second process on the same database and files. */
const startSecondProcess = (
  { databaseUrl: DATABASE_URL, dataDir: KINORA_DATA_DIR }: TestApp,
  KINORA_ROLE: string,
) => start({ settings: { DATABASE_URL, KINORA_DATA_DIR, KINORA_ROLE } });

test('KinoraDown: the process is killed', promtool, async () => {
  const server = await makeCrashingServer(scriptedServer.url);
  const address = `127.0.0.1:${await freePort()}`;
  await server.start({ KINORA_MONITORING_ADDRESS: address });
  const series = scrapedSeries(`http://${address}`);
  await series.stay(20);
  await series.assertFiring();
  server.kill();
  await server.waitForExit();
  await series.stay(4);
  await series.assertFiring('KinoraDown');
});

test('KinoraAbsent: Prometheus loses its targets', promtool, async () => {
  const { series } = await healthy();
  series.vanish(4);
  await series.assertFiring();
  series.vanish(3);
  await series.assertFiring('KinoraAbsent');
});

test('KinoraRestarting: the process is killed again and again', promtool, async () => {
  const server = await makeCrashingServer(scriptedServer.url);
  const address = `127.0.0.1:${await freePort()}`;
  const series = scrapedSeries(`http://${address}`);
  for (let starts = 0; starts < 4; starts++) {
    server.kill();
    await server.waitForExit();
    await server.start({ KINORA_MONITORING_ADDRESS: address });
    await series.shows('process_start_time_seconds', time => time !== undefined);
    await series.stay(starts === 0 ? 20 : 1);
    if (starts < 3) await series.assertFiring();
  }
  await series.assertFiring('KinoraRestarting');
});

test('KinoraNoWorker: the only worker stops', promtool, async () => {
  const api = await start({ settings: { KINORA_ROLE: 'api' } });
  const worker = await startSecondProcess(api, 'worker');
  const series = scrapedSeries(api.app.monitoringAddress);
  await series.shows('kinora_workers', workers => workers === 1);
  await series.stay(20);
  await series.assertFiring();
  await worker.app.stop();
  await series.shows('kinora_workers', workers => workers === 0);
  await series.stay(3);
  await series.assertFiring('KinoraNoWorker');
  // Its engine is missing for the same time.
  await series.stay(5);
  await series.assertFiring('KinoraNoWorker', 'KinoraEngineDown');
});

test('KinoraQueueWait: the only engine is drained', promtool, async () => {
  const { kinora, series } = await healthy();
  const operator = await signedIn(kinora, 'operator');
  await operator.done('engine drain', { engine: 'scripted' });
  await imagine(kinora, 'a dog');
  await series.stay(10);
  await series.assertFiring();
  await sql(kinora, `update tasks set created_at = created_at - interval '16 minutes', ordered_at = null`);
  await series.shows('kinora_queue_oldest_seconds', seconds => seconds !== undefined && seconds >= 960);
  await series.stay(7);
  await series.assertFiring('KinoraQueueWait');
});

test('KinoraEngineErrors: an engine fails every job', promtool, async () => {
  const { kinora, series } = await healthy();
  for (let failed = 0; failed < 8; failed++) {
    await imageEnd(kinora, await imagine(kinora, '{"check":"fail"}'));
    await series.stay(1);
  }
  await series.stay(3);
  await series.assertFiring('KinoraEngineErrors');
});

test(
  'KinoraEngineDown: the secret of an engine cannot be read, so no worker opens it',
  promtool,
  async () => {
    const kinora = await startTestApp({ kinds: [testEngineKind], settings });
    const operator = await signedIn(kinora, 'operator');
    const { url } = await (await startTestEngineServer()).addBackend('spare', {});
    await operator.done('engine add', { engine: 'spare', kind: 'test', url });
    const series = scrapedSeries(kinora.app.monitoringAddress);
    await series.shows('kinora_engine_state{engine="spare",state="healthy"}', state => state === 1);
    await series.stay(20);
    await series.assertFiring();
    await operator.done('engine change', { engine: 'spare', secret: 'env:NO_SUCH_KEY_HERE' });
    await series.shows('kinora_engine_state{engine="spare",state="down"}', state => state === 1);
    await series.stay(7);
    await series.assertFiring('KinoraEngineDown');
  },
);

test('KinoraHoldTooOld: the clock jumps, so that workers expire nothing', promtool, async () => {
  const { kinora, series } = await healthy();
  const operator = await signedIn(kinora, 'operator');
  await operator.done('engine drain', { engine: 'scripted' });
  await imagine(kinora, 'a dog');
  await sql(kinora, `update clock_watch set seen_at = now() - interval '26 hours'`);
  await sql(kinora, `update tasks set created_at = created_at - interval '26 hours', ordered_at = null`);
  await series.shows('kinora_hold_oldest_seconds', seconds => seconds !== undefined && seconds >= 93_600);
  await series.stay(12);
  await series.assertFiring('KinoraHoldTooOld', 'KinoraQueueWait');
});

test('KinoraReconcileProblems: a balance is changed without a ledger entry', promtool, async () => {
  const { kinora, series } = await healthy();
  await sql(kinora, 'update accounts set available_micros = available_micros + 1');
  await sql(kinora, `update reconciliations set at = at - interval '7 hours'`);
  await startSecondProcess(kinora, 'worker');
  await series.shows('kinora_reconcile_problems', problems => problems !== undefined && problems > 0);
  await series.stay(2);
  await series.assertFiring('KinoraReconcileProblems');
});

test('KinoraReconcileLate: a reconciliation hangs, so no worker starts another one', promtool, async () => {
  const { kinora, series } = await healthy();
  const hanging = await kinora.app.db.connect();
  await hanging.query(`select pg_advisory_lock(${advisoryLocks.reconciliation})`);
  await sql(kinora, `update reconciliations set at = at - interval '13 hours'`);
  await startSecondProcess(kinora, 'worker');
  await series.shows('kinora_reconcile_age_seconds', seconds => seconds !== undefined && seconds > 46_000);
  await series.stay(12);
  await series.assertFiring('KinoraReconcileLate');
  await hanging.end();
});

test(
  'KinoraPaidWorkLost: an engine disconnects while it accepts a job and cannot look it up',
  promtool,
  async () => {
    const { kinora, series } = await healthy({
      engines: [scriptedEngine(scriptedServer.url, { afterUnknownStart: 'never', isPaid: true })],
    });
    await imageEnd(kinora, await imagine(kinora, '{"start":"drop"}'));
    await series.stay(2);
    await series.assertFiring('KinoraPaidWorkLost');
  },
);

test('KinoraDatabaseUnreadable, KinoraFeedLag: the database stops', promtool, async () => {
  const server = await startTestServer();
  const { kinora, series } = await healthy({
    settings: { DATABASE_URL: databaseUrl(server.connection, template) },
  });
  await server.stop();
  await series.shows('kinora_feed_lag_seconds', seconds => seconds !== undefined && seconds > 10);
  await series.stay(3);
  await series.assertFiring('KinoraDatabaseUnreadable', 'KinoraFeedLag');
  await kinora.stop();
});

test('KinoraStorageFailing: the volume of the files is gone', promtool, async () => {
  const { kinora, series } = await healthy();
  await rm(join(kinora.dataDir, 'files'), { recursive: true });
  await series.stay(3);
  await series.assertFiring('KinoraStorageFailing');
});

const mib = 1024 * 1024;

test('KinoraDiskAlmostFull: something else fills the disk', promtool, async context => {
  const disk = await mkdtemp(join(tmpdir(), 'kinora-disk-'));
  atEnd(() => rm(disk, { recursive: true }));
  const mount = (...args: readonly string[]) => promisify(execFile)('mount', args);
  try {
    await mount('-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', disk);
  } catch {
    return context.skip('needs the right to mount a volume');
  }
  atEnd(() => promisify(execFile)('umount', [disk]));
  const { series } = await healthy({ settings: { KINORA_DATA_DIR: disk } });
  await writeFile(join(disk, 'backup'), Buffer.alloc(240 * mib));
  await series.stay(7);
  await series.assertFiring('KinoraDiskAlmostFull');
});

test('KinoraWebhooksFailing: a receiver fails', promtool, async () => {
  const receiver = await startHookReceiver();
  const { kinora, series } = await healthy({ settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  receiver.answer = () => 500;
  for (let tasks = 0; tasks < 6; tasks++) {
    const json = { prompt: 'a dog', notifyHook: receiver.url };
    await call(`${kinora.url}/mj/submit/imagine`, { key: kinora.imageKey, json });
  }
  await series.shows('kinora_hook_receivers_failing', receivers => receivers === 1);
  await series.stay(17);
  await series.assertFiring('KinoraWebhooksFailing');
});

test('every alert of the rules has a test here', async () => {
  const rules = await readFile(new URL('../../ops/prometheus/rules.yml', import.meta.url), 'utf8');
  const testSource = await readFile(new URL(import.meta.url), 'utf8');
  for (const [, alert] of rules.matchAll(/alert: (\w+)/g))
    assert.match(testSource, new RegExp(`assertFiring\\(.*'${alert}'`), alert);
});
