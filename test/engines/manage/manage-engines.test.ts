/**
 * Engines, models and routes as an operator manages them while the server runs, and what clients see of them.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { newSecretKey, revealSecretKey } from '../../../src/platform/lib/secret-key.ts';
import { imageEnd, imagine, call, startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { testEngineKind } from '../../support/test-engine/kind.ts';
import type { TestEngineServer } from '../../support/test-engine/open-server.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';

const price = { unit: 'image', rules: [{ unitPrice: '0.02' }], tiers: { fast: '1' } };
let kinora: TestApp;
let operator: ConsoleClient;
let server: TestEngineServer;

before(async () => {
  server = await startTestEngineServer();
  kinora = await startTestApp({
    kinds: [testEngineKind],
    settings: { KINORA_SECRET_KEY: revealSecretKey(newSecretKey()) },
  });
  operator = await signedIn(kinora, 'operator');
});

test('a fresh installation has the built-in engine as an ordinary instance', async () => {
  const engineDetails = await operator.done('engine show', { engine: 'sketch' });
  assert.equal(engineDetails.kind, 'sketch');
  assert.equal(engineDetails.source, 'operator');
  const kinds = await operator.done('engine kinds');
  const names = kinds.map(({ kind }: { kind: string }) => kind);
  assert.deepEqual([names[0], names.at(-1)], ['sketch', 'test']);
  assert.equal(kinds.at(-1).settings.properties.quality.default, 'good');
});

test('an engine is added, probed and routed to, and generates the next grid without a restart', async () => {
  const backend = await server.addBackend('one', { key: 'key of the engine', models: ['painter-large'] });
  await operator.done('engine add', {
    engine: 'gpu-1',
    kind: 'test',
    url: backend.url,
    settings: { quality: 'best' },
    secret: 'a wrong key',
  });
  const wrong = await operator.done('engine probe', { engine: 'gpu-1' });
  assert.equal(wrong.ok, false);
  assert.match(wrong.message, /secret/);
  await operator.done('engine change', { engine: 'gpu-1', secret: 'key of the engine' });
  const probe = await operator.done('engine probe', { engine: 'gpu-1' });
  assert.deepEqual([probe.ok, probe.models], [true, ['painter-large']]);
  assert.equal(Object.keys(backend.counts.accepted).length, 0, 'a probe generates nothing');

  await operator.done('model add', {
    model: 'painter',
    kind: 'image',
    name: 'Painter',
    operations: ['grid', 'upscale', 'variation'],
    versions: ['6.1'],
    parameters: { sampler: { type: 'string', enum: ['euler', 'heun'], default: 'euler' } },
    price,
  });
  const { body: list } = await call(`${kinora.url}/v1/models`, { key: kinora.imageKey });
  assert.ok(!list.data.some(({ id }: { id: string }) => id === 'painter'), 'no engine runs it yet');
  await operator.done('route add', {
    model: 'painter',
    engine: 'gpu-1',
    upstream: 'painter-large',
    parameters: { rename: { sampler: 'sampler_name' }, set: { steps: 20 } },
  });
  const id = await imagine(kinora, 'a fox --v 6.1');
  const end = await imageEnd(kinora, id);
  assert.equal(end.status, 'SUCCESS', JSON.stringify(end));
  const [job] = backend.received;
  assert.equal(job?.job.upstream, 'painter-large');
  assert.deepEqual(job?.job.parameters, { sampler_name: 'euler', steps: 20 });
  // 0.02 for each of four candidates.
  assert.equal(end.usage.amount, '0.08');
  const sketchImage = await imageEnd(kinora, await imagine(kinora, 'a fox --v 7'));
  assert.equal(sketchImage.status, 'SUCCESS');
  assert.equal(backend.received.length, 1, 'other versions belong to the other model');
});

test('a prompt or a request can name the model by id or alias, and follow-ups keep it', async () => {
  await operator.done('model change', { model: 'painter', aliases: ['The/Painter'] });
  const imageById = await imageEnd(kinora, await imagine(kinora, 'a fox --v 7 --model painter'));
  assert.equal(imageById.status, 'SUCCESS', JSON.stringify(imageById));
  assert.match(imageById.properties.finalPrompt, /--model painter/);
  const { trace } = await operator.done('task show', { task: imageById.id });
  assert.equal(trace.reason, 'The request named this model.');
  const { body } = await call(`${kinora.url}/mj/submit/imagine`, {
    key: kinora.imageKey,
    json: { prompt: 'a fox', model: 'The/Painter' },
  });
  assert.equal(body.code, 1, JSON.stringify(body));
  const imageByAlias = await imageEnd(kinora, body.result);
  assert.equal(imageByAlias.usage.unit_price, '0.02');
  const buttons = imageByAlias.buttons.map(({ label }: { label: string }) => label).filter(Boolean);
  assert.ok(buttons.includes('U1') && buttons.includes('V1'), String(buttons));
  const taskDetails = await operator.done('task show', { task: imageByAlias.id });
  const prices = ['U1', 'V1'].map(name => taskDetails.buttons.find((one: any) => one.label === name).price);
  assert.deepEqual(
    prices,
    ['0.00', '0.08'],
    'selecting is free, although the price of the model has one rule',
  );
  const { body: followUp } = await call(`${kinora.url}/mj/submit/action`, {
    key: kinora.imageKey,
    json: { taskId: imageByAlias.id, customId: imageByAlias.buttons[4].customId },
  });
  assert.equal((await imageEnd(kinora, followUp.result)).status, 'SUCCESS');
  const unknown = await call(`${kinora.url}/mj/submit/imagine`, {
    key: kinora.imageKey,
    json: { prompt: 'a fox', model: 'nobody' },
  });
  assert.match(unknown.body.description, /nobody.*painter/s);
});

test('every parameter of a clip model reaches the engine, by name and type', async () => {
  const backend = await server.addBackend('film');
  await operator.done('engine add', { engine: 'film', kind: 'test', url: backend.url });
  await operator.done('model add', {
    model: 'film',
    name: 'Silver Film',
    kind: 'video',
    price: { unit: 'clip', rules: [{ unitPrice: '0.1' }], tiers: { fast: '1' } },
    parameters: {
      seconds: { type: 'integer', enum: [2], default: 2 },
      resolution: { type: 'string', enum: ['480p'], default: '480p' },
      aspect_ratio: { type: 'string', enum: ['1:1'], default: '1:1' },
      fps: { type: 'integer', enum: [24], default: 24 },
      guidance: { type: 'number', minimum: 1, maximum: 20, default: 7 },
      enhance: { type: 'boolean', default: false },
    },
  });
  await operator.done('route add', {
    model: 'film',
    engine: 'film',
    parameters: { rename: { seconds: 'duration' }, set: { sampler: 'euler' } },
  });
  const { body, status } = await call(`${kinora.url}/v1/videos`, {
    key: kinora.videoKey,
    json: { model: 'film', prompt: 'waves', guidance: 3.5, enhance: true },
  });
  assert.equal(status, 200, JSON.stringify(body));
  const [job] = await until(
    async () => backend.received,
    ({ length }) => length > 0,
  );
  assert.deepEqual(job?.job.parameters, {
    duration: 2,
    resolution: '480p',
    aspect_ratio: '1:1',
    fps: 24,
    guidance: 3.5,
    enhance: true,
    sampler: 'euler',
  });
});

test('a task shows the name of its model, also when no engine runs the model any more', async () => {
  await operator.done('route change', { model: 'film', engine: 'film', enabled: false });
  const readFilmName = async () => {
    const facets = await operator.done('task facets');
    return facets.model.find(({ value }: { value: string }) => value === 'film')?.name;
  };
  assert.equal(await readFilmName(), 'Silver Film');
  const [task] = await operator.done('task list', { model: 'film' });
  assert.deepEqual([task.model, task.model_name], ['film', 'Silver Film']);
  await operator.done('route change', { model: 'film', engine: 'film', enabled: true });
});

test('invalid settings are rejected with the allowed values and change nothing', async () => {
  const url = 'http://127.0.0.1:9';
  const rejections: [string, Record<string, unknown>, RegExp][] = [
    ['engine add', { engine: 'gpu-2', kind: 'comfy', url }, /sketch, .*test/],
    ['engine add', { engine: 'gpu-1', kind: 'test', url }, /already an engine/],
    ['engine add', { engine: 'Gpu', kind: 'test', url }, /lowercase/],
    ['engine add', { engine: 'gpu-2', kind: 'test' }, /require/],
    ['engine add', { engine: 'gpu-2', kind: 'test', url: 'ftp://x' }, /http/],
    ['engine add', { engine: 'gpu-2', kind: 'test', url: 'http://me:pass@x' }, /secret/],
    ['engine add', { engine: 'gpu-2', kind: 'test', url, settings: { quality: 'awful' } }, /quality/],
    ['engine add', { engine: 'gpu-2', kind: 'test', url, settings: { colour: 1 } }, /colour/],
    ['engine add', { engine: 'gpu-2', kind: 'sketch', url }, /do not take a URL/],
    ['engine add', { engine: 'gpu-2', kind: 'sketch', secret: 'x' }, /do not take a secret/],
    ['engine add', { engine: 'gpu-2', kind: 'test', url, slots: 0 }, /expected 1 to 1000/],
    ['engine add', { engine: 'gpu-2', kind: 'test', url, hours: '25:00-06:00' }, /22:00/],
    ['engine change', { engine: 'gpu-9', slots: 1 }, /no engine/],
    ['engine change', { engine: 'gpu-1', url }, /Drain the engine/],
    ['engine remove', { engine: 'gpu-1' }, /Drain the engine/],
    ['route add', { model: 'painter', engine: 'gpu-1' }, /already a route/],
    ['route add', { model: 'nobody', engine: 'gpu-1' }, /nobody/],
    ['route add', { model: 'painter', engine: 'gpu-9' }, /gpu-9/],
    ['route change', { model: 'sketch-motion', engine: 'sketch', cost: '0.1' }, /cost_unit.*--cost-unit/],
    ['route change', { model: 'sketch', engine: 'gpu-1' }, /no route/],
    ['route change', { model: 'painter', engine: 'gpu-1', cost: '0.1', cost_unit: 'clip' }, /expected image/],
    ['model add', { model: 'painter', kind: 'image', price }, /already the ID/],
    ['model add', { model: 'sketch', kind: 'image', price }, /already the ID/],
    ['model add', { model: 'clip', kind: 'video', price, parameters: {} }, /seconds/],
    ['model add', { model: 'other', price }, /Allowed: image, video\./],
    ['model add', { model: 'other', kind: 'image', price, operations: 'grid,fly' }, /"fly.*Allowed: grid, /],
    ['model add', { model: 'other', kind: 'image', price, group: 'video' }, /group/],
    ['model add', { model: 'other', kind: 'image', price, versions: ['99'] }, /versions/],
    ['model add', { model: 'other', kind: 'image', price, aliases: ['sketch'] }, /sketch/],
    ['model add', { model: 'other', kind: 'image', price: { ...price, tiers: {} } }, /tier/],
    ['model change', { model: 'sketch', name: 'x' }, /is built in/],
    ['model remove', { model: 'sketch' }, /is built in/],
  ];
  const before = await operator.done('engine list');
  for (const [name, input, expected] of rejections) {
    const { status, body } = await operator.run(name, input);
    assert.ok(status >= 400 && status < 500, `${name} ${JSON.stringify(input)}: ${status}`);
    assert.match(JSON.stringify(body), expected, `${name} ${JSON.stringify(input)}`);
  }
  const after = await operator.done('engine list');
  assert.equal(after.length, before.length);
});

test('a cost of an image model is per image, without saying so', async () => {
  const route = { model: 'sketch', engine: 'sketch' };
  const { cost } = await operator.done('route change', { ...route, cost: '0.04' });
  assert.deepEqual(cost, { unit: 'image', price: '0.04' });
  assert.equal((await operator.done('route change', { ...route, cost: 'none' })).cost, null);
});

test('a member can neither see nor change engines, models and routes', async () => {
  const member = await signedIn(kinora, 'member');
  for (const name of [
    'engine kinds',
    'engine show',
    'engine add',
    'engine probe',
    'route list',
    'route add',
    'model add',
  ])
    assert.equal(
      (await member.run(name, { engine: 'gpu-1', model: 'painter', kind: 'test', price })).status,
      403,
      name,
    );
});

test('no record, audit log or table contains a secret', async () => {
  const engineDetails = await operator.done('engine show', { engine: 'gpu-1' });
  assert.equal(engineDetails.secret.last_four, 'gine');
  assert.ok(!JSON.stringify(await operator.done('audit list', { limit: 100 })).includes('key of the engine'));
  const { rows: tables } = await kinora.app.db.pool.query(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  for (const { table_name: table } of tables) {
    const { rows } = await kinora.app.db.pool.query(
      `select 1 from "${table}" whole where whole::text like '%key of the engine%' or whole::text like '%a wrong key%' limit 1`,
    );
    assert.equal(rows.length, 0, table);
  }
});

test('a drained engine is removed: its model is no longer offered, and its tasks keep its name', async () => {
  await operator.done('engine drain', { engine: 'gpu-1' });
  await until(
    () => operator.run('engine remove', { engine: 'gpu-1' }),
    ({ status }) => status === 200,
  );
  const { body } = await call(`${kinora.url}/mj/submit/imagine`, {
    key: kinora.imageKey,
    json: { prompt: 'a fox --v 6.1' },
  });
  // The built-in model supports that version too.
  assert.equal(body.code, 1);
  assert.equal((await imageEnd(kinora, body.result)).status, 'SUCCESS');
  const routes = await operator.done('route list', { model: 'painter' });
  assert.deepEqual(routes, []);
  const engines = await operator.done('engine list');
  assert.ok(
    !engines.some(({ name }: { name: string }) => name === 'gpu-1'),
    'the list no longer contains it',
  );
  const rejection = await operator.run('engine add', { engine: 'gpu-1', kind: 'sketch' });
  assert.match(JSON.stringify(rejection.body), /refer to a removed engine .* of the kind test/);
});

test('a model without open tasks is removed, and its id is never used again', async () => {
  await operator.done('model remove', { model: 'painter' });
  const secondAddition = await operator.run('model add', { model: 'painter', kind: 'image', price });
  assert.match(JSON.stringify(secondAddition.body), /was the ID/);
});

test('the built-in engine can be removed: its models are no longer offered', async () => {
  await operator.done('engine drain', { engine: 'sketch' });
  await operator.done('engine remove', { engine: 'sketch' });
  const { body } = await call(`${kinora.url}/v1/models`, { key: kinora.videoKey });
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    ['film'],
  );
  await operator.done('engine add', { engine: 'sketch', kind: 'sketch' });
  const { body: modelList } = await call(`${kinora.url}/v1/models`, { key: kinora.videoKey });
  assert.ok(modelList.data.length > 0);
});
