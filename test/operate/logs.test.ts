/**
 * The log: every line names its request or task, and none contains a prompt, key or secret
 * unless the operator asked for it.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, imageEnd, startTestApp, until, videoEnd, type TestApp } from '../support/servers/app.ts';
import { readCatalogue } from '../../src/core/catalogue/models/catalogue.ts';
import { signedIn, type ConsoleClient } from '../support/clients/console-client.ts';
import { startHookReceiver } from '../support/clients/hook-receiver.ts';
import { gatherLog, type LogLines } from '../support/servers/log-lines.ts';
import { quotingEngine, startFailures, startQuotingServer } from '../support/engines/quoting-engine.ts';

/** Part of every prompt, key, secret and query of these tests. */
const privateWords = /zinnober|harbour/i;
const prompt = 'zinnober harbour';
const engineSecret = 'zinnober-engine-secret';
const settings = {
  KINORA_LOG_LEVEL: 'debug',
  KINORA_ACCESS_LOG: 'true',
  KINORA_ALLOWED_NETWORKS: '127.0.0.1',
  KINORA_SECRET_KEY: Buffer.alloc(32, 'k').toString('base64'),
};

const log = gatherLog();
const loud = gatherLog();
let kinora: TestApp;
let operator: ConsoleClient;

before(async () => {
  kinora = await startTestApp({ settings, logTo: log });
  operator = await signedIn(kinora, 'operator');
});

const quoting = { engines: [quotingEngine('sketch')], cards: readCatalogue().models.map(({ card }) => card) };

async function submit(
  app: Pick<TestApp, 'url' | 'imageKey'>,
  json: object,
  headers: Record<string, string> = {},
) {
  return call(`${app.url}/mj/submit/imagine?key=zinnober`, { key: app.imageKey, json, headers });
}

/**
 * Fails tasks with every error that engines in this process throw, on both interfaces, with
 * webhooks whose receivers fail.
 */
async function failTasks(app: TestApp, log: LogLines): Promise<string[]> {
  const receiver = await startHookReceiver();
  receiver.answer = ({ path }) => (path.includes('reset') ? 0 : 500);
  const ids: string[] = [];
  for (const word of [...Object.keys(startFailures), 'unclear', 'failed']) {
    const hook = word === 'failed' ? 'http://127.0.0.1:65530' : receiver.url;
    const notifyHook = `${hook}/zinnober/${word === 'thrown' ? 'reset' : ''}?key=harbour`;
    const { body } = await submit(app, { prompt: `${prompt} ${word} --v 1`, state: prompt, notifyHook });
    assert.ok([1, 22].includes(body.code), JSON.stringify(body));
    ids.push(body.result);
  }
  const json = { prompt: `${prompt} rejected`, seconds: 4, webhook_url: `${receiver.url}/zinnober` };
  const video = await call(`${app.url}/v1/videos`, { key: app.videoKey, json });
  assert.equal((await videoEnd(app, video.body.id)).status, 'failed');
  for (const id of ids) assert.equal((await imageEnd(app, id)).status, 'FAILURE');
  await until(
    async () => log.lines('hook tried').map(({ task }) => task),
    tasksOfHooks => ids.every(id => tasksOfHooks.includes(id)),
  );
  return ids;
}

test('lines about failed tasks name the task, and omit a prompt that the error quotes', async () => {
  const ownLog = gatherLog();
  const failing = await startTestApp({ settings, logTo: ownLog, ...quoting });
  const ids = await failTasks(failing, ownLog);
  await failing.stop();
  assert.deepEqual(ownLog.linesWith(privateWords), []);
  const rejections = ownLog
    .lines('engine failed')
    .filter(({ err }) => err.message === 'it rejected the job …');
  assert.ok(rejections.length >= 2);
  for (const id of ids) {
    const [submitLine] = ownLog.lines('task submitted').filter(({ task }) => task === id);
    assert.match(submitLine?.requestId ?? '', /^req_/);
    for (const message of ['task leased', 'task ended', 'hook tried'])
      assert.ok(
        ownLog.lines(message).some(({ task }) => task === id),
        `${message} ${id}`,
      );
  }
  const anonymousLines = ownLog
    .lines()
    .filter(({ msg, task, requestId }) => !task && !requestId && !/^(database|Server listening) /.test(msg));
  assert.deepEqual(anonymousLines, []);
});

test('with prompts enabled, the same lines contain them', async () => {
  const { KINORA_ALLOWED_NETWORKS } = settings;
  const loudSettings = { KINORA_LOG_LEVEL: 'debug', KINORA_LOG_PROMPTS: 'true', KINORA_ALLOWED_NETWORKS };
  const failing = await startTestApp({ settings: loudSettings, logTo: loud, ...quoting });
  await failTasks(failing, loud);
  await failing.stop();
  const [submitLine] = loud.lines('task submitted');
  assert.match(submitLine?.['prompt'], /^zinnober harbour rejected/);
  for (const message of ['engine failed', 'engine did not respond'])
    assert.ok(
      loud.lines(message).some(line => privateWords.test(JSON.stringify(line['err']))),
      message,
    );
  assert.deepEqual(loud.linesWith(/key=harbour/), []);
});

