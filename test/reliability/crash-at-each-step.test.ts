/** The server or its database is killed at every step of a task: it goes on, and ends once. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, imageEnd, imagine, until } from '../support/app.ts';
import { makeCrashingServer } from '../support/crashing-server.ts';
import { startPuppet, type Puppet } from '../support/puppet.ts';
import { verifyTasks } from '../support/verify-tasks.ts';

let puppet: Puppet;
before(async () => {
  puppet = await startPuppet();
});

/** Where the process kills itself: the event that its own code tells at that line. */
const steps = {
  accepted: 'taskLeased',
  'starting: the engine has begun, the handle is not stored': 'taskStarted',
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
