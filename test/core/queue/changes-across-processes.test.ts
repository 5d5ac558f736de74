/** Engines are changed on an API process, and a worker process applies the change. Neither restarts. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { before, test } from 'node:test';
import { newSecretKey, revealSecretKey } from '../../../src/platform/lib/secret-key.ts';
import { imageEnd, imagine, startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { atEnd } from '../../support/servers/clean-up.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import type { TestBackend } from '../../support/test-engine/backend.ts';
import { testEngineKind } from '../../support/test-engine/kind.ts';
import type { TestEngineServer } from '../../support/test-engine/open-server.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';
import { bundledProgram } from '../../support/programs/bundled-program.ts';

const program = new URL('../../support/crashes/crash-server.ts', import.meta.url);
const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };

let server: TestEngineServer;
let first: TestBackend;
let kinora: TestApp;
let operator: ConsoleClient;

before(async () => {
  server = await startTestEngineServer();
  first = await server.addBackend('first', { key: 'first key', slots: 100 });
  const settings = { KINORA_SECRET_KEY: revealSecretKey(newSecretKey()), KINORA_ROLE: 'api' };
  kinora = await startTestApp({ kinds: [testEngineKind], settings });
  operator = await signedIn(kinora, 'operator');
  await operator.done('model add', {
    model: 'fox',
    kind: 'image',
    operations: ['grid'],
    versions: ['1'],
    price,
  });
  await startWorker(settings);
});

async function startWorker(settings: Readonly<Record<string, string>>): Promise<void> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const worker = spawn(process.execPath, [await bundledProgram(program)], {
    env: {
      PATH,
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      ...settings,
      KINORA_ROLE: 'worker',
      KINORA_MONITORING_ADDRESS: 'off',
      KINORA_DATA_DIR: kinora.dataDir,
      DATABASE_URL: kinora.databaseUrl,
      KINORA_LOG_LEVEL: 'silent',
      TEST_ENGINES: '[]',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(worker, 'exit');
  atEnd(async () => {
    worker.kill('SIGTERM');
    await exit;
  });
  await once(createInterface(worker.stdout), 'line');
}

const order = () => imagine(kinora, 'a fox --v 1');

async function makeAll(count: number): Promise<void> {
  const tasks = await Promise.all(Array.from({ length: count }, order));
  for (const task of tasks) assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
}

test('an added engine and its route are used immediately', async () => {
  await operator.done('engine add', {
    engine: 'gpu',
    kind: 'test',
    url: first.url,
    secret: 'first key',
    settings: { note: 'as it was' },
  });
  await operator.done('route add', { model: 'fox', engine: 'gpu' });
  await makeAll(2);
  assert.equal(first.received.length, 2);
  assert.ok(first.received.every(({ settings }) => settings?.['note'] === 'as it was'));
});

test('changed settings and slots apply to the next tasks', async () => {
  await operator.done('engine change', { engine: 'gpu', slots: 1, settings: { note: 'changed' } });
  first.change({ secondsPerJob: 3600 });
  const tasks = await Promise.all([order(), order()]);
  await until(
    async () => first.counts.running,
    running => running === 1,
  );
  assert.equal(first.received.at(-1)?.settings?.['note'], 'changed');
  await operator.done('engine change', { engine: 'gpu', slots: 2 });
  await until(
    async () => first.counts.running,
    running => running === 2,
  );
  first.change({ secondsPerJob: 0 });
  first.finishRunning();
  for (const task of tasks) assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
});

test('tasks that run when the engine revokes its secret continue with the new one, and are started once', async () => {
  first.change({ secondsPerJob: 3600 });
  const before = first.received.length;
  const task = await order();
  await until(
    async () => first.counts.running,
    running => running === 1,
  );
  first.change({ key: 'second secret', secondsPerJob: 0 });
  first.finishRunning();
  await operator.done('engine change', { engine: 'gpu', secret: 'second secret' });
  assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
  assert.equal(first.received.length, before + 1);
});

test('a drained engine gets no tasks, and after a resume they go to its new URL with its new secret', async () => {
  const second = await server.addBackend('second', { key: 'second key' });
  await operator.done('engine drain', { engine: 'gpu' });
  const before = first.received.length;
  const task = await order();
  await operator.done('engine change', { engine: 'gpu', url: second.url, secret: 'second key' });
  assert.equal((await operator.done('task show', { task })).state, 'queued');
  await operator.done('engine resume', { engine: 'gpu' });
  assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
  await makeAll(3);
  assert.deepEqual([first.received.length, second.received.length], [before, 4]);
});

test('a removed engine gets no more tasks, and another one takes over', async () => {
  const third = await server.addBackend('third');
  await operator.done('engine add', { engine: 'other', kind: 'test', url: third.url });
  await operator.done('route add', { model: 'fox', engine: 'other', priority: 1 });
  await operator.done('engine drain', { engine: 'gpu' });
  await operator.done('engine remove', { engine: 'gpu' });
  await makeAll(3);
  assert.equal(third.received.length, 3);
});
