/** A task survives an engine that ends in the middle of the work and is away for longer than three tries take. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../support/clients/console-client.ts';
import { startSdapiServer } from '../../support/engines/sdapi-server.ts';
import { imageEnd, imagine, startTestApp, until } from '../../support/servers/app.ts';
import { price } from '../../support/setups/routed-app.ts';

const checkpoint = 'painter';

test('a task whose engine ends in the middle waits until it is back', async () => {
  const webui = await startSdapiServer({ checkpoints: [checkpoint], fault: 'hang' });
  const kinora = await startTestApp();
  const operator = await signedIn(kinora, 'operator');
  const model = { model: checkpoint, kind: 'image', operations: ['grid'], versions: ['1'], price };
  await operator.done('model add', model);
  await operator.done('engine add', { engine: 'gpu', kind: 'sdapi', url: webui.url });
  await operator.done('route add', { model: checkpoint, engine: 'gpu' });

  const task = await imagine(kinora, 'a fox --v 1');
  await until(
    () =>
      kinora.app.db.pool.query(`select from task_runs where public_id = $1 and phase = 'running'`, [task]),
    ({ rowCount }) => rowCount === 1,
  );
  assert.equal(webui.requests.length, 1);
  await webui.down();
  await until(
    async () => (await operator.done('route list', { engine: 'gpu' }))[0],
    ({ state }) => state === 'open',
  );
  webui.behaviour.fault = undefined;
  await webui.up();

  const end = await imageEnd(kinora, task);
  assert.equal(end.status, 'SUCCESS', end.failReason);
  assert.equal(webui.requests.length, 5, 'of the four pictures, only the lost one was begun again');
  assert.equal(end.usage.amount, '0.04');
});
