/** The server or its database is killed at every step of a task: the task continues and ends once. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, imageEnd, imagine, until } from '../../support/servers/app.ts';
import { makeCrashingServer } from '../../support/crashes/crashing-server.ts';
import { startScriptedServer, type ScriptedServer } from '../../support/engines/scripted-server.ts';
import { verifyTasks } from '../../support/crashes/verify-tasks.ts';
import { testInFull } from '../../support/test-in-full.ts';

let scriptedServer: ScriptedServer;
before(async () => {
  scriptedServer = await startScriptedServer();
});

/** Where the process kills itself: the event that its code reports at that line. */
const steps = {
  accepted: 'taskLeased',
  'starting: started by the engine, handle not stored': 'taskStarted',
  'running: done on the engine, result not stored': 'taskRendered',
  'saving: files stored, task not finished': 'taskSaved',
  'finishing: task finished': 'taskEnded',
};

/**
 * In a quick run, the server dies only where a job could be started twice or charged
 * twice, and the database once.
 */
const serverSteps = ['taskStarted', 'taskSaved'];
const databaseSteps = ['taskRendered'];

for (const [step, event] of Object.entries(steps)) {
  const testServer = serverSteps.includes(event) ? test : testInFull;
  testServer(`the server dies when a task is ${step}: the task is adopted and ends once`, async () => {
    const server = await makeCrashingServer(scriptedServer.url);
    await server.start({ CRASH_AT: event });
    const id = await imagine(server as never, '{"checks":2} --v 1');
    await server.waitForExit();
    await server.start();
    assert.equal((await imageEnd(server as never, id)).status, 'SUCCESS');
    await server.stop();
    await verifyTasks(server, [id], scriptedServer);
  });

  const testDatabase = databaseSteps.includes(event) ? test : testInFull;
  testDatabase(`the database dies when a task is ${step}: the task continues and ends once`, async () => {
    const server = await makeCrashingServer(scriptedServer.url, { hasOwnPostgres: true });
    await server.start({ CRASH_AT: event, CRASH_WHAT: 'database' });
    const id = await imagine(server as never, '{"checks":2} --v 1');
    const ask = () => call(`${server.url}/mj/task/${id}/fetch`, { key: server.imageKey });
    await until(ask, ({ body }) => body.status === 'SUCCESS');
    await server.stop();
    await verifyTasks(server, [id], scriptedServer);
  });
}
