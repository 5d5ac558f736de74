/**
 * Repeats of synchronous requests: a repeat of a request whose connection was lost joins its
 * task, and is not paid twice.
 */
import assert from 'node:assert/strict';
import { type ClientRequest, request } from 'node:http';
import { before, beforeEach, test } from 'node:test';
import OpenAI from 'openai';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { type Answer, call, until } from '../../support/servers/app.ts';
import { type ScriptedApp, startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: ScriptedApp;

before(async () => {
  kinora = await startScriptedApp({ settings: { KINORA_RESPONSE_SECONDS: '60' } });
});

/** The engine finishes nothing before it is told to. */
beforeEach(() => {
  kinora.scriptedServer.obey = () => ({ checks: 1_000_000 });
});
const finishAll = () => {
  kinora.scriptedServer.obey = () => ({ checks: 1 });
};

const generations = () => `${kinora.url}/v1/images/generations`;

function generate(prompt: string, headers: Record<string, string> = {}): Promise<Answer> {
  return call(generations(), { key: kinora.imageKey, json: { prompt }, headers });
}

async function readTasks(prompt: string): Promise<string[]> {
  const { rows } = await kinora.app.db.pool.query('select public_id from task_states where prompt = $1', [
    prompt,
  ]);
  return rows.map(row => row.public_id);
}

async function waitForCount(prompt: string, count: number): Promise<string[]> {
  return until(
    () => readTasks(prompt),
    tasks => tasks.length === count,
  );
}

/** Sends a request whose answer nobody reads. */
function send(prompt: string, headers: Record<string, string> = {}): ClientRequest {
  const pendingRequest = request(generations(), {
    method: 'POST',
    headers: { authorization: `Bearer ${kinora.imageKey}`, 'content-type': 'application/json', ...headers },
  });
  pendingRequest.on('error', () => {});
  pendingRequest.end(JSON.stringify({ prompt }));
  return pendingRequest;
}

/** Waits until no request is in such a state. */
async function untilNone(state: string): Promise<void> {
  const queryRequests = () => kinora.app.db.pool.query(`select from awaited_requests where ${state}`);
  await until(queryRequests, ({ rowCount }) => rowCount === 0);
}

/** Ends the connection of a request, and waits until the server has noticed. */
async function disconnect(pendingRequest: ClientRequest): Promise<void> {
  const queryLostRequests = () => kinora.app.db.pool.query('select from awaited_requests where is_lost');
  const { rowCount } = await queryLostRequests();
  pendingRequest.destroy();
  await until(queryLostRequests, now => now.rowCount === (rowCount ?? 0) + 1);
}

test('a repeat of a lost request joins its task, and only one repeat does', async () => {
  const pendingRequest = send('a lost fox');
  const [task] = await waitForCount('a lost fox', 1);
  await disconnect(pendingRequest);
  const repeats = [generate('a lost fox'), generate('a lost fox')];
  await waitForCount('a lost fox', 2);
  finishAll();
  const answers = await Promise.all(repeats);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  const tasks = answers.map(({ headers }) => headers.get('x-kinora-task'));
  assert.deepEqual(tasks.toSorted(), (await readTasks('a lost fox')).toSorted());
  assert.ok(tasks.includes(task ?? ''));
});

test('a repeat can join a stream that ended because the server stopped', async () => {
  const other = await startScriptedApp();
  other.scriptedServer.obey = () => ({ checks: 1_000_000 });
  const answer = await fetch(`${other.url}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${other.imageKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a streamed fox', stream: true }),
  });
  const { pool } = other.app.db;
  const queryLostRequests = () => pool.query('select from awaited_requests where is_lost');
  const closed = other.app.db.close;
  let joinable = 0;
  other.app.db.close = async () => {
    joinable = (await queryLostRequests()).rowCount ?? 0;
    await closed.call(other.app.db);
  };
  await other.stop();
  assert.match(await answer.text(), /"code":"shutting_down"/);
  assert.equal(joinable, 1);
});

test('equal requests that are alive are tasks of their own', async () => {
  const all = [1, 2, 3, 4].map(() => generate('four foxes'));
  await waitForCount('four foxes', 4);
  finishAll();
  const tasks = (await Promise.all(all)).map(({ headers }) => headers.get('x-kinora-task'));
  assert.equal(new Set(tasks).size, 4);
});

test('a request that was answered is not joined', async () => {
  finishAll();
  const [first, second] = [await generate('a fox twice'), await generate('a fox twice')];
  assert.notEqual(first.headers.get('x-kinora-task'), second.headers.get('x-kinora-task'));
});

test('a request that says it is a repeat joins one that the server still believes alive', async () => {
  const pendingRequest = send('a believed fox');
  const [task] = await waitForCount('a believed fox', 1);
  const repeat = generate('a believed fox', { 'x-stainless-retry-count': '1' });
  await until(
    () => kinora.app.db.pool.query('select from awaited_requests where turn = 2'),
    ({ rowCount }) => rowCount === 1,
  );
  pendingRequest.destroy();
  finishAll();
  assert.equal((await repeat).headers.get('x-kinora-task'), task);
  assert.equal((await readTasks('a believed fox')).length, 1);
});

test('a repeat that leaves does not cancel the task of a request that still waits', async () => {
  const first = generate('a shared fox');
  await waitForCount('a shared fox', 1);
  const repeat = send('a shared fox', { 'x-stainless-retry-count': '1' });
  const { pool } = kinora.app.db;
  await until(
    () => pool.query('select from awaited_requests where turn = 2 and not is_lost'),
    ({ rowCount }) => rowCount === 1,
  );
  await disconnect(repeat);
  const { rows } = await pool.query('select cancel_at from awaited_requests where turn = 2 and is_lost');
  assert.deepEqual(rows, [{ cancel_at: null }]);
  finishAll();
  assert.equal((await first).status, 200);
});

test('a request with a key joins the task of that key, and another body with it is a conflict', async () => {
  const key = { 'idempotency-key': 'one fox' };
  const keyedRequests = [generate('a keyed fox', key), generate('a keyed fox', key)];
  await waitForCount('a keyed fox', 1);
  finishAll();
  const tasks = (await Promise.all(keyedRequests)).map(({ headers }) => headers.get('x-kinora-task'));
  assert.equal(new Set(tasks).size, 1);
  const other = await generate('another fox', key);
  assert.deepEqual([other.status, other.headers.get('x-should-retry')], [409, 'false']);
});

test('work that has started goes on, and a late repeat still gets it', async () => {
  const pendingRequest = send('a running fox');
  const [task] = await waitForCount('a running fox', 1);
  await until(
    () =>
      kinora.app.db.pool.query(`select from task_states where public_id = $1 and phase = 'running'`, [task]),
    ({ rowCount }) => rowCount === 1,
  );
  await disconnect(pendingRequest);
  finishAll();
  await until(
    () => call(`${kinora.url}/v1/images/tasks/${task}`, { key: kinora.imageKey }),
    ({ body }) => body.status === 'completed',
  );
  assert.equal((await generate('a running fox')).headers.get('x-kinora-task'), task);
});

test('what is still queued is cancelled when nobody repeats the request, and costs nothing', async () => {
  // Those that run occupy the engine.
  const running = Array.from({ length: 40 }, (_, index) => send(`fox ${index}`));
  await until(
    () => kinora.app.db.pool.query(`select from task_queue`),
    ({ rowCount }) => (rowCount ?? 0) > 0,
  );
  const pendingRequest = send('an unwanted fox');
  const [task] = await waitForCount('an unwanted fox', 1);
  await disconnect(pendingRequest);
  const record = () => call(`${kinora.url}/v1/images/tasks/${task}`, { key: kinora.imageKey });
  const { body } = await until(record, answer => answer.body.status === 'cancelled');
  assert.equal(body.amount, '0.00');
  const late = await generate('a fox in a hurry', { 'cancel-after': '1s' });
  assert.deepEqual([late.status, late.body.error.code], [504, 'start_late']);
  assert.equal(late.headers.get('x-should-retry'), 'false');
  assert.match(late.body.error.message, /after 1 seconds.*Nothing was charged/);
  finishAll();
  running.forEach(each => each.destroy());
  await until(
    () =>
      kinora.app.db.pool.query(
        `select from task_states where phase not in ('succeeded', 'failed', 'cancelled')`,
      ),
    ({ rowCount }) => rowCount === 0,
  );
});

test('a request that waits too long is answered with its task, and the SDK does not repeat it', async () => {
  const client = new OpenAI({ baseURL: `${kinora.url}/v1`, apiKey: kinora.imageKey });
  const late = await client.images
    .generate({ prompt: 'a late fox' }, { headers: { prefer: 'wait=1' } })
    .catch((error: unknown) => error as InstanceType<typeof OpenAI.APIError>);
  assert.ok(late instanceof OpenAI.APIError);
  assert.deepEqual([late.status, late.code], [504, 'response_late']);
  const [task] = await readTasks('a late fox');
  assert.match(late.message, new RegExp(`${task}.*/v1/images/tasks/${task}`));
  finishAll();
  const done = await until(
    () => call(`${kinora.url}/v1/images/tasks/${task}`, { key: kinora.imageKey }),
    ({ body }) => body.status === 'completed',
  );
  assert.equal(done.body.result.data.length, 1);
  assert.equal((await readTasks('a late fox')).length, 1);
});

test('an asynchronous request is answered at once in each of its forms', async () => {
  const json = { prompt: 'a patient fox' };
  const answers = [
    await call(`${generations()}/async`, { key: kinora.imageKey, json }),
    await call(generations(), { key: kinora.imageKey, json: { ...json, async: true } }),
    await call(generations(), { key: kinora.imageKey, json, headers: { prefer: 'respond-async' } }),
  ];
  for (const { status, headers, body } of answers) {
    assert.equal(status, 202);
    assert.equal(headers.get('location'), body.poll_url);
    assert.equal(body.object, 'image.generation.task');
  }
  finishAll();
  const done = await until(
    () => call(answers[0]?.body.poll_url, { key: kinora.imageKey }),
    ({ body }) => body.status === 'completed',
  );
  assert.equal(done.body.result.data.length, 1);
});

test('a task that fails is an error by its reason, uncharged, and the SDK does not repeat it', async () => {
  kinora.scriptedServer.obey = () => ({ check: 'refuse' });
  const { status, headers, body } = await generate('a refused fox');
  assert.deepEqual([status, body.error.code], [422, 'content_refused']);
  assert.equal(headers.get('x-should-retry'), 'false');
  const task = await call(`${kinora.url}/v1/images/tasks/${headers.get('x-kinora-task')}`, {
    key: kinora.imageKey,
  });
  assert.deepEqual([task.body.status, task.body.amount], ['failed', '0.00']);
});

test('a repeat after the task failed for a passing reason is a task of its own', async () => {
  kinora.scriptedServer.obey = () => ({ check: 'unavailable' });
  const { status, headers, body } = await generate('a passing fox');
  assert.deepEqual([status, body.error.code], [503, 'engine_unavailable']);
  assert.equal(headers.get('x-should-retry'), null);
  await untilNone('not is_lost');
  finishAll();
  const repeat = await generate('a passing fox', { 'x-stainless-retry-count': '1' });
  assert.equal(repeat.status, 200);
  assert.notEqual(repeat.headers.get('x-kinora-task'), headers.get('x-kinora-task'));
});

test('a repeat after an error of the server gets the task that was paid for', async () => {
  const { storage } = kinora.app;
  const { open } = storage;
  Object.assign(storage, {
    open: async () => {
      Object.assign(storage, { open });
      throw new Error('The bucket is away.');
    },
  });
  finishAll();
  const { status, headers } = await generate('a kept fox');
  assert.equal(status, 500);
  await untilNone('not is_lost');
  const repeat = await generate('a kept fox');
  assert.deepEqual([repeat.status, repeat.headers.get('x-kinora-task')], [200, headers.get('x-kinora-task')]);
  assert.equal((await readTasks('a kept fox')).length, 1);
});

test('the ledger balances', async () => {
  finishAll();
  await until(
    () =>
      kinora.app.db.pool.query(
        `select from task_states where phase not in ('succeeded', 'failed', 'cancelled')`,
      ),
    ({ rowCount }) => rowCount === 0,
  );
  const { problems, heldMicros } = await checkLedger(kinora);
  assert.deepEqual([problems, heldMicros], [[], 0n]);
});
