/** kill -9 at every step of the task path, of the server and of its database: nothing lost, nothing paid twice. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { systemClock } from '../src/lib/clock.ts';
import { seededRandom } from '../src/lib/random.ts';
import { call, imageEnd, imagine, until } from './support/app.ts';
import { freshDatabase } from './support/database.ts';
import { makeCrashingServer } from './support/crashing-server.ts';
import { isDatabaseThere, killDatabase } from './support/kill-database.ts';
import { startPuppet, type Puppet } from './support/puppet.ts';
import { verifyTasks } from './support/verify-tasks.ts';
import { dataUrl, pngOf } from './support/video-client.ts';

let puppet: Puppet;
before(async () => {
  puppet = await startPuppet();
});

/** Where the process kills itself: the event that its own code tells at that line. */
const steps = {
  accepted: 'taskLeased',
  'starting: the engine has begun, the operation is not stored': 'taskStarted',
  'running: the engine is done, that is not stored': 'taskRendered',
  'saving: the files are stored, the task is not finished': 'taskSaved',
  'finishing: the task is finished': 'taskEnded',
};

for (const [step, event] of Object.entries(steps)) {
  test(`the server dies when a task is ${step}: it is taken up again and ends once`, async () => {
    const server = await makeCrashingServer(puppet.url);
    await server.start({ CRASH_AT: event });
    const id = await imagine(server as never, '{"checks":2} --v 1');
    await server.gone();
    await server.start();
    assert.equal((await imageEnd(server as never, id)).status, 'SUCCESS');
    await server.stop();
    await verifyTasks(server.dataDir, [id], puppet);
  });

  test(`the database dies when a task is ${step}: the task goes on and ends once`, async () => {
    const server = await makeCrashingServer(puppet.url);
    await server.start({ CRASH_AT: event, CRASH_WHAT: 'database' });
    const id = await imagine(server as never, '{"checks":2} --v 1');
    const ask = () => call(`${server.url}/mj/task/${id}/fetch`, { key: server.imageKey });
    await until(ask, ({ body }) => body.status === 'SUCCESS');
    await server.stop();
    await verifyTasks(server.dataDir, [id], puppet);
  });
}

for (const asked of ['start', 'check', 'open'] as const) {
  test(`the server dies while the engine answers a ${asked}: the task is taken up again and ends once`, async () => {
    const server = await makeCrashingServer(puppet.url);
    await server.start();
    let killed = false;
    puppet.onCall = step => {
      if (step !== asked || killed) return;
      killed = true;
      server.kill();
    };
    const id = await imagine(server as never, '{"checks":2} --v 1').catch(() => undefined);
    await server.gone();
    puppet.onCall = () => {};
    await server.start();
    assert.ok(id);
    assert.equal((await imageEnd(server as never, id)).status, 'SUCCESS');
    await server.stop();
    await verifyTasks(server.dataDir, [id], puppet);
  });
}

test('an engine that must not be asked twice is not, after a crash during its start: the task fails, uncharged', async () => {
  const server = await makeCrashingServer(puppet.url);
  await server.start({ CRASH_AT: 'taskStarted', AFTER_UNKNOWN_START: 'never' });
  const id = await imagine(server as never, '{"checks":2} --v 1');
  await server.gone();
  await server.start({ AFTER_UNKNOWN_START: 'never' });
  const record = await imageEnd(server as never, id);
  assert.equal(record.status, 'FAILURE');
  assert.match(record.failReason, /not asked again/);
  await server.stop();
  const [end] = await verifyTasks(server.dataDir, [id], puppet);
  assert.equal(end?.error_code, 'start_unknown');
});

test('an engine that can look up a start is asked, after a crash during it, and not started again', async () => {
  const server = await makeCrashingServer(puppet.url);
  await server.start({ CRASH_AT: 'taskStarted', AFTER_UNKNOWN_START: 'find' });
  const id = await imagine(server as never, '{"checks":2} --v 1');
  await server.gone();
  const startsBefore = puppet.calls.filter(made => made.startsWith('start')).length;
  await server.start({ AFTER_UNKNOWN_START: 'find' });
  assert.equal((await imageEnd(server as never, id)).status, 'SUCCESS');
  assert.equal(puppet.calls.filter(made => made.startsWith('start')).length, startsBefore);
  await server.stop();
  await verifyTasks(server.dataDir, [id], puppet);
});

