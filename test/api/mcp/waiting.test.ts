/**
 * Calls of /mcp that take long: the task instead of the result, progress, cancellation, repeats,
 * and the extension for tasks.
 */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { z } from 'zod';
import { connectMcp, generations, readRecord } from '../../support/clients/mcp-client.ts';
import { until } from '../../support/servers/app.ts';
import { startScriptedApp, type ScriptedApp } from '../../support/setups/scripted-app.ts';

let patient: ScriptedApp;
let hasty: ScriptedApp;

before(async () => {
  patient = await startScriptedApp();
  hasty = await startScriptedApp({ settings: { KINORA_RESPONSE_SECONDS: '1' } });
});

/** The engines finish nothing before they are told to. */
beforeEach(() => {
  for (const { scriptedServer } of [patient, hasty]) scriptedServer.obey = () => ({ checks: 1_000_000 });
});
const finishAll = () => {
  for (const { scriptedServer } of [patient, hasty]) scriptedServer.obey = () => ({ checks: 1 });
};

const readTasks = async ({ app }: ScriptedApp, prompt: string): Promise<{ id: string; phase: string }[]> =>
  (await app.db.pool.query('select public_id as id, phase from task_states where prompt = $1', [prompt]))
    .rows;

const waitForTasks = (kinora: ScriptedApp, prompt: string, count: number) =>
  until(
    () => readTasks(kinora, prompt),
    tasks => tasks.length === count,
  );

for (const generation of generations) {
  test(`a call of a ${generation} client that takes too long returns the task, and get_task its result`, async () => {
    const client = await connectMcp({ url: hasty.url, key: hasty.imageKey, generation });
    const prompt = `a slow fox ${generation}`;
    const late = await client.callTool({ name: 'generate_image', arguments: { prompt } });
    const record = readRecord(late);
    assert.ok(['queued', 'running'].includes(record.status));
    assert.match(JSON.stringify(late.content), /Call get_task/);
    finishAll();
    const result = await until(
      async () => readRecord(await client.callTool({ name: 'get_task', arguments: { task: record.task } })),
      ({ status }) => status === 'completed',
    );
    assert.equal(result.images?.length, 1);
    assert.equal((await readTasks(hasty, prompt)).length, 1);
  });

  test(`a ${generation} client that asks for progress is told of it`, async () => {
    const client = await connectMcp({ url: patient.url, key: patient.imageKey, generation });
    const steps: number[] = [];
    const prompt = `a fox in steps ${generation}`;
    const making = client.callTool(
      { name: 'generate_image', arguments: { prompt } },
      { onprogress: ({ progress }) => void steps.push(progress) },
    );
    await until(
      async () => steps.length,
      count => count > 0,
    );
    finishAll();
    assert.equal(readRecord(await making).status, 'completed');
    assert.deepEqual(
      steps,
      steps.toSorted((one, other) => one - other),
    );
  });
}

test('the same call after a lost one joins its task, and equal calls that are alive do not', async () => {
  const client = await connectMcp({ url: patient.url, key: patient.imageKey });
  const prompt = 'a lost fox';
  const values = { name: 'generate_image', arguments: { prompt } };
  const abortController = new AbortController();
  const first = client.callTool(values, { signal: abortController.signal }).catch(() => {});
  await waitForTasks(patient, prompt, 1);
  abortController.abort();
  await first;
  const isLost = () => patient.app.db.pool.query('select from awaited_requests where is_lost');
  await until(isLost, ({ rowCount }) => rowCount === 1);
  const calls = [client.callTool(values), client.callTool(values)];
  await waitForTasks(patient, prompt, 2);
  finishAll();
  const tasks = (await Promise.all(calls)).map(result => readRecord(result).task);
  assert.equal(new Set(tasks).size, 2);
  assert.equal((await readTasks(patient, prompt)).length, 2);
});

