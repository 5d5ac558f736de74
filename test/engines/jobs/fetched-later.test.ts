/**
 * A result that was paid for and cannot be fetched: what operators learn of it, and how they fetch it later.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { reopenTask } from '../../../src/core/tasks/work/reopen-task.ts';
import { startTestApp, type TestApp, until } from '../../support/servers/app.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { startHookReceiver } from '../../support/clients/hook-receiver.ts';
import { type MediaServer, startMediaServer } from '../../support/providers/media-server.ts';
import { acceptedClip, videoClient } from '../../support/clients/video-client.ts';

let kinora: TestApp;
let operator: Awaited<ReturnType<typeof signedIn>>;

before(async () => {
  kinora = await startTestApp({ settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.1' } });
  operator = await signedIn(kinora, 'operator');
});

const parameters = {
  seconds: { type: 'integer', enum: [1], default: 1 },
  resolution: { type: 'string', enum: ['480p'], default: '480p' },
  aspect_ratio: { type: 'string', enum: ['1:1'], default: '1:1' },
  fps: { type: 'integer', enum: [12], default: 12 },
};

/** An engine that is paid, with a model of the same name. */
async function addClips(name: string, { url }: MediaServer): Promise<void> {
  const settings = { dialect: 'new-api', makes: 'clips', paid: true };
  await operator.done('engine add', { engine: name, kind: 'openai-media', url, settings });
  const price = { unit: 'clip', rules: [{ unitPrice: '0.05' }], tiers: { fast: '1' } };
  await operator.done('model add', { model: name, kind: 'video', parameters, price });
  await operator.done('route add', { model: name, engine: name, cost: '0.04', cost_unit: 'clip' });
}

async function readCharges(task: string) {
  const { entries } = await operator.done('task show', { task });
  return entries.map(({ kind, amount }: { kind: string; amount: string }) => `${kind} ${amount}`);
}

test('a failed task whose result is fetched later is completed and charged once, and its webhook learns it', async () => {
  const server = await startMediaServer({ dialect: 'new-api', contentStatuses: [404, 410] });
  await addClips('late-clips', server);
  const receiver = await startHookReceiver();
  const client = videoClient(kinora);
  const request = { model: 'late-clips', prompt: 'a red fox', webhook_url: receiver.url };
  const { id } = acceptedClip(await client.create(request));
  const failed = await client.end(id);
  assert.equal(failed.error.message, 'The engine failed: its file cannot be fetched: status 410');
  const taskDetails = await operator.done('task show', { task: id });
  assert.deepEqual([taskDetails.trace.job, taskDetails.trace.fetchable], [[...server.jobs.keys()][0], true]);
  assert.match(taskDetails.error_cause, /^no content, because: http:.*\/v1\/videos\/.*\/content$/);

  // The provider has still not got it: the task fails again, uncharged. The receiver
  // takes its time with that event.
  const secondFetch = Promise.withResolvers<void>();
  receiver.answer = async ({ id: message }) => {
    if (message.endsWith('_1')) await secondFetch.promise;
    return 200;
  };
  await operator.done('task fetch-result', { task: id });
  await until(
    async () => (await client.get(`videos/${id}`)).body.status,
    status => status === 'failed',
  );
  await until(async () => (await operator.done('task show', { task: id })).trace.fetchable, Boolean);

  server.behavior.contentStatuses = [200];
  await until(
    async () => receiver.hooks,
    all => all.some(message => message.id.endsWith('_1')),
  );
  await operator.done('task fetch-result', { task: id });
  await until(
    async () => (await client.get(`videos/${id}`)).body,
    ({ status }) => status === 'completed',
  );
  secondFetch.resolve();
  assert.equal((await client.get(`videos/${id}/content`)).status, 200);
  assert.deepEqual(await readCharges(id), [
    'hold 0.05',
    'release 0.05',
    'hold 0.05',
    'release 0.05',
    'hold 0.05',
    'settle 0.05',
  ]);
  assert.equal(server.requests.length, 1, 'it was made once');
  const repeatedFetch = await operator.run('task fetch-result', { task: id });
  assert.equal(repeatedFetch.body.error.code, 'result_not_kept');

  const messages = await until(
    async () => receiver.hooks,
    all => all.some(({ record }) => record.type === 'video.completed'),
  );
  assert.equal(
    new Set(messages.map(message => message.id)).size,
    messages.length,
    'each end is an event of its own',
  );
  assert.equal(messages.at(-1)?.record.type, 'video.completed');
});

test('an attempt of a webhook that ends while its task is opened again does not end the webhook', async () => {
  const server = await startMediaServer({ dialect: 'new-api', contentStatuses: [404, 410] });
  await addClips('raced-clips', server);
  const receiver = await startHookReceiver();
  const answerGate = Promise.withResolvers<void>();
  receiver.answer = async () => {
    await answerGate.promise;
    return 200;
  };
  const client = videoClient(kinora);
  const request = { model: 'raced-clips', prompt: 'a red fox', webhook_url: receiver.url };
  const { id: publicId } = acceptedClip(await client.create(request));
  await client.end(publicId);
  await until(
    async () => receiver.hooks.length,
    count => count === 1,
  );
  server.behavior.contentStatuses = [200];
  const { db } = kinora.app;
  const { rows: tasks } = await db.pool.query('select id from tasks where public_id = $1', [publicId]);
  await db.transaction(async tx => {
    await reopenTask(tx, { id: tasks[0].id, publicId, currency: 'USD' });
    // The first attempt ends now, and waits for the row of its hook.
    answerGate.resolve();
    const waiting = `select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and query like '%released_hook%'`;
    await until(
      async () => (await db.pool.query(waiting)).rowCount,
      count => count === 1,
    );
  });
  await until(
    async () => receiver.hooks,
    all => all.some(({ record }) => record.type === 'video.completed'),
  );
});

test('without the money for a new hold, the result is not fetched, and stays', async () => {
  const server = await startMediaServer({ dialect: 'new-api', contentStatuses: [400] });
  await addClips('dear-clips', server);
  const client = videoClient(kinora);
  const { id } = acceptedClip(await client.create({ model: 'dear-clips', prompt: 'a red fox' }));
  await client.end(id);
  server.behavior.contentStatuses = [200];
  const { rows } = await kinora.app.db.pool.query(
    'select id, available_micros from accounts order by created_at limit 1',
  );
  const [{ id: account, available_micros: available }] = rows;
  const wholeBalance = String(Number(available) / 1_000_000);
  const change = { account, amount: wholeBalance, reason: 'a test' };
  await operator.done('ledger adjust', { ...change, take: true });
  const rejection = await operator.run('task fetch-result', { task: id });
  assert.equal(rejection.body.error.code, 'insufficient_balance');
  await operator.done('ledger adjust', change);
  // Two at once: one of them finds it fetched.
  const answers = await Promise.all([1, 2].map(() => operator.run('task fetch-result', { task: id })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  await until(
    async () => (await client.get(`videos/${id}`)).body.status,
    status => status === 'completed',
  );
  assert.deepEqual(await readCharges(id), ['hold 0.05', 'release 0.05', 'hold 0.05', 'settle 0.05']);
});

test('the ledger balances', async () => {
  const { problems, heldMicros } = await checkLedger(kinora);
  assert.deepEqual([problems, heldMicros], [[], 0n]);
});
