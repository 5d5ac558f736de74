/** webhook_url: the final event of a clip is delivered once, signed, recorded, and redelivered on request. */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { ensureFirstAccount } from '../../../src/core/accounts/first-account.ts';
import { accountSecrets } from '../../../src/core/webhooks/account-secret.ts';
import { anotherAccount } from '../../support/clients/another-account.ts';
import { until, type TestApp } from '../../support/servers/app.ts';
import {
  startHookReceiver,
  type HookReceiver,
  type ReceivedHook,
} from '../../support/clients/hook-receiver.ts';
import { sign } from '../../../src/core/webhooks/sign.ts';
import {
  acceptedClip,
  hanging,
  renderPng,
  smallClip,
  videoClient,
  type VideoClient,
} from '../../support/clients/video-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
let client: VideoClient;
let receiver: HookReceiver;
const troubles: unknown[] = [];

before(async () => {
  kinora = await startScriptedApp({
    settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.1' },
    events: usual => ({ ...usual, workerError: error => void troubles.push(error) }),
  });
  client = videoClient(kinora);
});

beforeEach(async () => {
  receiver = await startHookReceiver();
});

const failing = { ...smallClip, prompt: '{"check":"refuse"}' };
const create = async (json: object) =>
  acceptedClip(await client.create({ ...json, webhook_url: `${receiver.url}/hook` })).id as string;
const findHooks = (id: string) => receiver.hooks.filter(({ record }) => record.data?.id === id);
const waitForHooks = (id: string, count = 1) =>
  until(
    async () => findHooks(id),
    messages => messages.length >= count,
  );
async function readHooks(id: string): Promise<any[]> {
  const { status, body } = await client.get(`videos/${id}/webhooks`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

test('the end of a clip is delivered as an event with its record: completed, failed or cancelled', async () => {
  const ends = {
    completed: await create({ ...smallClip, prompt: 'x' }),
    failed: await create(failing),
    cancelled: await create(hanging),
  };
  await client.post(`videos/${ends.cancelled}/cancel`);
  for (const [end, id] of Object.entries(ends)) {
    const [message] = (await waitForHooks(id)) as [ReceivedHook];
    const record = await client.end(id);
    assert.equal(message.record.type, end === 'completed' ? 'video.completed' : 'video.failed');
    assert.deepEqual(message.record.data, record);
    assert.equal(new Date(message.record.timestamp).toISOString(), message.record.timestamp);
    assert.deepEqual(Object.keys(message.record).sort(), ['data', 'timestamp', 'type']);
    assert.deepEqual([message.path, message.headers['content-type']], ['/hook', 'application/json']);
    assert.equal(findHooks(id).length, 1, 'only the end is delivered, and once');
  }
});

test("a message is signed by Standard Webhooks with the account's secret", async () => {
  const [message] = (await waitForHooks(await create(failing))) as [ReceivedHook];
  const { db } = kinora.app;
  const timestampSeconds = Number(message.headers['webhook-timestamp']);
  const signed = sign(await accountSecrets(db, (await ensureFirstAccount(db, 0n)).id), {
    id: message.id,
    timestampSeconds,
    body: message.body,
  });
  assert.equal(message.headers['webhook-signature'], signed['webhook-signature']);
});

test('deliveries are recorded with each attempt, and redelivered on request under the same id', async () => {
  receiver.answer = () => 500;
  const id = await create(failing);
  await waitForHooks(id);
  const [hook] = await until(
    () => readHooks(id),
    ([firstHook]) => firstHook?.attempts.length === 1,
  );
  assert.deepEqual([hook.url, hook.state, hook.attempts[0].status], [`${receiver.url}/hook`, 'pending', 500]);
  receiver.answer = () => 200;
  const redelivery = await client.post(`videos/${id}/webhooks/${hook.id}/redeliver`);
  assert.deepEqual(
    [redelivery.status, redelivery.body],
    [200, { id: hook.id, object: 'webhook', state: 'pending' }],
  );
  const [deliveredHook] = await until(
    () => readHooks(id),
    ([firstHook]) => firstHook.state === 'delivered',
  );
  assert.deepEqual(
    deliveredHook.attempts.map(({ status }: { status: number }) => status),
    [500, 200],
  );
  await client.post(`videos/${id}/webhooks/${hook.id}/redeliver`);
  const messages = await waitForHooks(id, 3);
  assert.equal(new Set(messages.map(message => message.id)).size, 1);
});

test('webhooks of other accounts, of other clips and with unknown ids are not found', async () => {
  const id = await create(failing);
  const plain = acceptedClip(await client.create(failing)).id;
  await waitForHooks(id);
  const [{ id: hook }] = await readHooks(id);
  const foreign = videoClient(await anotherAccount(kinora));
  assert.deepEqual(await readHooks(plain), []);
  const answers = [
    await foreign.get(`videos/${id}/webhooks`),
    await foreign.post(`videos/${id}/webhooks/${hook}/redeliver`),
    await client.get('videos/video_none/webhooks'),
    await client.post(`videos/${plain}/webhooks/${hook}/redeliver`),
    await client.post(`videos/${id}/webhooks/none/redeliver`),
  ];
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([404]));
  assert.equal(findHooks(id).length, 1);
});

test('every POST accepts webhook_url, also as multipart, and delivers the events of its own clip', async () => {
  const parent = await client.make({ ...smallClip, prompt: 'parent' });
  const webhook_url = `${receiver.url}/hook`;
  const { prompt } = failing;
  const form = Object.entries({ ...failing, webhook_url }).map(
    ([name, value]) => [name, String(value)] as const,
  );
  const answers = [
    await client.form('videos', [...form, ['input_reference', new File([await renderPng(2)], 'a.png')]]),
    await client.post(`videos/${parent.id}/remix`, { prompt, webhook_url }),
    await client.post('videos/edits', { prompt, webhook_url, video: { id: parent.id } }),
    await client.post('videos/extensions', { prompt, webhook_url, video: { id: parent.id } }),
  ];
  for (const answer of answers) await waitForHooks(acceptedClip(answer).id);
});

test('a webhook URL that is not public is rejected before a task is created', async () => {
  const before = await client.ids();
  const urls = [
    'ftp://example.com',
    'example.com',
    'http://10.0.0.1/',
    'http://[::1]/',
    `http://a/${'x'.repeat(2000)}`,
  ];
  for (const webhook_url of urls) {
    const { status, body } = await client.create({ ...failing, webhook_url });
    assert.deepEqual([status, body.error.param], [400, 'webhook_url'], webhook_url);
  }
  assert.deepEqual(await client.ids(), before);
});

test('a clip deleted before its final event was delivered leaves no webhook that retries forever', async () => {
  const [running, failedClip] = [await create(hanging), await create(failing)];
  receiver.answer = () => 500;
  await waitForHooks(failedClip);
  for (const id of [running, failedClip]) assert.equal((await client.remove(id)).status, 200);
  const open = () =>
    kinora.app.db.query<{ count: number }>(
      {
        name: 'test_open_hooks',
        text: `select count(*)::int as count from hooks join tasks on tasks.id = task_id where ending is null and public_id = any($1)`,
      },
      [[running, failedClip]],
    );
  await until(open, ([row]) => row?.count === 0);
  assert.deepEqual(troubles, []);
});
