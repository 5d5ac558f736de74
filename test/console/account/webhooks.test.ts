/** Webhooks in the Console: deliveries, redelivering, test events, and the signing secret. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createToken } from '../../../src/core/accounts/change-token.ts';
import { sign } from '../../../src/core/webhooks/sign.ts';
import { anotherAccount } from '../../support/clients/another-account.ts';
import { until, type TestApp } from '../../support/servers/app.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { startHookReceiver, type HookReceiver } from '../../support/clients/hook-receiver.ts';
import { smallClip, videoClient } from '../../support/clients/video-client.ts';
import { imageClient } from '../../support/clients/image-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
let receiver: HookReceiver;
let owner: Awaited<ReturnType<typeof signedIn>>;
const operatorsHook = () => `${receiver.url}/all?key=of-the-operator`;

before(async () => {
  receiver = await startHookReceiver();
  kinora = await startScriptedApp({
    settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.1', KINORA_NOTIFY_HOOK: operatorsHook() },
  });
  owner = await signedIn(kinora, 'owner');
});

const rejection = async (client: ConsoleClient, name: string, input: Record<string, unknown>) =>
  (await client.run(name, input)).body.error;

/** Creates a clip with this key, and waits until its final event was delivered. */
async function deliverWebhook(key: string, path: string): Promise<string> {
  const { make } = videoClient({ ...kinora, videoKey: key });
  const { id } = await make({ ...smallClip, prompt: `for ${path}`, webhook_url: `${receiver.url}${path}` });
  await until(
    async () => (await owner.done('webhook list', { limit: 200 })).find((one: any) => one.task === id),
    line => line === undefined || line.ended !== null,
  );
  return id;
}

test('webhooks are listed page by page, newest first, and can be filtered by state', async () => {
  const tasks = [];
  for (const path of ['/1', '/2', '/3', '/4', '/5']) tasks.push(await deliverWebhook(kinora.videoKey, path));
  const all = await owner.done('webhook list');
  assert.deepEqual(
    all.map(({ task }: any) => task),
    tasks.toReversed(),
  );
  const [newest] = all;
  assert.deepEqual(
    [newest.url, newest.state, newest.last_status, newest.last_error, newest.attempts, newest.task_prompt],
    [`${receiver.url}/5`, 'delivered', 200, null, 1, 'for /5'],
  );
  const first = await owner.done('webhook list', { limit: 2 });
  const second = await owner.done('webhook list', { limit: 2, before: first[1].hook });
  const third = await owner.done('webhook list', { limit: 2, before: second[1].hook });
  assert.deepEqual([...first, ...second, ...third], all);
  assert.deepEqual(await owner.done('webhook list', { state: 'gone' }), []);
  assert.equal((await owner.done('webhook list', { state: 'delivered' })).length, 5);
  assert.equal(
    (await owner.done('webhook list', { state: 'told' })).length,
    5,
    'the former name of the state',
  );
  const unknown = '00000000-0000-4000-8000-000000000000';
  assert.equal((await rejection(owner, 'webhook list', { before: unknown })).code, 'hook_unknown');
  assert.equal((await rejection(owner, 'webhook list', { state: 'lost' })).param, 'state');
  const csv = await owner.get('/api/webhook.list?format=csv');
  assert.match(String(csv.body), /^hook,account,task,/);
});

test('a redelivered webhook gets a new attempt and keeps the old ones', async () => {
  receiver.answer = () => 410;
  const task = await deliverWebhook(kinora.videoKey, '/gone');
  const [{ hook, state }] = await owner.done('webhook list');
  assert.equal(state, 'gone');
  const before = (await owner.done('webhook show', { hook })).tries;
  assert.deepEqual([before.length, before[0].status, before[0].phase], [1, 410, 'succeeded']);
  receiver.answer = () => 200;
  assert.deepEqual(await owner.done('webhook redeliver', { hook }), { hook, task, state: 'delivering' });
  const after = await until(
    () => owner.done('webhook show', { hook }),
    hookDetails => hookDetails.state === 'delivered',
  );
  assert.deepEqual([after.tries.length, after.tries[0].status, after.tries[1]], [2, 200, before[0]]);
  assert.equal(after.tries[0].message_id, before[0].message_id);
  assert.equal(after.attempts, 2);
});

