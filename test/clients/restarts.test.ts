/**
 * The server is killed while programs wait with kinora-client, and started again: each wait
 * ends, and each task is paid once.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Kinora } from 'kinora-client';
import { makeCrashingServer } from '../support/crashes/crashing-server.ts';
import { verifyTasks } from '../support/crashes/verify-tasks.ts';
import { type ScriptedServer, startScriptedServer } from '../support/engines/scripted-server.ts';
import { until } from '../support/servers/app.ts';

let scriptedServer: ScriptedServer;

before(async () => {
  scriptedServer = await startScriptedServer();
});

const count = 20;

test(`${count} waits survive the death of the server`, async () => {
  const server = await makeCrashingServer(scriptedServer.url);
  await server.start();
  scriptedServer.obey = () => ({ checks: 1_000_000 });
  const { images, videos } = new Kinora({
    baseUrl: server.url,
    imageToken: server.imageKey,
    videoToken: server.videoKey,
    patienceSeconds: 600,
  });
  const tasks = Array.from({ length: count }, (_, index) =>
    index % 2 ? images.imagine(`fox ${index} --v 1`) : videos.create({ prompt: `lake ${index}` }),
  );
  const waits = tasks.map(task => task.wait());
  const readTasks = () =>
    server.withDatabase(async db => (await db.pool.query('select public_id as id from tasks')).rows);
  await until(readTasks, rows => rows.length === count);
  server.kill();
  await server.waitForExit();
  // Submitted while the server is away.
  const late = images.imagine('late --v 1');
  scriptedServer.obey = () => ({ checks: 1 });
  await server.start();
  await Promise.all([...waits, late.wait()]);
  const ids = await Promise.all([...tasks, late].map(task => task.id));
  assert.equal((await readTasks()).length, count + 1);
  await server.stop();
  const ends = await verifyTasks(server, ids, scriptedServer);
  assert.ok(ends.every(({ phase }) => phase === 'succeeded'));
});
