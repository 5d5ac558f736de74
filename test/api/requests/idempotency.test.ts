/**
 * A repeated request creates one task: by Idempotency-Key, sequentially or concurrently. Also
 * races that must have one winner.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, imageEnd, imagine, startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import { scriptedEngine } from '../../support/engines/scripted-engine.ts';
import { startScriptedServer } from '../../support/engines/scripted-server.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';
import { stopAt } from '../../support/setups/stop-at.ts';

let kinora: TestApp;
before(async () => {
  kinora = await startScriptedApp();
});

const video = { model: 'sketch-motion', prompt: 'x', resolution: '480p', aspect_ratio: '1:1', seconds: 2 };
const create = (key: string, json: object) =>
  call(`${kinora.url}/v1/videos`, { key: kinora.videoKey, json, headers: { 'idempotency-key': key } });

test('twenty concurrent submits with one key are one task and one hold', async () => {
  const before = (await checkLedger(kinora)).availableMicros;
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('concurrent', video)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  assert.equal(before - (await checkLedger(kinora)).availableMicros, 60_000n);
});

test('with the same key, another field order is a repeat, and another body is rejected', async () => {
  const first = await create('again', video);
  const repeat = await create('again', Object.fromEntries(Object.entries(video).reverse()));
  assert.equal(repeat.body.id, first.body.id);
  const other = await create('again', { ...video, prompt: 'y' });
  assert.deepEqual(
    [other.status, other.body.error.code, other.headers.get('x-should-retry')],
    [409, 'idempotency_conflict', 'false'],
  );
});

test('a key also works on the image interface, and a key that is too long is rejected', async () => {
  const submit = (key: string) =>
    call(`${kinora.url}/mj/submit/imagine`, {
      key: kinora.imageKey,
      json: { prompt: 'a --v 1' },
      headers: { 'idempotency-key': key },
    });
  const [first, second] = [await submit('image'), await submit('image')];
  assert.equal(first.body.result, second.body.result);
  assert.equal((await submit('k'.repeat(300))).body.code, 4);
});

test('a repeat returns its task, also when the balance does not cover another one', async () => {
  const poor = await startScriptedApp({ settings: { KINORA_OPENING_BALANCE: '0.06' } });
  const submit = () =>
    call(`${poor.url}/v1/videos`, {
      key: poor.videoKey,
      json: video,
      headers: { 'idempotency-key': 'poor' },
    });
  const [first, second] = [await submit(), await submit()];
  assert.deepEqual([first.status, second.status, second.body.id], [200, 200, first.body.id]);
  assert.equal((await call(`${poor.url}/v1/videos`, { key: poor.videoKey, json: video })).status, 402);
  await poor.stop();
});

test('ten presses of U1 at once are one upscale', async () => {
  const grid = await imageEnd(kinora, await imagine(kinora, 'a --v 1'));
  const press = () =>
    call(`${kinora.url}/mj/submit/action`, {
      key: kinora.imageKey,
      json: { taskId: grid.id, customId: grid.buttons[0].customId },
    });
  const answers = await Promise.all(Array.from({ length: 10 }, press));
  const [upscale, ...otherTasks] = new Set(answers.map(({ body }) => body.result));
  assert.deepEqual(otherTasks, []);
  await imageEnd(kinora, upscale);
});

const cancel = (id: string) =>
  call(`${kinora.url}/mj/task/${id}/cancel`, { key: kinora.imageKey, method: 'POST' });

test('a cancel that comes before the end of a task is written ends it without a charge', async () => {
  const ending = stopAt('end a task');
  const id = await imagine(kinora, 'a --v 1');
  await ending.arrival;
  await cancel(id);
  ending.resume();
  const { status, usage } = await imageEnd(kinora, id);
  assert.deepEqual([status, usage.charged], ['FAILURE', false]);
});

test('a cancel that comes after the end of a task changes nothing', async () => {
  const cancelling = stopAt('cancel a task');
  const id = await imagine(kinora, 'a --v 1');
  const cancellation = cancel(id);
  await cancelling.arrival;
  assert.equal((await imageEnd(kinora, id)).status, 'SUCCESS');
  cancelling.resume();
  await cancellation;
  const { status, usage } = await imageEnd(kinora, id);
  assert.deepEqual([status, usage.charged], ['SUCCESS', true]);
});

test('a full queue rejects with code 23, and the rejected submit is not charged', async () => {
  const scriptedServer = await startScriptedServer();
  const small = await startTestApp({
    engines: [scriptedEngine(scriptedServer.url, { slots: 1 })],
    cards: scriptedCards,
    settings: { KINORA_MAX_WAITING: '2' },
  });
  const slow = await imagine(small, '{"checks":100000} --v 1');
  await until(
    () => call(`${small.url}/mj/task/${slow}/fetch`, { key: small.imageKey }),
    ({ body }) => body.status === 'IN_PROGRESS',
  );
  await imagine(small, 'a --v 1');
  const { body: second } = await call(`${small.url}/mj/submit/imagine`, {
    key: small.imageKey,
    json: { prompt: 'b --v 1' },
  });
  assert.deepEqual([second.code, second.properties.numberOfQueues], [22, 1]);
  const { body: third } = await call(`${small.url}/mj/submit/imagine`, {
    key: small.imageKey,
    json: { prompt: 'c --v 1' },
  });
  assert.deepEqual([third.code, third.result], [23, null]);
  assert.equal((await checkLedger(small)).heldMicros, 60_000n);
  await small.stop();
});

test('turbo runs before fast, and fast before relax', async () => {
  const scriptedServer = await startScriptedServer();
  const one = await startTestApp({
    engines: [scriptedEngine(scriptedServer.url, { slots: 1 })],
    cards: scriptedCards,
  });
  const slow = await imagine(one, '{"checks":100000} --v 1');
  await until(
    () => call(`${one.url}/mj/task/${slow}/fetch`, { key: one.imageKey }),
    ({ body }) => body.status === 'IN_PROGRESS',
  );
  const ids = [
    await imagine(one, 'a --v 1 --relax'),
    await imagine(one, 'b --v 1 --fast'),
    await imagine(one, 'c --v 1 --turbo'),
  ];
  await call(`${one.url}/mj/task/${slow}/cancel`, { key: one.imageKey, method: 'POST' });
  const records = await Promise.all(ids.map(id => imageEnd(one, id)));
  const [relax, fast, turbo] = records.map(record => record.startTime);
  assert.ok(turbo <= fast && fast <= relax, `${turbo} ${fast} ${relax}`);
  assert.deepEqual(
    records.map(record => record.usage.amount),
    ['0.01', '0.02', '0.04'],
  );
  await one.stop();
});

test('after all these tests the ledger balances', async () => {
  await until(
    () => checkLedger(kinora),
    books => books.heldMicros === 0n,
  );
  assert.deepEqual((await checkLedger(kinora)).problems, []);
});
