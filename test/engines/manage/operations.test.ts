/** Engines as operators manage them: draining and resuming on every worker, trials, and health. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { App } from '../../../src/app/start/app.ts';
import type { Engine } from '../../../src/engines/contract/engine.ts';
import { openSketchEngine } from '../../../src/engines/kinds/sketch/sketch-engine.ts';
import { systemClock } from '@kinora/shared/clock';
import { readCatalogue } from '../../../src/core/catalogue/models/catalogue.ts';
import { rateEngine, type EngineObservations } from '../../../src/core/operate/engines/engine-health.ts';
import { runTrial, trialJob } from '../../../src/core/operate/engines/run-trial.ts';
import {
  imagine,
  startTestApp,
  until,
  videoEnd,
  type TestApp,
  startTestAppOn,
} from '../../support/servers/app.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { scriptedEngine } from '../../support/engines/scripted-engine.ts';
import { startScriptedServer, type ScriptedServer } from '../../support/engines/scripted-server.ts';
import { smallClip, videoClient, type VideoClient } from '../../support/clients/video-client.ts';

let scriptedServer: ScriptedServer;
let kinora: TestApp;
let client: VideoClient;
let operator: Awaited<ReturnType<typeof signedIn>>;
const options = () => ({ engines: [scriptedEngine(scriptedServer.url)], cards: scriptedCards });

before(async () => {
  scriptedServer = await startScriptedServer();
  kinora = await startTestApp(options());
  client = videoClient(kinora);
  operator = await signedIn(kinora, 'operator');
});

const done = (name: string, input: object = {}) => operator.done(name, input as Record<string, unknown>);
const scriptedLine = async () => (await done('engine list')).find(({ name }: any) => name === 'scripted');
const submit = async (orders: object = {}): Promise<string> => {
  const { body } = await client.post('videos', { ...smallClip, prompt: JSON.stringify(orders) });
  assert.ok(body.id, JSON.stringify(body));
  return body.id;
};
const readStatus = async (id: string): Promise<string> => (await client.get(`videos/${id}`)).body.status;
const countStartedTasks = () =>
  scriptedServer.calls.filter(call => call.startsWith('start') && !call.includes('trial')).length;

/** A second worker on the same database. */
async function startWorkerApp(): Promise<App> {
  const worker = await startTestAppOn(kinora, { ...options(), settings: { KINORA_ROLE: 'worker' } });
  return worker.app;
}

test('a drained engine gets no new task on any worker, finishes its tasks, and can be resumed', async () => {
  const other = await startWorkerApp();
  const before = countStartedTasks();
  const runningTask = await submit({ checks: 10_000 });
  // A task that is only leased is in progress as well: the scripted engine must have got it.
  await until(
    async () => countStartedTasks(),
    starts => starts > before,
  );
  const drainedEngine = await done('engine drain', { engine: 'scripted', reason: 'new cards' });
  assert.equal(drainedEngine.state, 'drained');
  const starts = countStartedTasks();
  const waiting = [await submit(), await submit(), await submit()];
  // Each worker has read its queue more than once by then.
  const callsBefore = scriptedServer.calls.length;
  await until(
    async () => scriptedServer.calls.length,
    calls => calls > callsBefore + 60,
  );
  assert.equal(countStartedTasks(), starts);
  for (const id of waiting) assert.equal(await readStatus(id), 'queued');
  const line = await scriptedLine();
  assert.deepEqual([line.state, line.busy, line.queued], ['drained', 1, 3]);
  assert.ok(line.why.includes(`${operator.email} (new cards)`), line.why);
  assert.ok(
    (await done('overview show')).attention.some(({ text }: any) => /scripted is drained; 3/.test(text)),
  );
  scriptedServer.obey = () => ({});
  assert.equal((await videoEnd(kinora, runningTask)).status, 'completed');
  assert.equal(countStartedTasks(), starts);
  assert.equal((await done('engine resume', { engine: 'scripted' })).state, 'healthy');
  for (const id of waiting) assert.equal((await videoEnd(kinora, id)).status, 'completed');
  await other.stop();
  const actions = (await done('audit list', { object: 'scripted' })).map(({ action }: any) => action);
  assert.deepEqual(actions.slice(0, 2), ['engine resume', 'engine drain']);
});

test('a drained engine finishes a task that failed once and waits for its retry', async () => {
  scriptedServer.obey = undefined;
  const before = countStartedTasks();
  const id = await submit({ check: 'fail once' });
  await until(
    async () => countStartedTasks(),
    count => count > before,
  );
  await done('engine drain', { engine: 'scripted' });
  assert.equal((await videoEnd(kinora, id)).status, 'completed');
  await done('engine resume', { engine: 'scripted' });
});

