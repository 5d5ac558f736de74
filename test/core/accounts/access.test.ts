/** Access by key: three header forms, tokens limited to their group, and tasks of other accounts hidden. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createToken, revokeToken } from '../../../src/core/accounts/change-token.ts';
import { statement } from '../../../src/platform/db/statement.ts';
import { newRowId } from '../../../src/platform/lib/id.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { smallClip } from '../../support/clients/video-client.ts';
import { call, imageEnd, imagine, videoEnd, type TestApp } from '../../support/servers/app.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
const foreign = { image: '', video: '' };
const insertAccount = statement('test_insert_account', 'insert into accounts (id, name) values ($1, $2)');

before(async () => {
  kinora = await startScriptedApp();
  const accountId = newRowId();
  await kinora.app.db.query(insertAccount, [accountId, 'another']);
  for (const group of ['image', 'video'] as const) {
    foreign[group] =
      (await createToken(kinora.app.db, { accountId, group, name: 'foreign', scope: 'account' }))?.key ?? '';
  }
});

const post = (path: string, headers: Record<string, string>, json: unknown = { prompt: 'a cat --v 1' }) =>
  call(`${kinora.url}${path}`, { json, headers });

test('a key is accepted in each of the three header forms', async () => {
  const forms: Record<string, string>[] = [
    { authorization: `Bearer ${kinora.imageKey}` },
    { authorization: kinora.imageKey },
    { 'mj-api-secret': kinora.imageKey },
  ];
  for (const headers of forms) {
    const { body } = await post('/mj/submit/imagine', headers);
    assert.match(body.result, /^\d{16}$/, JSON.stringify(body));
  }
});

test('a missing, wrong or revoked key gets 401 in the format of the interface', async () => {
  const createdToken = await createToken(kinora.app.db, {
    accountId: (await firstAccount()) ?? '',
    group: 'image',
    name: 'short-lived',
  });
  const key = createdToken?.key ?? '';
  assert.equal((await post('/mj/submit/imagine', { authorization: `Bearer ${key}` })).status, 200);
  assert.equal(await revokeToken(kinora.app.db, createdToken?.token.id ?? ''), true);
  const revoked = () => post('/mj/submit/imagine', { authorization: `Bearer ${key}` });
  // The revocation reaches this node in the background, so requests that are already
  // in flight may still succeed.
  for (let tries = 0; (await revoked()).status !== 401; tries++) assert.ok(tries < 100);
  for (const headers of [
    {},
    { authorization: 'Bearer kn_wrong' },
    { authorization: `Bearer ${key}` },
    { authorization: 'x'.repeat(5000) },
  ]) {
    const image = await post('/mj/submit/imagine', headers as Record<string, string>);
    assert.equal(image.status, 401);
    assert.deepEqual([image.body.code, image.body.result], [4, null]);
    const video = await post('/v1/videos', headers as Record<string, string>, {});
    assert.equal(video.status, 401);
    assert.equal(video.body.error.type, 'authentication_error');
  }
});

test('repeated polls get 401 once their token is revoked', async () => {
  const createdToken = await createToken(kinora.app.db, {
    accountId: (await firstAccount()) ?? '',
    group: 'image',
    name: 'polling',
    scope: 'account',
  });
  const id = await imagine(kinora, 'polled --v 1');
  const poll = () => call(`${kinora.url}/mj/task/${id}/fetch`, { key: createdToken?.key ?? '' });
  await imageEnd(kinora, id);
  for (let polls = 0; polls < 5; polls++) assert.equal((await poll()).body.status, 'SUCCESS');
  await revokeToken(kinora.app.db, createdToken?.token.id ?? '');
  for (let tries = 0; (await poll()).status !== 401; tries++) assert.ok(tries < 100);
  assert.equal((await poll()).status, 401);
});

test('a token works only for its group, and the error names the group needed', async () => {
  const image = await post('/mj/submit/imagine', { authorization: `Bearer ${kinora.videoKey}` });
  assert.equal(image.status, 403);
  assert.match(image.body.description, /"video".*"image"/);
  const video = await post(
    '/v1/videos',
    { authorization: `Bearer ${kinora.imageKey}` },
    { model: 'sketch-motion', prompt: 'x' },
  );
  assert.equal(video.status, 403);
  assert.match(video.body.error.message, /"image".*"video"/);
});

test('tasks of another account are not found, like tasks that never existed', async () => {
  const id = await imagine(kinora, 'mine --v 1');
  const grid = await imageEnd(kinora, id);
  const headers = { authorization: `Bearer ${foreign.image}` };
  assert.equal((await call(`${kinora.url}/mj/task/${id}/fetch`, { headers })).status, 404);
  assert.deepEqual((await post('/mj/task/list-by-condition', headers, { ids: [id] })).body, []);
  assert.match(
    (await post('/mj/submit/action', headers, { taskId: id, customId: grid.buttons[0].customId })).body
      .description,
    /no task/,
  );
  assert.equal((await call(`${kinora.url}/mj/task/${id}/cancel`, { headers, method: 'POST' })).status, 404);
  const { body } = await call(`${kinora.url}/v1/videos`, {
    key: kinora.videoKey,
    json: { model: 'sketch-motion', prompt: 'x', resolution: '480p', aspect_ratio: '1:1', seconds: 2 },
  });
  await videoEnd(kinora, body.id);
  for (const path of ['', '/content', '/cancel']) {
    const answer = await call(`${kinora.url}/v1/videos/${body.id}${path}`, {
      key: foreign.video,
      method: path === '/cancel' ? 'POST' : 'GET',
    });
    assert.equal(answer.status, 404, path);
  }
  assert.deepEqual((await call(`${kinora.url}/v1/videos`, { key: foreign.video })).body.data, []);
  assert.equal((await call(`${kinora.url}/v1/videos?after=${body.id}`, { key: foreign.video })).status, 400);
});

test('a video token cannot cancel an image task', async () => {
  const id = await imagine(kinora, '{"checks":100000} --v 1');
  assert.equal(
    (await call(`${kinora.url}/v1/videos/${id}/cancel`, { key: kinora.videoKey, method: 'POST' })).status,
    404,
  );
  assert.notEqual(
    (await call(`${kinora.url}/mj/task/${id}/fetch`, { key: kinora.imageKey })).body.status,
    'FAILURE',
  );
  await call(`${kinora.url}/mj/task/${id}/cancel`, { key: kinora.imageKey, method: 'POST' });
});

test('a submit without enough balance is rejected with the price and the balance, and creates no task', async () => {
  const rejection = await post(
    '/v1/videos',
    { authorization: `Bearer ${foreign.video}` },
    { model: 'sketch-motion', prompt: 'x' },
  );
  assert.equal(rejection.status, 402);
  assert.equal(rejection.body.error.code, 'insufficient_balance');
  assert.match(rejection.body.error.message, /costs 0\.20 USD, but only 0\.00 is available/);
  const image = await post('/mj/submit/imagine', { authorization: `Bearer ${foreign.image}` });
  assert.deepEqual([image.status, image.body.code, image.body.result], [200, 4, null]);
  assert.equal(image.body.properties.errorCode, 'insufficient_balance');
  assert.deepEqual((await call(`${kinora.url}/v1/videos`, { key: foreign.video })).body.data, []);
});

test("the model list contains only the models of the token's group, with unit, prices and parameters", async () => {
  const { body } = await call(`${kinora.url}/v1/models`, { key: kinora.videoKey });
  const units = body.data.map(({ id, price }: { id: string; price: { unit: string } }) => [id, price.unit]);
  assert.deepEqual(Object.fromEntries(units), {
    'sketch-cast': 'clip',
    'sketch-frames': 'second',
    'sketch-motion': 'second',
    'sketch-short': 'clip',
  });
  assert.equal((await call(`${kinora.url}/v1/models/sketch`, { key: kinora.videoKey })).status, 404);
  assert.equal(
    (await call(`${kinora.url}/v1/models/sketch`, { key: kinora.imageKey })).body.price.unit,
    'image',
  );
});

async function firstAccount(): Promise<string | undefined> {
  const [row] = await kinora.app.db.query<{ id: string }>(
    statement('test_first', 'select id from accounts order by created_at limit 1'),
  );
  return row?.id;
}

test('one key with a group of each kind works at both interfaces, each with the models and prices of its group', async () => {
  const operator = await signedIn(kinora, 'operator');
  const { accountId } = operator;
  const requestToken = (input: Record<string, unknown>) => operator.run('token create', input);
  await operator.done('group create', {
    group: 'films',
    kind: 'video',
    models: 'sketch-motion',
    factor: '3',
  });
  for (const [also, group] of [
    ['image', 'image'],
    ['nope', 'image'],
    ['films', 'video'],
  ]) {
    const { status, body } = await requestToken({ group, also });
    assert.deepEqual([status, body.error?.param], [400, 'also'], `${group} ${also}`);
  }
  const { body: token } = await requestToken({ group: 'image', also: 'films', name: 'both' });
  assert.deepEqual([token.group, token.also, token.kind], ['image', 'films', 'image']);
  const { key } = token;
  const { id } = await imageEnd(
    { ...kinora, imageKey: key },
    await imagine({ ...kinora, imageKey: key }, 'a cat --v 1'),
  );
  assert.equal((await call(`${kinora.url}/mj/task/${id}/fetch`, { key })).status, 200);
  const quote = async (tokenKey: string) =>
    (await call(`${kinora.url}/v1/videos/quote`, { key: tokenKey, json: { ...smallClip, prompt: 'x' } }))
      .body;
  const [ownQuote, plainQuote] = [await quote(key), await quote(kinora.videoKey)];
  assert.equal(Number(ownQuote.amount), 3 * Number(plainQuote.amount), 'the factor of its group');
  const other = await call(`${kinora.url}/v1/videos/quote`, {
    key,
    json: { model: 'sketch-short', prompt: 'x' },
  });
  assert.deepEqual([other.status, other.body.error.code], [403, 'model_not_in_group']);
  const clip = (await call(`${kinora.url}/v1/videos`, { key, json: { ...smallClip, prompt: 'x' } })).body;
  assert.equal(Number(clip.usage.amount), Number(ownQuote.amount));
  const summary = (await operator.done('task show', { task: clip.id })).group;
  assert.equal(summary, 'films');
  const models = (await call(`${kinora.url}/v1/models`, { key })).body.data;
  const ids = models.map((model: { id: string }) => model.id);
  assert.equal(ids[0], 'sketch', 'what the first group offers comes first');
  assert.equal(ids.at(-1), 'sketch-motion', ids.join());
  assert.ok(!ids.includes('sketch-short'), 'a model of a group that the key has not');
  const unitPrice = async (tokenKey: string) => {
    const { status, body } = await call(`${kinora.url}/v1/models/sketch-motion`, { key: tokenKey });
    assert.equal(status, 200);
    return body.price.rules[0].unit_price;
  };
  const expectedPrice = (3 * Number(await unitPrice(kinora.videoKey))).toFixed(6);
  assert.equal(Number(await unitPrice(key)).toFixed(6), expectedPrice);
  assert.equal(models.at(-1).price.rules[0].unit_price, await unitPrice(key));
  const deletion = await operator.run('group delete', { group: 'films' });
  assert.equal(deletion.status, 400, 'it has a token');

  await operator.done('token change', { token: token.id, also: 'none' });
  for (let tries = 0; (await quote(key)).error?.code !== 'wrong_group'; tries++) assert.ok(tries < 100);
  assert.equal((await operator.run('token change', { token: token.id, also: 'image' })).status, 400);
  await operator.done('token change', { token: token.id, also: 'video' });
  for (let tries = 0; (await quote(key)).amount !== plainQuote.amount; tries++) assert.ok(tries < 100);
  await operator.done('group close', { group: 'video' });
  const groups = await operator.done('group list');
  const videoGroup = groups.find(({ group }: { group: string }) => group === 'video');
  assert.ok(videoGroup.accounts.includes(accountId), 'its second group counts as used, too');
  await operator.done('group change', { group: 'video', open: true });
});
