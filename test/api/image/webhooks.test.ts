/**
 * Webhooks of image tasks, end to end: what a client requests, what the operator
 * configures, and what is delivered.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { accountSecrets } from '../../../src/core/webhooks/account-secret.ts';
import { sign } from '../../../src/core/webhooks/sign.ts';
import { until, type TestApp } from '../../support/servers/app.ts';
import { startHookReceiver, type HookReceiver } from '../../support/clients/hook-receiver.ts';
import { acceptedTask, imageClient, type ImageClient } from '../../support/clients/image-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
let client: ImageClient;
let receiver: HookReceiver;
let operators: HookReceiver;

before(async () => {
  receiver = await startHookReceiver();
  operators = await startHookReceiver();
  kinora = await startScriptedApp({
    settings: {
      KINORA_ALLOWED_NETWORKS: '127.0.0.1',
      KINORA_NOTIFY_HOOK: `${operators.url}/all?key=secret`,
    },
  });
  client = imageClient(kinora);
});

const statuses = ['MODAL', 'NOT_START', 'SUBMITTED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE'];
/** The deliveries for one task, once they include its final state. */
async function waitForHooks(receiver: HookReceiver, id: string) {
  const readHooks = async () => receiver.hooks.filter(({ record }) => record.id === id);
  return until(readHooks, hooks => ['SUCCESS', 'FAILURE'].includes(hooks.at(-1)?.record.status));
}

test('a webhook receives the signed records that a fetch returns, in the order of their states', async () => {
  const notifyHook = `${receiver.url}/mine`;
  const id = acceptedTask(
    await client.submit('imagine', { prompt: String.raw`\{"checks":9\} --v 1`, notifyHook, state: 'mine' }),
  );
  const hooks = await waitForHooks(receiver, id);
  const ranks = hooks.map(
    ({ record }) => statuses.indexOf(record.status) * 1000 + (Number.parseInt(record.progress, 10) || 0),
  );
  assert.deepEqual(
    ranks,
    [...ranks].sort((a, b) => a - b),
  );
  assert.deepEqual(hooks.at(-1)?.record, await client.fetch(id));
  assert.equal(hooks.at(-1)?.record.state, 'mine');
  assert.equal(hooks.at(-1)?.record.properties.notifyHook, notifyHook);
  const [{ rows }, last] = [await kinora.app.db.pool.query('select id from accounts'), hooks.at(-1)];
  const secret = await accountSecrets(kinora.app.db, rows[0].id);
  const timestampSeconds = Number(last?.headers['webhook-timestamp']);
  const signed = sign(secret, { id: last?.id ?? '', timestampSeconds, body: last?.body ?? '' });
  assert.equal(last?.headers['webhook-signature'], signed['webhook-signature']);
  assert.equal(
    operators.hooks.filter(({ record }) => record.id === id).length,
    0,
    "the request's own webhook takes precedence",
  );
});

test("a task without a webhook is delivered to the operator's, also if it fails or ends a modal", async () => {
  const failed = acceptedTask(
    await client.submit('imagine', { prompt: String.raw`\{"check":"refuse"\} --v 1` }),
  );
  const end = (await waitForHooks(operators, failed)).at(-1)?.record;
  assert.match(end.failReason, /rejected the content/);
  assert.equal(end.properties.notifyHook, '', "clients do not see the URL of the operator's webhook");
  const grid = await client.make('imagine', { prompt: 'a cat --v 1' });
  const waiting = acceptedTask(await client.press(grid, 'V1', { enableRemix: true }));
  acceptedTask(await client.modal(waiting, { prompt: 'a dog --v 1' }));
  assert.equal((await waitForHooks(operators, waiting)).at(-1)?.record.prompt, 'a dog --v 1');
});

test('an invalid webhook URL is rejected and creates no task', async () => {
  for (const notifyHook of [
    'ftp://a/b',
    'nothing',
    'http://10.0.0.1/x',
    'http://user:pass@example.com/',
    `http://a.example/${'x'.repeat(2000)}`,
  ]) {
    const { body } = await client.submit('imagine', { prompt: 'a cat --v 1', notifyHook });
    assert.deepEqual([body.code, body.result], [4, null], notifyHook);
    assert.match(body.description, /notifyHook/);
  }
});

test('a button that is pressed again is answered to its own webhook, by the task that has ended', async () => {
  const grid = await client.make('imagine', { prompt: 'a cat --v 1' });
  const press = async (path: string) => {
    const press = { taskId: grid.id, action: 'UPSCALE', index: 1, notifyHook: `${receiver.url}/${path}` };
    return acceptedTask(await client.submit('change', press));
  };
  const id = await press('first');
  await client.end(id);
  const count = () =>
    receiver.hooks.filter(({ record }) => record.id === id && record.status === 'SUCCESS').length;
  await until(
    async () => count(),
    hookCount => hookCount === 1,
  );
  assert.equal(await press('second'), id);
  await until(
    async () => count(),
    hookCount => hookCount === 2,
  );
  const { rows } = await kinora.app.db.pool.query(
    'select url from hooks join tasks on tasks.id = task_id where public_id = $1 order by url',
    [id],
  );
  assert.deepEqual(
    rows.map(({ url }) => url),
    [`${receiver.url}/first`, `${receiver.url}/second`],
  );
  const queryOpenHooks = () => kinora.app.db.pool.query('select from hooks where ended_at is null');
  await until(queryOpenHooks, ({ rowCount }) => rowCount === 0);
  assert.equal(await press('second'), id, 'the same webhook once more');
  await until(
    async () => count(),
    hookCount => hookCount === 3,
  );
});