test('deleting a task stops its webhooks, and restoring it resumes them', async () => {
  const { make } = videoClient(kinora);
  const findLine = async (task: string) =>
    (await owner.done('webhook list', { limit: 200 })).find((one: any) => one.task === task);
  await deliverWebhook(kinora.videoKey, '/told-before');
  const [before] = await owner.done('webhook list', { limit: 1 });
  receiver.answer = () => 500;
  const { id } = await make({
    ...smallClip,
    prompt: 'taken back',
    webhook_url: `${receiver.url}/taken-back`,
  });
  await until(
    () => findLine(id),
    ({ attempts }) => attempts === 1,
  );
  await owner.done('task delete', { tasks: [id, before.task] });
  const { rows } = await kinora.app.db.pool.query(
    'select ending, hooks.expires_at > now() as kept from hooks join tasks on tasks.id = task_id where public_id = $1',
    [id],
  );
  assert.deepEqual(rows, [{ ending: 'given_up', kept: true }]);
  receiver.answer = () => 200;
  assert.deepEqual(await owner.done('task undelete', { tasks: [id, before.task] }), { restored: 2 });
  const after = await until(
    () => findLine(id),
    ({ state }) => state !== 'delivering',
  );
  assert.deepEqual([after.state, after.attempts], ['delivered', 2]);
  assert.deepEqual(await findLine(before.task), before, 'deliveries that had ended before are unchanged');
});

test('a webhook of a running task cannot be redelivered', async () => {
  const { post } = videoClient(kinora);
  const { body } = await post('videos', {
    ...smallClip,
    prompt: '{"checks":100000}',
    webhook_url: `${receiver.url}/later`,
  });
  const [line] = await owner.done('webhook list', { limit: 1 });
  assert.deepEqual(
    [line.task, line.state, line.attempts, line.last_status],
    [body.id, 'delivering', 0, null],
  );
  assert.equal((await rejection(owner, 'webhook redeliver', { hook: line.hook })).code, 'hook_busy');
  await post(`videos/${body.id}/cancel`, {});
});

test('users cannot see or redeliver the webhooks of others', async () => {
  const { rows } = await kinora.app.db.pool.query('select id from users where email like $1', ['owner-%']);
  const ownerToken = await createToken(kinora.app.db, {
    accountId: owner.accountId,
    group: 'video',
    name: 'of the owner',
    userId: rows[0].id,
  });
  await deliverWebhook(ownerToken?.key ?? '', '/mine');
  const [{ hook }] = await owner.done('webhook list');
  const { accountId } = await anotherAccount(kinora);
  const [member, stranger, operator] = [
    await signedIn(kinora, 'member'),
    await signedIn(kinora, 'owner', accountId),
    await signedIn(kinora, 'operator', accountId),
  ];
  for (const client of [member, stranger]) {
    assert.deepEqual(await client.done('webhook list'), []);
    for (const name of ['webhook show', 'webhook redeliver'])
      assert.equal((await rejection(client, name, { hook })).code, 'hook_unknown', name);
  }
  assert.equal(
    (await rejection(stranger, 'webhook list', { account: owner.accountId })).code,
    'account_unknown',
  );
  assert.equal(
    (await rejection(stranger, 'webhook secret', { account: owner.accountId })).code,
    'account_unknown',
  );
  assert.equal(
    (await rejection(stranger, 'webhook rotate', { account: owner.accountId })).code,
    'account_unknown',
  );
  assert.equal((await operator.done('webhook list', { limit: 1 }))[0].hook, hook);
  assert.deepEqual(await operator.done('webhook list', { account: accountId }), []);
  assert.equal((await operator.done('webhook show', { hook })).hook, hook);
});

test("the secret in the URL of the operator's webhook is shown to operators only", async () => {
  const { id } = await imageClient(kinora).make('imagine', { prompt: 'a cat' });
  const operator = await signedIn(kinora, 'operator');
  const findFirstLine = async (client: ConsoleClient) =>
    (await client.done('webhook list')).find(({ task }: any) => task === id);
  assert.equal((await findFirstLine(owner)).url, `${receiver.url}/…`);
  assert.equal((await findFirstLine(operator)).url, operatorsHook());
  const listDeliveries = async (client: ConsoleClient) =>
    (await client.done('task show', { task: id })).deliveries;
  assert.deepEqual(
    (await listDeliveries(owner)).map(({ url }: any) => url),
    [`${receiver.url}/…`],
  );
  assert.equal((await listDeliveries(operator))[0].url, operatorsHook());
  // As if the setting had named another address at the time.
  const earlier = 'https://earlier.example/all?key=of-the-operator';
  await kinora.app.db.pool.query(
    'update hooks set url = $2 where task_id = (select id from tasks where public_id = $1)',
    [id, earlier],
  );
  assert.equal((await findFirstLine(owner)).url, 'https://earlier.example/…');
  assert.equal((await listDeliveries(owner))[0].url, 'https://earlier.example/…');
  assert.equal((await findFirstLine(operator)).url, earlier);
});