test('a picture of the order that is gone keeps no engine from being asked what it began before a crash', async () => {
  const server = await makeCrashingServer(puppet.url);
  await server.start({ CRASH_AT: 'taskStarted', AFTER_UNKNOWN_START: 'find' });
  const { body } = await call(`${server.url}/mj/submit/imagine`, {
    key: server.imageKey,
    json: { prompt: '\\{"checks":2\\} --v 1', base64Array: [dataUrl(await pngOf(40))] },
  });
  await server.gone();
  await rm(join(server.dataDir, 'files/uploads'), { recursive: true });
  await server.start({ AFTER_UNKNOWN_START: 'find' });
  assert.equal((await imageEnd(server as never, body.result)).status, 'SUCCESS');
  await server.stop();
  await verifyTasks(server.dataDir, [body.result], puppet);
});

test('with API and workers apart, a worker that dies is replaced by another, and an API that dies is missed by nobody', async () => {
  const DATABASE_URL = await freshDatabase();
  const api = await makeCrashingServer(puppet.url);
  const shared = { DATABASE_URL, KINORA_DATA_DIR: api.dataDir };
  const [first, second] = [await makeCrashingServer(puppet.url), await makeCrashingServer(puppet.url)];
  await api.start({ ...shared, KINORA_ROLE: 'api' });
  await first.start({ ...shared, KINORA_ROLE: 'worker', CRASH_AT: 'taskStarted' });
  const id = await imagine(api as never, '{"checks":2} --v 1');
  await first.gone();
  api.kill();
  await api.gone();
  await second.start({ ...shared, KINORA_ROLE: 'worker' });
  await api.start({ ...shared, KINORA_ROLE: 'api' });
  const record = await imageEnd(api as never, id);
  assert.equal(record.status, 'SUCCESS');
  assert.deepEqual([record.usage.amount, record.usage.charged], ['0.02', true]);
  assert.equal((await fetch(record.imageUrl)).status, 200);
  assert.equal(puppet.begun.get(record.properties.messageHash), 1);
});

const kills = 30;

test(`${kills} random kills of server and database under load lose no task, no file and no money`, async () => {
  const random = seededRandom(4040);
  const server = await makeCrashingServer(puppet.url);
  await server.start();
  const accepted: string[] = [];
  let storming = true;
  const client = async (): Promise<void> => {
    while (storming) {
      const id = await imagine(server as never, `{"checks":${1 + Math.floor(random() * 4)}} --v 1`).catch(
        () => undefined,
      );
      if (id) accepted.push(id);
      await systemClock.sleep(20 + random() * 60);
    }
  };
  const clients = [client(), client(), client()];
  try {
    for (let kill = 0; kill < kills; kill++) {
      await systemClock.sleep(50 + random() * 500);
      // Right after the last kill there may be none: it is being started again.
      if (random() < 0.4 && isDatabaseThere(server.dataDir)) killDatabase(server.dataDir);
      if (random() < 0.6) {
        server.kill();
        await server.gone();
        await server.start();
      }
    }
  } finally {
    storming = false;
  }
  await Promise.all(clients);
  const list = () =>
    call(`${server.url}/mj/task/list-by-condition`, { key: server.imageKey, json: { ids: accepted } });
  await until(
    list,
    ({ body }) =>
      Array.isArray(body) &&
      body.every((task: { status: string }) => ['SUCCESS', 'FAILURE'].includes(task.status)),
  );
  await server.stop();
  const ended = await verifyTasks(server.dataDir, accepted, puppet);
  assert.ok(accepted.length > kills, `${accepted.length} tasks were accepted`);
  assert.deepEqual(
    ended.filter(task => task.phase !== 'succeeded').map(task => task.error_code),
    [],
  );
});
