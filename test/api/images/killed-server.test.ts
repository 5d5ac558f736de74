/**
 * The server is killed while requests wait for their images, and started again: each call of the SDK
 * ends with its image, paid once.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import OpenAI from 'openai';
import { makeCrashingServer } from '../../support/crashes/crashing-server.ts';
import { verifyTasks } from '../../support/crashes/verify-tasks.ts';
import { inDepth } from '../../support/depth.ts';
import { type ScriptedServer, startScriptedServer } from '../../support/engines/scripted-server.ts';
import { until } from '../../support/servers/app.ts';

let scriptedServer: ScriptedServer;

before(async () => {
  scriptedServer = await startScriptedServer();
});

const count = inDepth({ quick: 6, full: 50 });

test(`${count} waiting requests survive the death of the server`, async () => {
  const server = await makeCrashingServer(scriptedServer.url);
  await server.start();
  scriptedServer.obey = () => ({ checks: 1_000_000 });
  const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: server.imageKey, maxRetries: 30 });
  const calls = Array.from({ length: count }, (_, index) =>
    client.images.generate({ prompt: `fox ${index % 2} --v 1` }).withResponse(),
  );
  const readTasks = () =>
    server.withDatabase(async db => (await db.pool.query('select public_id as id from tasks')).rows);
  await until(readTasks, rows => rows.length === count);
  server.kill();
  await server.waitForExit();
  scriptedServer.obey = () => ({ checks: 1 });
  await server.start();
  const answers = await Promise.all(calls);
  for (const { data } of answers) assert.equal(data.data?.length, 1);
  const tasks = answers.map(({ response }) => response.headers.get('x-kinora-task') ?? '');
  assert.equal(new Set(tasks).size, count);
  assert.equal((await readTasks()).length, count);
  await server.stop();
  const ends = await verifyTasks(server, tasks, scriptedServer);
  assert.ok(ends.every(({ phase }) => phase === 'succeeded'));
});