test('a drain survives a restart', async () => {
  const ownApp = await startTestApp(options());
  const ownOperator = await signedIn(ownApp, 'operator');
  assert.equal((await ownOperator.run('engine drain', { engine: 'scripted', reason: 'broken' })).status, 200);
  await ownApp.app.stop();
  const restartedApp = await startTestAppOn(ownApp, options());
  const starts = countStartedTasks();
  await imagine(restartedApp, 'a cat');
  const next = await signedIn(restartedApp, 'operator');
  const [line] = await until(
    async () => (await next.run('engine list')).body.data,
    ([one]) => one.slots !== null,
  );
  assert.deepEqual([line.state, line.queued, line.busy], ['drained', 1, 0]);
  assert.match(line.why, /broken/);
  assert.equal(countStartedTasks(), starts);
});

test('a trial generates a small output, also on a drained engine, without a task or a charge', async () => {
  scriptedServer.obey = undefined;
  const before = (await done('account balance')).available;
  const trial = await done('engine test', { engine: 'scripted' });
  assert.deepEqual([trial.ok, trial.task, trial.message], [true, null, 'The test created 4 files.']);
  assert.ok(trial.took_ms >= 0);
  assert.equal((await done('account balance')).available, before);
  const { rows } = await kinora.app.db.pool.query(
    `select count(*)::int as count from tasks where job->>'prompt' = 'a red fox'`,
  );
  assert.equal(rows[0].count, 0);
  await done('engine drain', { engine: 'scripted' });
  assert.equal((await done('engine test', { engine: 'scripted' })).ok, true);
  await done('engine resume', { engine: 'scripted' });
});

test('a failed trial reports the reason in the language of the request', async () => {
  scriptedServer.obey = () => ({ check: 'fail' });
  const trial = await done('engine test', { engine: 'scripted' });
  assert.deepEqual([trial.ok, trial.message], [false, 'The engine failed: it failed: told to fail']);
  const inChinese = { 'accept-language': 'zh' };
  const chinese = await operator.post('/api/engine.test', { engine: 'scripted' }, inChinese);
  assert.match(chinese.body.message, /引擎出错/);
  scriptedServer.obey = undefined;
  const { body, status } = await operator.run('engine test', { engine: 'steam' });
  assert.deepEqual([status, body.error.code], [404, 'engine_unknown']);
});

test('a trial of an engine that hangs times out, and its work is cancelled', async () => {
  const engine: Engine = scriptedEngine(scriptedServer.url);
  const cards = readCatalogue(scriptedCards).models.map(({ card }) => card);
  const job = trialJob('test', cards);
  assert.ok(job);
  for (const orders of [{ check: 'hang' }, { start: 'hang' }, { open: 'hang' }, { checks: 1e9 }] as const) {
    scriptedServer.obey = () => orders;
    const { error, files } = await runTrial(engine, job, { clock: systemClock, timeoutMs: 300 });
    assert.deepEqual([error?.code, files], ['engine_error', undefined], JSON.stringify(orders));
    assert.match(String(error?.details['reason']), /did not end within 0.3 seconds/);
  }
  const cancels = scriptedServer.calls.filter(call => call === 'cancel').length;
  assert.ok(cancels >= 3);
  scriptedServer.obey = undefined;
});

test('the trial of an engine that generates only clips is the smallest clip of one of its models', () => {
  const cards = readCatalogue()
    .models.map(({ card }) => card)
    .filter(({ kind }) => kind === 'video');
  const job = trialJob('test', cards);
  assert.ok(job?.kind === 'clip' && (job.seconds ?? 99) <= 5 && job.height <= 480, JSON.stringify(job));
  assert.equal(trialJob('test', []), undefined);
});

test('the built-in engine supports trials', async () => {
  const engine = openSketchEngine({ threads: 2 });
  const cards = readCatalogue().models.map(({ card }) => card);
  const clips = cards.filter(({ kind }) => kind === 'video');
  for (const offeredCards of [cards, clips]) {
    const job = trialJob('test', offeredCards);
    assert.ok(job);
    const { error, files } = await runTrial(engine, job, { clock: systemClock, timeoutMs: 60_000 });
    assert.deepEqual([error, (files ?? 0) >= 2], [undefined, true]);
  }
  await engine.close();
});

test('an engine that no worker has is down, and its trial fails immediately', async () => {
  const ownApp = await startTestApp({
    ...options(),
    cards: [...scriptedCards.slice(1), { ...(scriptedCards[0] as object), engine: 'steam' }],
  });
  const other = await signedIn(ownApp, 'operator');
  const lines = (await other.run('engine list')).body.data;
  const steam = lines.find(({ name }: any) => name === 'steam');
  assert.deepEqual([steam.state, steam.since, steam.slots], ['down', null, null]);
  const { body } = await other.run('engine test', { engine: 'steam' });
  assert.deepEqual([body.ok, body.message], [false, 'No worker currently runs this engine.']);
  const { attention } = (await other.run('overview show')).body;
  assert.ok(
    attention.some(
      ({ kind, severity, path }: any) => kind === 'engine' && severity === 'bad' && path === '/engines',
    ),
  );
});

