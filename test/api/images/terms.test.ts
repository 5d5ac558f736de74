/**
 * What a request of the Images API says of its task besides its pictures: the end user, how long files are
 * kept, the time to start, the webhook.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ensureFirstAccount } from '../../../src/core/accounts/first-account.ts';
import { accountSecrets } from '../../../src/core/webhooks/account-secret.ts';
import { sign } from '../../../src/core/webhooks/sign.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import {
  startHookReceiver,
  type HookReceiver,
  type ReceivedHook,
} from '../../support/clients/hook-receiver.ts';
import { type Answer, call, until } from '../../support/servers/app.ts';
import { startScriptedApp, type ScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: ScriptedApp;
let operator: ConsoleClient;
let receiver: HookReceiver;

before(async () => {
  kinora = await startScriptedApp({ settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.1' } });
  kinora.scriptedServer.obey = () => ({ checks: 1 });
  operator = await signedIn(kinora, 'operator');
  receiver = await startHookReceiver();
});

function generate(json: object, headers: Record<string, string> = {}): Promise<Answer> {
  const url = `${kinora.url}/v1/images/generations`;
  return call(url, { key: kinora.imageKey, json: { prompt: 'a fox', ...json }, headers });
}

async function readTask({ status, headers, body }: Answer): Promise<any> {
  assert.equal(status, 200, JSON.stringify(body));
  const address = `${kinora.url}/v1/images/tasks/${headers.get('x-kinora-task')}`;
  return (await call(address, { key: kinora.imageKey })).body;
}

test('the end user is returned, and lists, usage and exports go by it', async () => {
  const anna = await readTask(await generate({ user: 'anna' }));
  const ben = await readTask(await generate({ user: 'shared', safety_identifier: 'ben' }));
  await readTask(await generate({}));
  assert.deepEqual([anna.user, ben.user], ['anna', 'ben']);
  const tasks = await operator.done('task list', { end_user: 'anna' });
  assert.deepEqual(
    tasks.map((task: any) => [task.id, task.end_user]),
    [[anna.id, 'anna']],
  );
  const facets = await operator.done('task facets', { end_user: 'ben' });
  assert.equal(facets.total, 1);
  const usage = await operator.done('usage show', { by: 'end_user' });
  const requestCounts = usage.map((line: any) => [line.end_user, line.requests]);
  assert.deepEqual(
    requestCounts.toSorted(([one]: [string], [other]: [string]) => String(one).localeCompare(String(other))),
    [
      ['anna', 1],
      ['ben', 1],
      [null, 1],
    ],
  );
  assert.equal((await operator.done('usage show', { by: 'day', end_user: 'anna' }))[0].requests, 1);
});

test('a token has a monthly cap for each end user', async () => {
  const { key } = await operator.done('token create', { group: 'image', cap_end_user: '0.01' });
  const generateFor = (user: string) =>
    call(`${kinora.url}/v1/images/generations`, { key, json: { prompt: 'a fox', user } });
  assert.equal((await generateFor('carl')).status, 200);
  const { status, body } = await generateFor('carl');
  assert.deepEqual([status, body.error.code], [402, 'end_user_cap_reached']);
  assert.match(body.error.message, /"carl".*0\.00 of 0\.01/);
  assert.equal((await generateFor('dora')).status, 200);
});

test('files are kept for a shorter time if the request says so, within the retention of the server', async () => {
  const hour = await readTask(await generate({ expires_after: { anchor: 'created_at', seconds: 3600 } }));
  assert.equal(hour.expires_at - hour.completed_at, 3600);
  const short = await readTask(await generate({ expires_after: 60 }));
  assert.equal(short.expires_at - short.completed_at, 60);
  const usual = await generate({});
  const task = await readTask(usual);
  assert.equal(task.expires_at - task.completed_at, 72 * 3600);
  const expires = new Date(usual.headers.get('x-kinora-expires') ?? '').getTime();
  assert.equal(Math.floor(expires / 1000), task.expires_at);
  const long = await generate({ expires_after: 73 * 3600 });
  assert.deepEqual([long.status, long.body.error.param], [400, 'expires_after']);
  assert.match(long.body.error.message, /60 to 259200/);
});

test('a time to start that is no time is rejected by name', async () => {
  const field = await generate({ timeout: 0 });
  assert.deepEqual([field.status, field.body.error.param], [400, 'timeout']);
  const header = await generate({}, { 'cancel-after': 'soon' });
  assert.deepEqual([header.status, header.body.error.param], [400, 'Cancel-After']);
  assert.equal((await generate({}, { 'cancel-after': '1m30s' })).status, 200);
});

const white =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAeklEQVRogdXOQREAAAyDMPybZiL62BEFwTiMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwziMwzi+A6sDylPSwurF5TQAAAAASUVORK5CYII=';

const waitForHooks = (prompt: string) =>
  until(
    async () => receiver.hooks.filter(({ path }) => path === `/${prompt}`),
    messages => messages.length > 0,
  );

test('a webhook receives the end of the task once, in the form of the Images API and signed', async () => {
  const webhook_url = `${receiver.url}/completed`;
  const task = await readTask(await generate({ n: 2, webhook_url, user: 'anna' }));
  const [message, ...more] = (await waitForHooks('completed')) as [ReceivedHook, ...ReceivedHook[]];
  const { type, timestamp, data } = message.record;
  assert.equal(type, 'image.completed');
  assert.equal(new Date(timestamp).getTime() / 1000 - (task.completed_at as number) < 1, true);
  const { result, ...record } = data;
  const { result: _, ...expected } = task;
  assert.deepEqual(record, expected);
  // The request asked for data, but a message has addresses.
  assert.equal(result.data.length, 2);
  for (const { url } of result.data) assert.equal((await fetch(url)).status, 200);
  const { db } = kinora.app;
  const signed = sign(await accountSecrets(db, (await ensureFirstAccount(db, 0n)).id), {
    id: message.id,
    timestampSeconds: Number(message.headers['webhook-timestamp']),
    body: message.body,
  });
  assert.equal(message.headers['webhook-signature'], signed['webhook-signature']);
  assert.equal(more.length, 0);
});

test('a webhook receives the failure of a task with its reason', async () => {
  kinora.scriptedServer.obey = () => ({ check: 'refuse' });
  const { status } = await generate({ webhook_url: `${receiver.url}/failed` });
  assert.equal(status, 422);
  const [message] = (await waitForHooks('failed')) as [ReceivedHook];
  assert.deepEqual(
    [message.record.type, message.record.data.error.code],
    ['image.failed', 'content_refused'],
  );
  kinora.scriptedServer.obey = () => ({ checks: 1 });
});

test('banned words are rejected in every path, and cost nothing', async () => {
  await operator.done('banned add', { words: 'weasel' });
  const count = async () => (await kinora.app.db.pool.query('select from tasks')).rowCount;
  const before = await count();
  for (const path of ['generations', 'generations/async', 'edits']) {
    const json = { prompt: 'a weasel', images: [{ image_url: white }] };
    const url = `${kinora.url}/v1/images/${path}`;
    const { status, body } = await call(url, { key: kinora.imageKey, json });
    assert.deepEqual([status, body.error.code], [422, 'banned_word'], path);
  }
  assert.equal(await count(), before);
});

test('a group can serve its default model to clients that name an unknown one', async () => {
  const request = { model: 'gpt-image-9' };
  const rejection = await generate(request);
  assert.deepEqual([rejection.status, rejection.body.error.code], [400, 'model_not_found']);
  await operator.done('group change', { group: 'image', any_model: true });
  const task = await readTask(await generate(request));
  assert.notEqual(task.model, 'gpt-image-9');
  await operator.done('group change', { group: 'image', any_model: false });
});
