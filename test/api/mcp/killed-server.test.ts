/**
 * The server is killed during a call of an agent, and started again: get_task has the
 * result, and it is paid for once.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCrashingServer } from '../../support/crashes/crashing-server.ts';
import { verifyTasks } from '../../support/crashes/verify-tasks.ts';
import { startScriptedServer } from '../../support/engines/scripted-server.ts';
import { connectMcp, readRecord } from '../../support/clients/mcp-client.ts';
import { until } from '../../support/servers/app.ts';

test('after the death of the server the next get_task has the result, and a repeat of the call is the same task', async () => {
  const scriptedServer = await startScriptedServer();
  const server = await makeCrashingServer(scriptedServer.url);
  await server.start();
  scriptedServer.obey = () => ({ checks: 1_000_000 });
  const client = await connectMcp({ url: server.url, key: server.imageKey });
  const values = { name: 'generate_image', arguments: { prompt: 'an undying fox --v 1' } };
  const outcome = client.callTool(values).then(
    () => 'answered',
    () => 'lost',
  );
  const readTasks = () =>
    server.withDatabase(async db => (await db.pool.query('select public_id as id from tasks')).rows);
  const [{ id }] = (await until(readTasks, rows => rows.length === 1)) as [{ id: string }];
  server.kill();
  await server.waitForExit();
  assert.equal(await outcome, 'lost');
  scriptedServer.obey = () => ({ checks: 1 });
  await server.start();
  const newClient = await connectMcp({ url: server.url, key: server.imageKey });
  const repeat = readRecord(await newClient.callTool(values));
  assert.equal(repeat.task, id);
  const record = await until(
    async () => readRecord(await newClient.callTool({ name: 'get_task', arguments: { task: id } })),
    ({ status }) => status === 'completed',
  );
  assert.equal(record.images?.length, 1);
  assert.equal((await readTasks()).length, 1);
  await newClient.close();
  await server.stop();
  await verifyTasks(server, [id], scriptedServer);
});
