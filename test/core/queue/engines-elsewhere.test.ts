/**
 * Two workers on one database, of which one has the cheap engine: the other does not use the expensive one
 * while the cheap one is idle.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saveRoute } from '../../../src/core/catalogue/routes/change-routes.ts';
import { newRoute } from '../../../src/core/catalogue/routes/route.ts';
import { imageEnd, imagine, startTestApp, startTestAppOn } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { scriptedEngine } from '../../support/engines/scripted-engine.ts';
import { startScriptedServer } from '../../support/engines/scripted-server.ts';
import { testEngineKind } from '../../support/test-engine/kind.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';

const server = await startTestEngineServer();
const scriptedServer = await startScriptedServer();
const expensiveEngine = await server.addBackend('dear');
const options = { kinds: [testEngineKind] };
const kinora = await startTestApp(options);
const operator = await signedIn(kinora, 'operator');
/** The worker with an engine of its own, such as a machine with a GPU. */
await startTestAppOn(kinora, {
  ...options,
  engines: [scriptedEngine(scriptedServer.url, { slots: 2 })],
  settings: { KINORA_ROLE: 'worker' },
});

test("the expensive route gets nothing while another worker's cheap engine has free slots", async () => {
  const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };
  await operator.done('model add', {
    model: 'fox',
    kind: 'image',
    operations: ['grid'],
    versions: ['1'],
    price,
  });
  await operator.done('engine add', { engine: 'dear', kind: 'test', url: expensiveEngine.url });
  // The process itself provides this engine, so it is not an instance that an operator added.
  await kinora.app.db.transaction(tx => saveRoute(tx, newRoute('fox', 'scripted', 'operator')));
  await operator.done('route add', { model: 'fox', engine: 'dear', priority: 1 });
  for (let round = 0; round < 8; round++)
    assert.equal((await imageEnd(kinora, await imagine(kinora, 'a fox --v 1'))).status, 'SUCCESS');
  assert.deepEqual([scriptedServer.startCounts.size, expensiveEngine.received.length], [8, 0]);
});

test('a change of an engine on one node takes effect on the other without a restart', async () => {
  const second = await server.addBackend('second');
  for (const engine of ['scripted', 'dear']) await operator.done('engine drain', { engine });
  await operator.done('engine change', { engine: 'dear', url: second.url });
  await operator.done('engine resume', { engine: 'dear' });
  const tasks = await Promise.all(Array.from({ length: 12 }, () => imagine(kinora, 'a fox --v 1')));
  for (const task of tasks) assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
  assert.deepEqual(
    [scriptedServer.startCounts.size, expensiveEngine.received.length, second.received.length],
    [8, 0, 12],
  );
});