for (const values of [{ prompt: 'a plain fox' }, { prompt: 'a marked fox', request_key: 'a marked fox' }])
  test(`a call that hangs up is cancelled unless it comes back${values.request_key ? ', also one with a request_key' : ''}`, async () => {
    const client = await connectMcp({ url: patient.url, key: patient.imageKey });
    const abortController = new AbortController();
    const call = { name: 'generate_image', arguments: values };
    const first = client.callTool(call, { signal: abortController.signal }).catch(() => {});
    const [task] = await waitForTasks(patient, values.prompt, 1);
    abortController.abort();
    await first;
    await until(
      () => patient.app.db.pool.query('select from awaited_requests where cancel_at is not null'),
      ({ rowCount }) => rowCount === 1,
    );
    const secondCall = client.callTool(call);
    await until(
      () => patient.app.db.pool.query('select from awaited_requests where cancel_at is not null'),
      ({ rowCount }) => rowCount === 0,
    );
    finishAll();
    assert.equal(readRecord(await secondCall).task, task?.id);
    assert.equal((await readTasks(patient, values.prompt)).length, 1);
  });

test('calls with one request_key are one task, and other arguments with it are a conflict', async () => {
  finishAll();
  const client = await connectMcp({ url: patient.url, key: patient.imageKey });
  const ask = (prompt: string) =>
    client.callTool({ name: 'generate_image', arguments: { prompt, request_key: 'one fox' } });
  const all = await Promise.all([ask('a keyed fox'), ask('a keyed fox'), ask('a keyed fox')]);
  assert.equal(new Set(all.map(result => readRecord(result).task)).size, 1);
  const refusal = JSON.stringify((await ask('another fox')).content);
  assert.match(refusal, /This request_key was already used .*idempotency_conflict/);
});

test('a task is cancelled without charge', async () => {
  const client = await connectMcp({ url: hasty.url, key: hasty.imageKey });
  const { task } = readRecord(
    await client.callTool({ name: 'generate_image', arguments: { prompt: 'an unwanted fox' } }),
  );
  await client.callTool({ name: 'cancel_task', arguments: { task } });
  const result = await until(
    async () => readRecord(await client.callTool({ name: 'get_task', arguments: { task, wait: 0 } })),
    ({ status }) => status === 'cancelled',
  );
  assert.equal(result.price.charged, '0.00');
});

test('a client that knows tasks gets one at once, asks for it and cancels it', async () => {
  const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
  const client = await connectMcp({ url: patient.url, key: patient.imageKey, options: { capabilities } });
  const ask = (method: string, params: Record<string, unknown>) =>
    client.request({ method, params } as never, z.looseObject({}) as never) as Promise<Record<string, any>>;
  const start = async (prompt: string) => {
    const params = { name: 'generate_image', arguments: { prompt } };
    const answer = await post(patient, params, capabilities);
    assert.equal(answer.result.resultType, 'task');
    return answer.result.taskId as string;
  };
  const [completedTask, cancelledTask] = [await start('a fox as a task'), await start('a dropped fox')];
  assert.equal((await ask('tasks/get', { taskId: completedTask })).status, 'working');
  await ask('tasks/update', { taskId: completedTask, inputResponses: {} });
  await ask('tasks/cancel', { taskId: cancelledTask });
  finishAll();
  const get = (taskId: string) => ask('tasks/get', { taskId });
  const done = await until(
    () => get(completedTask),
    ({ status }) => status === 'completed',
  );
  assert.equal(done['result'].structuredContent.task, completedTask);
  assert.equal(
    (
      await until(
        () => get(cancelledTask),
        ({ status }) => status !== 'working',
      )
    )['status'],
    'cancelled',
  );
  await assert.rejects(get('1'), /no task/i);
});

/** A call in the newest revision, as a client of another maker writes it. */
async function post(
  { url, imageKey }: ScriptedApp,
  params: Readonly<Record<string, unknown>>,
  clientCapabilities: object,
) {
  const name = 'io.modelcontextprotocol';
  const _meta = {
    [`${name}/protocolVersion`]: '2026-07-28',
    [`${name}/clientInfo`]: { name: 'plain', version: '1' },
    [`${name}/clientCapabilities`]: clientCapabilities,
  };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta } };
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${imageKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': String(params['name']),
    },
    body: JSON.stringify(message),
  });
  return (await answer.json()) as any;
}