test('errors of adapters are logged without the prompt and key that their servers quote', async () => {
  const url = await startQuotingServer();
  const price = { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } };
  for (const kind of ['sdapi', 'openai-media', 'sdcpp', 'comfyui'])
    for (const status of [400, 500, 200]) {
      const engine = `${kind}-${status}`;
      await operator.done('engine add', { engine, kind, url: `${url}/${status}`, secret: engineSecret });
      await operator.done('model add', { model: engine, kind: 'image', operations: ['grid'], price });
      await operator.run('route add', { model: engine, engine });
      await operator.run('engine probe', { engine });
      await operator.run('engine test', { engine });
      const { body } = await submit(kinora, { prompt: `${prompt} --model ${engine}` });
      if ([1, 22].includes(body.code)) await imageEnd(kinora, body.result);
    }
  const failed = new Set(log.lines('engine failed').map(({ engine }) => engine));
  assert.ok(failed.size >= 4, [...failed].join());
  assert.deepEqual(log.linesWith(privateWords), []);
});

test('rejected and failed requests leave none of their values in the log', async () => {
  const { url, imageKey: key, app } = kinora;
  const bodies = [
    `{"prompt":"${prompt}`,
    `"${prompt}"`,
    `{${prompt}}`,
    `[]${prompt}`,
    `{"prompt":{"${prompt}":1}}`,
  ];
  for (const body of [...bodies, `{"prompt":"${prompt}\\u0000"}`, `{"prompt":"${prompt} --ar ${prompt}"}`])
    for (const path of ['/mj/submit/imagine', '/v1/videos', `/mj/${prompt}`, '/api/session.begin'])
      await call(`${url}${encodeURI(path)}?token=${encodeURI(prompt)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body,
      });
  await call(`${url}/mj/submit/imagine`, { key: 'zinnober-key', json: { prompt } });
  await submit(kinora, { prompt: `${prompt} http://zinnober:harbour@127.0.0.1:9/a.png` });
  await submit(kinora, { prompt, base64Array: [`data:image/png;base64,${prompt}`] });
  await app.db.pool.query(
    `alter table tasks add constraint planted check (prompt not like '%zinnober%') not valid`,
  );
  const json = { prompt, seconds: 4 };
  const { status, headers } = await call(`${url}/v1/videos`, { key: kinora.videoKey, json });
  await app.db.pool.query('alter table tasks drop constraint planted');
  assert.equal(status, 500);
  const [line] = log.lines('request failed');
  assert.deepEqual([line?.['err'].code, line?.['err'].constraint], ['23514', 'planted']);
  assert.equal(line?.requestId, headers.get('x-request-id'));
  assert.deepEqual(log.linesWith(privateWords), []);
});

test("a request id is the client's, if it is safe, and is in the response and the log lines", async () => {
  const { headers, body } = await submit(
    kinora,
    { prompt: 'a --model sdapi-400' },
    { 'x-request-id': 'client-1' },
  );
  assert.equal(headers.get('x-request-id'), 'client-1');
  const [line] = log.lines('task submitted').filter(({ requestId }) => requestId === 'client-1');
  assert.equal(line?.task, body.result);
  const unsafe = await submit(kinora, { prompt: '' }, { 'x-request-id': '<script>' });
  assert.match(unsafe.headers.get('x-request-id') ?? '', /^req_/);
  await imageEnd(kinora, body.result);
  const poll = () => call(`${kinora.url}/mj/task/${body.result}/fetch`, { key: kinora.imageKey });
  const ids = (await Promise.all([poll(), poll()])).map(answer => answer.headers.get('x-request-id'));
  assert.equal(new Set(ids).size, 2, 'polls that are answered from memory have unique ids');
});

test('the access log has route, token and size of each request, also of polls answered from memory', async () => {
  const token = (await operator.done('token list')).find((one: any) => one.group === 'image').id;
  const lines = log.lines('request');
  const submits = lines.filter(({ route }) => route === '/mj/submit/imagine');
  assert.ok(submits.some(line => line['token'] === token && line['status'] === 200 && line['bytes'] > 200));
  assert.ok(submits.every(line => line['method'] === 'POST' && line['ms'] >= 0 && line.requestId));
  assert.ok(lines.some(line => line['route'] === '/mj/task/:id/fetch' && line['status'] === 200));
  assert.ok(lines.some(line => line['route'] === undefined && line['status'] === 404));
  assert.ok(lines.some(line => line['status'] === 401 && line['token'] === undefined));
});
