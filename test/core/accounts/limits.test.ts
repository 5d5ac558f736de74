/** Limits of tokens: which requests they reject, what the error says, and what stays possible. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, until, videoEnd, type TestApp } from '../../support/servers/app.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { hanging, smallClip } from '../../support/clients/video-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
let operator: ConsoleClient & { accountId: string };
const clip = { ...smallClip, prompt: 'x' };

before(async () => {
  kinora = await startScriptedApp();
  operator = await signedIn(kinora, 'operator');
});

async function newToken(limits: object = {}, group = 'video'): Promise<{ id: string; key: string }> {
  const { status, body } = await operator.run('token create', { group, ...limits });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
const create = (key: string, json: object = clip) => call(`${kinora.url}/v1/videos`, { key, json });
const readError = ({ status, body, headers }: Awaited<ReturnType<typeof create>>) => [
  status,
  body.error?.code,
  headers.get('retry-after') !== null,
];

test('a spending cap can be used up to the last cent, and the error says when it resets', async () => {
  for (const [cap, message, hasRetryAfter] of [
    [
      'cap_total',
      /exceeds the total spending cap of this token: .* USD, but only 0.00 of 0.12 remains/,
      false,
    ],
    ['cap_day', /daily/, true],
    ['cap_month', /monthly/, true],
  ] as const) {
    const { key } = await newToken({ [cap]: '0.12' });
    const answers = await Promise.all([create(key), create(key), create(key), create(key)]);
    const acceptedAnswers = answers.filter(({ status }) => status === 200);
    assert.equal(acceptedAnswers.length, 2, cap);
    const rejectedAnswers = answers.filter(({ status }) => status !== 200);
    for (const answer of rejectedAnswers) {
      assert.deepEqual(readError(answer), [402, 'token_cap_reached', hasRetryAfter], cap);
      assert.match(answer.body.error.message, message);
    }
    for (const { body } of acceptedAnswers) await videoEnd({ ...kinora, videoKey: key }, body.id);
    assert.equal((await create(key)).status, 402, 'a settled charge still counts against the cap');
  }
});

test('failed and cancelled tasks do not count against a spending cap', async () => {
  const { id, key } = await newToken({ cap_total: '0.06', cap_day: '0.06', max_open: 1 });
  for (const prompt of ['{"check":"refuse"}', '{"check":"hang"}']) {
    const { body } = await create(key, { ...clip, prompt });
    if (prompt.includes('hang')) await call(`${kinora.url}/v1/videos/${body.id}/cancel`, { key, json: {} });
    await videoEnd({ ...kinora, videoKey: key }, body.id);
  }
  assert.equal((await create(key)).status, 200);
  const { body } = await operator.run('token list');
  const listedToken = body.data.find((one: { id: string }) => one.id === id);
  assert.deepEqual([listedToken.cap_total, listedToken.today], ['0.06', '0.06']);
});

test('concurrent tasks and tasks per minute are limited across nodes', async () => {
  const limitedToken = await newToken({ max_open: 2 });
  const open = await Promise.all([1, 2, 3].map(() => create(limitedToken.key, hanging)));
  assert.deepEqual(open.map(({ status }) => status).sort(), [200, 200, 429]);
  assert.deepEqual(readError(await create(limitedToken.key)), [429, 'token_open_reached', true]);
  for (const { body } of open)
    if (body.id)
      await call(`${kinora.url}/v1/videos/${body.id}`, { key: limitedToken.key, method: 'DELETE' });
  await until(
    () => create(limitedToken.key),
    ({ status }) => status === 200,
  );
  const slow = await newToken({ max_per_minute: 1 });
  const answers = await Promise.all([create(slow.key), create(slow.key), create(slow.key)]);
  // A new minute may begin between them.
  assert.ok(answers.filter(({ status }) => status === 429).length >= 1);
  const rejection = answers.find(({ status }) => status === 429);
  assert.deepEqual(rejection && readError(rejection), [429, 'token_rate_reached', true]);
});

test('the image interface reports a limit with the code that tells its clients what to do', async () => {
  const submit = async (key: string) =>
    (await call(`${kinora.url}/mj/submit/imagine`, { key, json: { prompt: '{"check":"hang"} --v 1' } })).body;
  const limitedToken = await newToken({ max_open: 1 }, 'image');
  const first = await submit(limitedToken.key);
  // 22: the task of the previous test may still be in the queue.
  assert.ok([1, 22].includes(first.code), JSON.stringify(first));
  assert.equal((await submit(limitedToken.key)).code, 23, 'the client may retry later');
  await call(`${kinora.url}/mj/task/${first.result}/cancel`, { key: limitedToken.key, json: {} });
  const cappedSubmission = await submit((await newToken({ cap_total: '0.01' }, 'image')).key);
  assert.equal(cappedSubmission.code, 4);
  assert.match(
    cappedSubmission.description,
    /spending cap of this token: it costs .* USD, but only 0.01 of 0.01 remains/,
  );
});

test('a token that has expired or reached its cap still reads and downloads finished tasks', async () => {
  const { id, key } = await newToken();
  const task = (await create(key)).body;
  await videoEnd({ ...kinora, videoKey: key }, task.id);
  const change = (fields: object) => operator.run('token change', { token: id, ...fields });
  for (const [fields, code] of [
    [{ expires: '2020-01-01' }, 'token_expired'],
    [{ expires: 'never', models: ['sketch-short'] }, 'model_not_allowed'],
    [{ models: 'none', cap_total: '0.01' }, 'token_cap_reached'],
  ] as const) {
    assert.equal((await change(fields)).status, 200);
    await until(
      () => create(key),
      ({ body }) => body.error?.code === code,
    );
    for (const path of ['', '/content', '/events'])
      assert.equal(
        (
          await fetch(`${kinora.url}/v1/videos/${task.id}${path}`, {
            headers: { authorization: `Bearer ${key}` },
          })
        ).status,
        200,
        path,
      );
  }
  await change({ cap_total: 'none' });
  assert.equal((await create(key)).status, 200);
});

test('a token works only from its allowed networks', async () => {
  const { id, key } = await newToken({ addresses: '203.0.113.0/24, 2001:db8::/32' });
  const list = () => call(`${kinora.url}/v1/videos`, { key });
  assert.deepEqual(readError(await list()), [403, 'address_not_allowed', false]);
  await operator.run('token change', { token: id, addresses: ['127.0.0.0/8', '::1'] });
  await until(list, ({ status }) => status === 200);
});

test('a network is stored with its first address and its prefix length', async () => {
  const { body } = await operator.run('token create', {
    group: 'video',
    addresses: '10.1.2.3/8, 2001:db8::1/32',
  });
  assert.deepEqual(body.addresses, ['10.0.0.0/8', '2001:db8::/32']);
});

test('the previous key of a rotated token works until its overlap ends, and a revoked key never', async () => {
  const { id, key } = await newToken();
  const status = async (tokenKey: string) =>
    (await call(`${kinora.url}/v1/videos`, { key: tokenKey })).status;
  const { key: next } = (await operator.run('token rotate', { token: id, overlap: 3600 })).body;
  assert.deepEqual([await status(key), await status(next)], [200, 200]);
  await kinora.app.db.pool.query(`update tokens set previous_until = now() where id = $1`, [id]);
  // The announcement may arrive a moment after the update.
  await until(
    () => status(key),
    statusCode => statusCode === 401,
  );
  assert.equal(await status(next), 200);
  const { key: last } = (await operator.run('token rotate', { token: id, overlap: 0 })).body;
  assert.deepEqual([await status(next), await status(last)], [401, 200]);
  await operator.run('token revoke', { token: id });
  // The announcement may arrive a moment after the response.
  await until(
    () => status(last),
    current => current === 401,
  );
  assert.equal((await operator.run('token rotate', { token: id })).status, 404);
});

test('a group without models is rejected, and the error says how to name them', async () => {
  for (const models of [undefined, 'none', []]) {
    const { status, body } = await operator.run('group create', {
      group: 'bare',
      kind: 'image',
      ...(models !== undefined && { models }),
    });
    assert.deepEqual([status, body.error.code], [400, 'field_invalid']);
    assert.match(
      body.error.message,
      /"models": it needs at least one image model \(on the command line: --models\)\. Available: sketch/,
    );
  }
});

test('a new model is moved to a new group in the steps of the documentation', async () => {
  const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };
  const early = await operator.run('model add', { model: 'moved', kind: 'image', group: 'moved-to', price });
  assert.match(early.body.error.message, /"group": there is no group "moved-to"/);
  await operator.done('model add', { model: 'moved', kind: 'image', price });
  await operator.done('group create', { group: 'moved-to', kind: 'image', models: 'moved' });
  const changedModel = await operator.done('model change', { model: 'moved', group: 'moved-to' });
  assert.equal(changedModel.group, 'moved-to');
  const schema = { type: 'object', properties: { steps: { type: 'integer' } } };
  const rejection = await operator.run('model change', { model: 'moved', parameters: schema });
  assert.deepEqual([rejection.status, rejection.body.error.code], [400, 'field_invalid']);
  await operator.done('model change', { model: 'moved', parameters: schema.properties });
});

test('a group has its own models, price and customers, and an error names the right group', async () => {
  await operator.run('group create', {
    group: 'studio',
    kind: 'video',
    models: 'sketch-short',
    factor: '0.5',
  });
  const { key } = await newToken({}, 'studio');
  const short = { ...clip, model: 'sketch-short', seconds: 4 };
  const regular = (await call(`${kinora.url}/v1/videos/quote`, { key: kinora.videoKey, json: short })).body;
  const cheap = (await call(`${kinora.url}/v1/videos/quote`, { key, json: short })).body;
  assert.equal(Number(cheap.amount) * 2, Number(regular.amount));
  assert.equal((await create(key, short)).body.usage.amount, cheap.amount);
  const models = (await call(`${kinora.url}/v1/models`, { key })).body.data;
  assert.deepEqual(
    models.map(({ id }: { id: string }) => id),
    ['sketch-short'],
  );
  const rejection = await create(key, { ...clip, model: 'sketch-motion' });
  assert.equal(rejection.status, 403);
  assert.match(
    rejection.body.error.message,
    /belongs to the group "video", but this token belongs to the group "studio"/,
  );
  await operator.run('group change', { group: 'studio', open: false, accounts: [] });
  await until(
    () => create(key, short),
    ({ body }) => body.error?.code === 'group_closed',
  );
  await operator.run('group change', { group: 'studio', accounts: [operator.accountId] });
  await until(
    () => create(key, short),
    ({ status }) => status === 200,
  );
  assert.equal(
    (await operator.run('group delete', { group: 'studio' })).status,
    400,
    'a group that has tokens cannot be deleted',
  );
});

test('banned words apply only to moderated groups', async () => {
  await operator.run('banned add', { words: ['gremlin'] });
  const gremlin = { ...clip, prompt: 'a gremlin' };
  await until(
    () => create(kinora.videoKey, gremlin),
    ({ body }) => body.error?.code === 'banned_word',
  );
  await operator.run('group create', {
    group: 'free',
    kind: 'video',
    models: ['sketch-motion'],
    moderated: false,
  });
  assert.equal((await create((await newToken({}, 'free')).key, gremlin)).status, 200);
  await operator.run('banned remove', { words: 'gremlin' });
});

test('a suspended account cannot submit but can read, and can be resumed', async () => {
  const { id } = (await create(kinora.videoKey)).body;
  await operator.run('account suspend', { account: operator.accountId });
  assert.deepEqual(readError(await create(kinora.videoKey)), [403, 'account_suspended', false]);
  assert.equal((await call(`${kinora.url}/v1/videos/${id}`, { key: kinora.videoKey })).status, 200);
  await operator.run('account resume', { account: operator.accountId });
  assert.equal((await create(kinora.videoKey)).status, 200);
});

test('invalid limits are rejected with the reason, and change nothing', async () => {
  const { id } = await newToken();
  for (const [fields, param] of [
    [{ cap_day: 'lots' }, 'cap_day'],
    [{ cap_day: '-1' }, 'cap_day'],
    [{ cap_total: '0.0000001' }, 'cap_total'],
    [{ max_open: 0 }, 'max_open'],
    [{ addresses: ['everywhere'] }, 'addresses'],
    [{ addresses: ['10.0.0.0/99'] }, 'addresses'],
    [{ expires: 'tomorrow' }, 'expires'],
    [{ models: ['sketch'] }, 'models'],
    [{ tier: 'warp' }, 'tier'],
    [{ name: '' }, 'name'],
    [{ color: 'red' }, 'color'],
  ] as const) {
    const { status, body } = await operator.run('token change', { token: id, ...fields });
    assert.deepEqual([status, body.error.param], [400, param], JSON.stringify(body));
    assert.ok(body.error.message.length > 20);
  }
});
