/**
 * The server is killed at critical moments: during calls to the engine,
 * repeatedly, and one process of several.
 */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { call, imageEnd, imagine, until } from '../../support/servers/app.ts';
import { freshDatabase } from '../../support/servers/database.ts';
import { makeCrashingServer } from '../../support/crashes/crashing-server.ts';
import { startScriptedServer, type ScriptedServer } from '../../support/engines/scripted-server.ts';
import { verifyTasks } from '../../support/crashes/verify-tasks.ts';
import { dataUrl, renderPng } from '../../support/clients/video-client.ts';
import { testInFull } from '../../support/test-in-full.ts';
import { inDepth } from '../../support/depth.ts';

let scriptedServer: ScriptedServer;
before(async () => {
  scriptedServer = await startScriptedServer();
});

for (const engineCall of inDepth<readonly ('start' | 'check' | 'open')[]>({
  quick: ['open'],
  full: ['start', 'check', 'open'],
})) {
  test(`the server dies while the engine answers a ${engineCall}: the task is adopted and ends once`, async () => {
    const server = await makeCrashingServer(scriptedServer.url);
    await server.start();
    let isKilled = false;
    scriptedServer.onCall = step => {
      if (step !== engineCall || isKilled) return;
      isKilled = true;
      server.kill();
    };
    const id = await imagine(server as never, '{"checks":2} --v 1').catch(() => undefined);
    await server.waitForExit();
    scriptedServer.onCall = () => {};
    await server.start();
    assert.ok(id);
    assert.equal((await imageEnd(server as never, id)).status, 'SUCCESS');
    await server.stop();
    await verifyTasks(server, [id], scriptedServer);
  });
}

test('after a crash during the start, a non-repeatable start is not repeated: the task fails uncharged', async () => {
  const server = await makeCrashingServer(scriptedServer.url);
  await server.start({ CRASH_AT: 'taskStarted', AFTER_UNKNOWN_START: 'never' });
  const id = await imagine(server as never, '{"checks":2} --v 1');
  await server.waitForExit();
  await server.start({ AFTER_UNKNOWN_START: 'never' });
  const record = await imageEnd(server as never, id);
  assert.equal(record.status, 'FAILURE');
  assert.match(record.failReason, /not retried/);
  await server.stop();
  const [end] = await verifyTasks(server, [id], scriptedServer);
  assert.equal(end?.error_code, 'start_unknown');
});

testInFull(
  'after a crash during the start, an engine that can look up the job does not start it again',
  async () => {
    const server = await makeCrashingServer(scriptedServer.url);
    await server.start({ CRASH_AT: 'taskStarted', AFTER_UNKNOWN_START: 'find' });
    const id = await imagine(server as never, '{"checks":2} --v 1');
    await server.waitForExit();
    const startsBefore = scriptedServer.calls.filter(call => call.startsWith('start')).length;
    await server.start({ AFTER_UNKNOWN_START: 'find' });
    assert.equal((await imageEnd(server as never, id)).status, 'SUCCESS');
    assert.equal(scriptedServer.calls.filter(call => call.startsWith('start')).length, startsBefore);
    await server.stop();
    await verifyTasks(server, [id], scriptedServer);
  },
);

testInFull('a missing input image does not prevent checks of a job from before a crash', async () => {
  const server = await makeCrashingServer(scriptedServer.url);
  await server.start({ CRASH_AT: 'taskStarted', AFTER_UNKNOWN_START: 'find' });
  const { body } = await call(`${server.url}/mj/submit/imagine`, {
    key: server.imageKey,
    json: { prompt: '\\{"checks":2\\} --v 1', base64Array: [dataUrl(await renderPng(40))] },
  });
  await server.waitForExit();
  await rm(join(server.dataDir, 'files/uploads'), { recursive: true });
  await server.start({ AFTER_UNKNOWN_START: 'find' });
  assert.equal((await imageEnd(server as never, body.result)).status, 'SUCCESS');
  await server.stop();
  await verifyTasks(server, [body.result], scriptedServer);
});

test('another worker replaces one that dies, and tasks survive the death of the API process', async () => {
  const DATABASE_URL = await freshDatabase();
  const api = await makeCrashingServer(scriptedServer.url);
  const shared = { DATABASE_URL, KINORA_DATA_DIR: api.dataDir };
  const [first, second] = [
    await makeCrashingServer(scriptedServer.url),
    await makeCrashingServer(scriptedServer.url),
  ];
  await api.start({ ...shared, KINORA_ROLE: 'api' });
  await first.start({ ...shared, KINORA_ROLE: 'worker', CRASH_AT: 'taskStarted' });
  const id = await imagine(api as never, '{"checks":2} --v 1');
  await first.waitForExit();
  api.kill();
  await api.waitForExit();
  await second.start({ ...shared, KINORA_ROLE: 'worker' });
  await api.start({ ...shared, KINORA_ROLE: 'api' });
  const record = await imageEnd(api as never, id);
  assert.equal(record.status, 'SUCCESS');
  assert.deepEqual([record.usage.amount, record.usage.charged], ['0.02', true]);
  assert.equal((await fetch(record.imageUrl)).status, 200);
  assert.equal(scriptedServer.startCounts.get(record.properties.messageHash), 1);
});

testInFull(
  'a task that crashes the server five times fails without a charge, and the others succeed',
  async () => {
    const server = await makeCrashingServer(scriptedServer.url);
    await server.start();
    const deadly = 77;
    const prompts = ['{"checks":40}', `{"checks":${deadly}}`, '{"checks":40}', '{"checks":40}'];
    const ids: string[] = [];
    for (const prompt of prompts) ids.push(await imagine(server as never, `${prompt} --v 1`));
    let deaths = 0;
    // Calls that the process has sent before its end still arrive.
    let isDying = false;
    scriptedServer.onCall = (step, job) => {
      if (step !== 'check' || job?.orders.checks !== deadly || isDying) return;
      isDying = true;
      deaths += 1;
      server.kill();
    };
    const deadlyId = ids[1] as string;
    const readStatus = () =>
      call(`${server.url}/mj/task/${deadlyId}/fetch`, { key: server.imageKey })
        .then(({ body }) => body.status)
        .catch(() => undefined);
    await until(
      async () => {
        if (!server.running) {
          await scriptedServer.waitForDisconnect();
          isDying = false;
          await server.start();
        }
        return readStatus();
      },
      status => status === 'FAILURE',
    );
    scriptedServer.onCall = () => {};
    assert.equal(deaths, 5);
    for (const id of ids)
      if (id !== deadlyId) assert.equal((await imageEnd(server as never, id)).status, 'SUCCESS');
    await server.stop();
    const ends = await verifyTasks(server, ids, scriptedServer);
    assert.deepEqual(
      ends.flatMap(({ error_code: code }) => code ?? []),
      ['attempts_lost'],
    );
  },
);
