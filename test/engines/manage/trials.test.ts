/** The trial of an engine: what an operator sees of the small job that it runs. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';
import { noteFailedProbe } from '../../../src/core/catalogue/routes/failed-probe.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import type { TestBackend } from '../../support/test-engine/backend.ts';
import { testEngineKind } from '../../support/test-engine/kind.ts';
import { backendColor } from '../../support/test-engine/results.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';

const route = { model: 'painter', engine: 'gpu-1' };
let operator: ConsoleClient;
let backend: TestBackend;
let kinora: TestApp;

before(async () => {
  backend = await (await startTestEngineServer()).addBackend('one');
  kinora = await startTestApp({ kinds: [testEngineKind] });
  operator = await signedIn(kinora, 'operator');
  const price = { unit: 'image', rules: [{ unitPrice: '0.02' }], tiers: { fast: '1' } };
  await operator.done('engine add', { engine: route.engine, kind: 'test', url: backend.url });
  await operator.done('model add', { model: route.model, kind: 'image', operations: ['grid'], price });
  await operator.done('route add', route);
});

const instance = async () => {
  const { url, settings } = await operator.done('engine show', { engine: route.engine });
  return { name: route.engine, url, settings };
};
const trial = () => operator.done('engine test', { engine: route.engine });

test('a trial runs one small job and reports its duration, outputs and cost', async () => {
  const result = await trial();
  assert.equal(result.ok, true, JSON.stringify(result));
  assert.ok(result.took_ms >= 0);
  assert.deepEqual([result.size, result.cost], ['64 x 64', null]);
  await operator.done('route change', { ...route, cost: '0.002', cost_unit: 'image' });
  assert.equal((await trial()).cost, '0.008', 'the cost of the route, for each of four candidates');
  backend.change({ cost: '0.5' });
  assert.equal((await trial()).cost, '0.50', 'the cost that the engine reports');
});

test('a trial names its model, which can be chosen among those of the engine', async () => {
  const other = { ...route, model: 'other' };
  const price = { unit: 'image', rules: [{ unitPrice: '0.02' }], tiers: { fast: '1' } };
  await operator.done('model add', { model: other.model, kind: 'image', operations: ['grid'], price });
  assert.equal((await operator.run('engine test', other)).body.error.code, 'engine_route_unknown');
  await operator.done('route add', other);
  for (const { model } of [route, other]) {
    assert.equal((await operator.done('engine test', { engine: route.engine, model })).model, model);
    assert.equal(backend.received.at(-1)?.job.model, model);
  }
});

test('a trial shows a thumbnail of the first image and keeps it as long as the result', async () => {
  const { picture } = await trial();
  const [head, base64] = picture.split(',');
  assert.equal(head, 'data:image/webp;base64');
  const { channels } = await sharp(Buffer.from(base64, 'base64')).stats();
  const { r, g, b } = backendColor('one');
  const meanColor = channels.slice(0, 3).map(({ mean }) => mean);
  assert.ok(
    [r, g, b].every((value, index) => Math.abs(value - (meanColor[index] ?? 0)) < 12),
    String(meanColor),
  );
});

test('a failed probe counts until a trial succeeds', async () => {
  const readState = async () =>
    (await operator.done('engine list')).find(({ name }: { name: string }) => name === route.engine).state;
  await noteFailedProbe(kinora.app.db, await instance(), { en: 'no answer', zh: '没有响应' });
  assert.equal(await readState(), 'failing');
  assert.equal((await trial()).ok, true);
  assert.equal(await readState(), 'healthy');
});

test('the image of the first trial of a model is its cover, for everybody who sees the model', async () => {
  const model = 'covered';
  const price = { unit: 'image', rules: [{ unitPrice: '0.02' }], tiers: { fast: '1' } };
  await operator.done('model add', { model, kind: 'image', operations: ['grid'], price });
  await operator.done('route add', { ...route, model });
  const readCovers = async (user: ConsoleClient) =>
    (await user.done('model covers')).filter((one: { model: string }) => one.model === model);
  assert.deepEqual(await readCovers(operator), []);
  const { picture } = await operator.done('engine test', { engine: route.engine, model });
  assert.deepEqual(await readCovers(operator), [{ model, picture }]);
  await operator.done('engine test', { engine: route.engine, model });
  const member = await signedIn(kinora, 'member');
  assert.deepEqual(await readCovers(member), [{ model, picture }], 'the first one stays');
});

test('a failed trial shows no image', async () => {
  backend.change({ failShare: 1 });
  const { ok, size, cost, picture } = await trial();
  assert.deepEqual([ok, size, cost, picture], [false, null, null, null]);
});