test('an engine with failing tasks is degraded, then failing; content rejections do not count', async () => {
  scriptedServer.obey = undefined;
  const ownApp = await startTestApp(options());
  const other = await signedIn(ownApp, 'operator');
  const line = async () => (await other.run('engine list')).body.data[0];
  const end = async (orders: object) => {
    const { body } = await videoClient(ownApp).post('videos', {
      ...smallClip,
      prompt: JSON.stringify(orders),
    });
    await videoEnd(ownApp, body.id);
  };
  for (let times = 0; times < 4; times++) await end({ check: 'refuse' });
  await end({});
  assert.deepEqual([(await line()).state, (await line()).failed_24h], ['healthy', 0]);
  await Promise.all([end({ start: 'refuse' }), end({ start: 'refuse' }), end({}), end({})]);
  assert.equal((await line()).state, 'degraded');
  await Promise.all([end({ start: 'refuse' }), end({ start: 'refuse' })]);
  const failing = await line();
  assert.deepEqual(
    [failing.state, failing.succeeded_24h, failing.failed_24h, failing.hours.length],
    ['failing', 3, 4, 24],
  );
  assert.match(failing.why, /4 of the last 7 tasks/);
  assert.deepEqual([failing.last_error.code, failing.slots], ['engine_rejected', 4]);
  assert.ok(
    failing.median_seconds >= 0 && failing.models.includes('sketch-motion') && failing.tiers.includes('fast'),
  );
  const { success_hour: share, ended_hour: endedCount } = (await other.run('overview show')).body;
  assert.deepEqual([share, endedCount], [3 / 7, 7]);
});

test('the history has tasks and waits of 24 hours, reasons of failures, and bytes on disk', async () => {
  scriptedServer.obey = undefined;
  const ownApp = await startTestApp(options());
  const other = await signedIn(ownApp, 'operator');
  const empty = await other.done('overview history');
  assert.deepEqual([empty.hours.length, empty.failures], [24, []]);
  assert.deepEqual([empty.hours[23].succeeded, empty.hours[23].median_wait, empty.disk.clips], [0, null, 0]);
  for (const orders of [{}, { start: 'refuse' }, { start: 'refuse' }]) {
    const { body } = await videoClient(ownApp).post('videos', {
      ...smallClip,
      prompt: JSON.stringify(orders),
    });
    await videoEnd(ownApp, body.id);
  }
  const { hours, failures, disk } = await other.done('overview history');
  const sum = (key: string) => hours.reduce((total: number, hour: any) => total + hour[key], 0);
  assert.deepEqual([sum('succeeded'), sum('failed'), sum('cancelled')], [1, 2, 0]);
  const waits = hours.filter((hour: any) => hour.median_wait !== null);
  assert.ok(waits.length > 0 && waits.every((hour: any) => hour.long_wait >= hour.median_wait));
  assert.deepEqual(
    failures.map(({ code, tasks }: any) => [code, tasks]),
    [['engine_rejected', 2]],
  );
  const { rows } = await ownApp.app.db.pool.query(
    `select sum(size_bytes)::float8 as bytes from outputs where kind = 'clip'`,
  );
  assert.ok(disk.clips > 0 && disk.free > 0 && disk.total >= disk.free);
  assert.equal(disk.clips, rows[0].bytes);
});

test('the state of an engine follows the documented rules', () => {
  const well: EngineObservations = {
    drainedAt: undefined,
    isPresent: true,
    seenAt: new Date(5),
    presentSince: new Date(1),
    closing: undefined,
    pausedSince: undefined,
    probeFailedSince: undefined,
    ended: 20,
    failed: 0,
    firstFailedAt: new Date(3),
  };
  const findState = (signs: Partial<EngineObservations>) => rateEngine({ ...well, ...signs }).state;
  assert.equal(findState({}), 'healthy');
  assert.equal(findState({ drainedAt: new Date(2), isPresent: false, failed: 20 }), 'drained');
  assert.equal(findState({ isPresent: false, failed: 20 }), 'down');
  assert.equal(findState({ failed: 10 }), 'failing');
  assert.equal(findState({ pausedSince: new Date(4) }), 'failing');
  assert.equal(findState({ failed: 9 }), 'degraded');
  assert.equal(findState({ failed: 4 }), 'degraded');
  assert.equal(findState({ failed: 3 }), 'healthy');
  assert.equal(findState({ ended: 1, failed: 1 }), 'healthy');
  assert.equal(findState({ ended: 2, failed: 2 }), 'degraded');
  assert.deepEqual(rateEngine({ ...well, failed: 10 }).since, new Date(3));
});