test('a test event is sent immediately, signed, and counts against no limit', async () => {
  const { secret } = await owner.done('webhook secret');
  const before = receiver.hooks.length;
  const report = await owner.done('webhook test', { url: `${receiver.url}/test?key=1` });
  assert.deepEqual([report.status, report.error], [200, null]);
  assert.ok(report.took_ms >= 0);
  const message = receiver.hooks.slice(before).find(({ path }) => path === '/test?key=1');
  assert.ok(message && message.record.type === 'test');
  const timestampSeconds = Number(message.headers['webhook-timestamp']);
  const bytes = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = sign([bytes], { id: message.id, timestampSeconds, body: message.body });
  assert.equal(message.headers['webhook-signature'], signed['webhook-signature']);
  receiver.answer = () => 302;
  assert.equal((await owner.done('webhook test', { url: `${receiver.url}/test` })).status, 302);
  receiver.answer = () => 500;
  assert.equal((await owner.done('webhook test', { url: `${receiver.url}/test` })).status, 500);
  receiver.answer = () => 0;
  assert.deepEqual(
    { ...(await owner.done('webhook test', { url: `${receiver.url}/test` })), took_ms: 0 },
    { status: null, error: 'unreachable', took_ms: 0 },
  );
  receiver.answer = () => 200;
  assert.deepEqual(await owner.done('webhook receivers'), []);
  const entries = await owner.done('audit list', { action: 'webhook test' });
  assert.deepEqual(new Set(entries.map(({ object }: any) => object)), new Set([receiver.url]));
});

test('a test event to a URL that webhooks may not use is rejected with the reason', async () => {
  for (const url of [
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'ftp://example.com/',
    'http://user:key@example.com/',
    'nonsense',
  ]) {
    const error = await rejection(owner, 'webhook test', { url });
    assert.deepEqual([error.code, error.param], ['field_invalid', 'url'], url);
  }
  // A host name is resolved only when the event is sent.
  assert.match(
    (await owner.done('webhook test', { url: 'http://nowhere.invalid/' })).error,
    /unreachable|timeout/,
  );
});

test('a failing receiver is listed with its account until it responds', async () => {
  receiver.answer = () => 500;
  await videoClient(kinora).make({ ...smallClip, prompt: 'x', webhook_url: `${receiver.url}/fails` });
  const [failing] = await until(
    () => owner.done('webhook receivers'),
    lines => lines.length > 0,
  );
  assert.deepEqual(
    [failing.origin, failing.off_until, failing.account],
    [receiver.url, null, owner.accountId],
  );
  assert.ok(failing.failures >= 1 && failing.failing_since);
  receiver.answer = () => 200;
  const [{ hook }] = await owner.done('webhook list', { state: 'delivering' });
  await owner.done('webhook redeliver', { hook });
  await until(
    () => owner.done('webhook receivers'),
    lines => lines.length === 0,
  );
});

test('a replaced secret signs for the overlap as well, so that no receiver misses a message', async () => {
  const path = '/rotated';
  const signatures = async () => {
    await owner.done('webhook test', { url: `${receiver.url}${path}` });
    const { headers, id, body } = receiver.hooks.findLast(message => message.path === path) ?? assert.fail();
    const message = { id, body, timestampSeconds: Number(headers['webhook-timestamp']) };
    const signWith = (secret: string) =>
      sign([Buffer.from(secret.replace('whsec_', ''), 'base64')], message)['webhook-signature'];
    return { sent: String(headers['webhook-signature']).split(' '), signWith };
  };
  const { secret: first } = await owner.done('webhook secret');
  const { secret: second, old_until: until } = await owner.done('webhook rotate');
  assert.ok(Date.parse(until) > 0 && second !== first);
  assert.deepEqual((await owner.done('webhook secret')).secret, second);
  const laterSignatures = await signatures();
  assert.deepEqual(laterSignatures.sent, [laterSignatures.signWith(second), laterSignatures.signWith(first)]);
  const { secret: third } = await owner.done('webhook rotate', { overlap: 0 });
  const one = await signatures();
  assert.deepEqual(one.sent, [one.signWith(third)], 'a secret that leaked ends at once');
  const entries = await owner.done('audit list', { action: 'webhook rotate' });
  assert.equal(entries.length, 2);
  assert.ok(![first, second, third].some(secret => JSON.stringify(entries).includes(secret)));
});

test('reading the signing secret is recorded in the audit log', async () => {
  const { secret } = await owner.done('webhook secret');
  assert.match(secret, /^whsec_[\w+/]+=*$/);
  const [entry] = await owner.done('audit list', { action: 'webhook secret' });
  assert.deepEqual([entry.who, entry.object], [owner.email, owner.accountId]);
  assert.ok(!JSON.stringify(entry).includes(secret));
});
