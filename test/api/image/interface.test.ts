/**
 * The image interface over HTTP: submit, poll, press buttons. The scripted engine generates the images,
 * because only the interface is under test.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { call, imageEnd, imagine, type TestApp } from '../../support/servers/app.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
const submit = (path: string, json: unknown, headers: Record<string, string> = {}) =>
  call(`${kinora.url}${path}`, { key: kinora.imageKey, json, headers });

before(async () => {
  kinora = await startScriptedApp();
});

test('a submitted grid can be polled, and has four candidates, nine buttons and its cost', async () => {
  const { status, body } = await submit('/mj/submit/imagine', {
    prompt: 'a cat --ar 16:9 --v 1',
    state: 'my state',
  });
  assert.equal(status, 200);
  assert.equal(body.code, 1);
  assert.match(body.result, /^\d{16}$/);
  const record = await imageEnd(kinora, body.result);
  assert.equal(record.status, 'SUCCESS');
  assert.equal(record.progress, '100%');
  assert.equal(record.action, 'IMAGINE');
  assert.equal(record.prompt, 'a cat --ar 16:9 --v 1');
  assert.equal(record.state, 'my state');
  assert.equal(record.failReason, null);
  assert.equal(record.properties.finalPrompt, 'a cat --ar 16:9 --v 1.0');
  assert.equal(record.properties.finalZhPrompt, '');
  assert.equal(record.imageUrls.length, 4);
  assert.deepEqual(
    record.buttons.map((button: { label: string }) => button.label),
    ['U1', 'U2', 'U3', 'U4', '', 'V1', 'V2', 'V3', 'V4'],
  );
  assert.equal(record.buttons[0].customId, `MJ::JOB::upsample::1::${record.properties.messageHash}`);
  assert.deepEqual(record.usage, {
    unit: 'image',
    quantity: 4,
    unit_price: '0.005',
    amount: '0.02',
    currency: 'USD',
    charged: true,
  });
  const sheet = await sharp(Buffer.from(await (await fetch(record.imageUrl)).arrayBuffer())).metadata();
  assert.deepEqual([sheet.width, sheet.height], [record.imageWidth, record.imageHeight]);
});

test('every field that clients read is present from the first poll', async () => {
  const id = await imagine(kinora, '{"checks":1} --v 1');
  const { body } = await call(`${kinora.url}/mj/task/${id}/fetch`, { key: kinora.imageKey });
  const fields =
    'id action status prompt promptEn description state submitTime startTime finishTime progress imageUrl failReason properties buttons imageHeight imageWidth mode botType parentId seed';
  for (const field of fields.split(' ')) assert.ok(field in body, field);
  assert.ok(!('imageUrls' in body) || body.status === 'SUCCESS');
});

test('a grid can be upscaled and varied, and pressing U twice on a cell is one task', async () => {
  const grid = await imageEnd(kinora, await imagine(kinora, 'a dog --v 1'));
  const press = (label: string) =>
    submit('/mj/submit/action', {
      taskId: grid.id,
      customId: grid.buttons.find((button: { label: string }) => button.label === label).customId,
    });
  const first = await press('U2');
  const secondAnswer = await press('U2');
  assert.equal(secondAnswer.body.code, 1);
  assert.equal(secondAnswer.body.result, first.body.result);
  const upscale = await imageEnd(kinora, first.body.result);
  assert.equal(upscale.action, 'UPSCALE');
  assert.equal(upscale.parentId, grid.id);
  assert.ok(!('imageUrls' in upscale));
  assert.equal(upscale.imageWidth, 1024);
  assert.equal(upscale.usage.quantity, 1);
  const variation = await imageEnd(kinora, (await press('V3')).body.result);
  assert.equal(variation.action, 'VARIATION');
  assert.equal(variation.imageUrls.length, 4);
  const reroll = await submit('/mj/submit/action', {
    taskId: variation.id,
    customId: variation.buttons[4].customId,
  });
  assert.equal((await imageEnd(kinora, reroll.body.result)).action, 'VARIATION');
});

test('every path prefix works and selects the tier', async () => {
  const tiers = {
    '/mj': 'FAST',
    '/mj-relax/mj': 'RELAX',
    '/relax/mj': 'RELAX',
    '/mj-turbo/mj': 'TURBO',
    '/turbo/mj': 'TURBO',
    '/fast/mj': 'FAST',
    '/mj-fast/mj': 'FAST',
    '/mj/mj': 'FAST',
  };
  for (const [prefix, mode] of Object.entries(tiers)) {
    const { body } = await submit(`${prefix}/submit/imagine`, { prompt: 'a hill --v 1' });
    const fetchedTask = await call(`${kinora.url}${prefix}/task/${body.result}/fetch`, {
      key: kinora.imageKey,
    });
    assert.equal(fetchedTask.body.mode, mode, prefix);
  }
  const { body } = await submit('/mj/submit/imagine', {
    prompt: 'a hill --v 1 --turbo',
    accountFilter: { modes: ['RELAX'] },
  });
  assert.equal((await imageEnd(kinora, body.result)).mode, 'RELAX');
});

test('list-by-condition returns known ids, given as numbers or text, and omits unknown ones', async () => {
  const id = await imagine(kinora, 'a tree --v 1');
  const { body } = await submit('/mj/task/list-by-condition', { ids: [Number(id), '1234567890123456', 'x'] });
  assert.deepEqual(
    body.map((task: { id: string }) => task.id),
    [id],
  );
  assert.deepEqual((await submit('/mj/task/list-by-condition', { ids: [] })).body, []);
  assert.deepEqual((await submit('/mj/task/list-by-condition', {})).body, []);
});

test('an invalid parameter is rejected with the allowed values and creates no task', async () => {
  const refusals: [string, RegExp][] = [
    ['a cat --ar 16', /`--ar`: 16\. Allowed: W:H/],
    ['a cat --ar16:9', /Unrecognized parameter `--ar16:9`/],
    ['a cat --v 99', /`--v`: 99\. Allowed: 1, 2/],
    ['a cat --seed -1', /`--seed`/],
    ['a cat --sed 4', /nearest: --seed/],
    ['a cat --no', /`--no`: \(nothing\)/],
    ['--ar 16:9', /prompt is empty/],
    ['', /prompt is empty/],
    ['x'.repeat(7000), /at most 6000/],
  ];
  for (const [prompt, expected] of refusals) {
    const { status, body } = await submit('/mj/submit/imagine', { prompt });
    assert.equal(status, 200, prompt);
    assert.equal(body.code, 4, prompt);
    assert.equal(body.result, null);
    assert.match(body.description, expected);
  }
});

test('an unknown path is reported before errors in the body', async () => {
  const unknown = (path: string, headers: Record<string, string>) =>
    call(`${kinora.url}${path}`, { key: kinora.imageKey, method: 'POST', body: Buffer.from('x=1'), headers });
  for (const type of [undefined, 'application/x-www-form-urlencoded', 'application/json']) {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const { body } = await unknown('/mj/submit/imagin', headers);
    assert.equal(body.description, 'There is no route POST /mj/submit/imagin.');
    assert.equal((await unknown('/v1/vidos', headers)).body.error.code, 'route_unknown');
    assert.equal((await unknown('/mj/task/list', headers)).status, 405);
  }
});

test('invalid requests get an error in the format of this interface', async () => {
  const raw = (body: string, headers: Record<string, string> = {}) =>
    call(`${kinora.url}/mj/submit/imagine`, {
      key: kinora.imageKey,
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const readDescription = async (body: string, headers: Record<string, string> = {}) =>
    (await raw(body, headers)).body.description;
  for (const body of ['[]', 'null', '7', '"a fox"']) {
    assert.equal(await readDescription(body), 'The request body is not a JSON object.');
    assert.equal(await readDescription(body, { 'accept-language': 'zh-CN' }), '请求体不是 JSON 对象。');
  }
  assert.equal(
    await readDescription('prompt=a fox', { 'content-type': 'text/plain' }),
    'The request body is not valid JSON: character 1 is `prompt=a`. Allowed there: { [ "text" 1 true false null',
  );
  assert.equal(
    await readDescription('{"prompt":"a fox"}', { 'content-encoding': 'br' }),
    'The Content-Encoding "br" is not supported. Send the body without compression.',
  );
  for (const [answer, status, code] of [
    [await raw('{"prompt":'), 200, 4],
    [await raw('[]'), 200, 4],
    [await raw('{"prompt":7}'), 200, 4],
    [await raw('<xml/>', { 'content-type': 'application/xml' }), 200, 4],
    [await raw(JSON.stringify({ prompt: 'x', base64Array: ['a'.repeat(41 * 1024 * 1024)] })), 200, 4],
    [await call(`${kinora.url}/mj/submit/imagine`, { key: kinora.imageKey }), 405, 4],
    [await call(`${kinora.url}/mj/nothing/here`, { key: kinora.imageKey }), 404, 4],
    [await call(`${kinora.url}/mj/task/1234567890123456/fetch`, { key: kinora.imageKey }), 404, 3],
  ] as const) {
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.equal(answer.body.code, code, JSON.stringify(answer.body));
    assert.equal(answer.body.result, null);
    assert.ok(answer.body.description.length > 10);
  }
  assert.equal(
    (await call(`${kinora.url}/mj/submit/imagine`, { key: kinora.imageKey })).headers.get('allow'),
    'POST',
  );
});

test('text that cannot be stored is rejected in every field', async () => {
  for (const json of [
    { prompt: 'a\u0000b' },
    { prompt: 'a', state: '\ud800' },
    JSON.parse('['.repeat(50) + ']'.repeat(50)),
  ]) {
    const { status, body } = await submit('/mj/submit/imagine', json);
    assert.deepEqual([status, body.code], [200, 4], JSON.stringify(json));
  }
  for (const path of ['/mj/task/%00/fetch', '/media/%00.png']) {
    assert.equal((await call(`${kinora.url}${path}`, { key: kinora.imageKey })).status, 404, path);
  }
  assert.equal((await submit('/mj/task/list-by-condition', { ids: ['\u0000'] })).body.code, 4);
});

test('a doubled slash in the path counts as one', async () => {
  assert.match((await submit('//mj//submit/imagine', { prompt: 'a --v 1' })).body.result, /^\d{16}$/);
});

test('unknown fields and empty values that clients send are ignored', async () => {
  const { body } = await submit('/mj/submit/imagine', {
    prompt: ' a cat --v 1 ',
    base64Array: [],
    notifyHook: '',
    state: '',
    botType: 'MID_JOURNEY',
    anything: 1,
  });
  assert.match(body.result, /^\d{16}$/, body.description);
});

test('a button that the task does not offer is rejected with a list of those it offers', async () => {
  const grid = await imageEnd(kinora, await imagine(kinora, 'a bird --v 1'));
  const other = await imageEnd(kinora, await imagine(kinora, 'a fish --v 1'));
  const foreign = await submit('/mj/submit/action', { taskId: grid.id, customId: other.buttons[0].customId });
  assert.equal(foreign.body.code, 4);
  assert.ok(foreign.body.description.includes(grid.buttons[8].customId));
  const missing = await submit('/mj/submit/action', {
    taskId: '1234567890123456',
    customId: grid.buttons[0].customId,
  });
  assert.equal(missing.body.code, 4);
  const answer = await submit('/mj/submit/action', {
    taskId: await imagine(kinora, '{"checks":1000} --v 1'),
    customId: 'x',
  });
  assert.match(answer.body.description, /finished task/);
});

test('messages are in Chinese if the client accepts Chinese', async () => {
  const { body } = await submit(
    '/mj/submit/imagine',
    { prompt: 'a --v 99' },
    { 'accept-language': 'zh-CN,zh;q=0.9' },
  );
  assert.match(body.description, /的值无效/);
});

test('images are served with ETag, ranges, HEAD and CORS, without a key', async () => {
  const { imageUrl } = await imageEnd(kinora, await imagine(kinora, 'a boat --v 1'));
  const fullResponse = await fetch(imageUrl);
  const bytes = Buffer.from(await fullResponse.arrayBuffer());
  assert.equal(fullResponse.headers.get('access-control-allow-origin'), '*');
  assert.equal(fullResponse.headers.get('content-length'), String(bytes.length));
  const head = await fetch(imageUrl, { method: 'HEAD' });
  assert.equal(head.headers.get('content-length'), String(bytes.length));
  const part = await fetch(imageUrl, { headers: { range: 'bytes=10-19' } });
  assert.equal(part.status, 206);
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(10, 20));
  const unchangedResponse = await fetch(imageUrl, {
    headers: { 'if-none-match': fullResponse.headers.get('etag') ?? '' },
  });
  assert.equal(unchangedResponse.status, 304);
  assert.match(fullResponse.headers.get('content-disposition') ?? '', /^inline; filename="[a-z-]+\.\w+"$/);
  assert.equal((await fetch(imageUrl.replace(/\w{6}\.jpg/, 'aaaaaa.jpg'))).status, 404);
});

test('a preflight needs no key and allows the headers that it asks for', async () => {
  const headerNames =
    'mj-api-secret, content-type, user-agent, x-requested-with, if-range, x-of-the-next-sdk';
  const response = await fetch(`${kinora.url}/mj/submit/imagine`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://client.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': headerNames,
    },
  });
  assert.equal(response.status, 204);
  assert.equal(response.headers.get('access-control-allow-headers'), headerNames);
  assert.ok(Number(response.headers.get('access-control-max-age')) > 0);
});
