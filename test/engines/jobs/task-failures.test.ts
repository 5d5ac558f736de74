/**
 * What happens to a task when its engine fails, hangs, loses the job or returns wrong data: it ends once, and
 * is charged only if it succeeds.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  call,
  imageEnd,
  imagine,
  createImage,
  startTestApp,
  until,
  type TestApp,
} from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { expireTasks } from '../../../src/core/tasks/work/expire-tasks.ts';
import { statement } from '../../../src/platform/db/statement.ts';
import type { Orders } from '../../support/engines/scripted-server.ts';
import { scriptedEngine, refusal } from '../../support/engines/scripted-engine.ts';
import { startScriptedApp, type ScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: ScriptedApp;
const pausedRoutes = statement('test_paused_routes', 'select from breakers where open_until > now()');
const order = async (orders: Orders) =>
  imageEnd(kinora, await imagine(kinora, `${JSON.stringify(orders)} --v 1`));

before(async () => {
  // The server's own sweep of waiting tasks must not run before the one under test.
  const settings = { KINORA_UNSERVED_MINUTES: '1440' };
  kinora = await startScriptedApp({ settings });
});

/** The instructions to the engine, and how often it may start the job for them. */
const passing: [string, Orders, number][] = [
  ['a start that fails once is retried', { start: 'fail once' }, 1],
  ['a start whose answer is lost is repeated with the same key', { start: 'drop' }, 1],
  ['a check whose response is lost does not change the job', { check: 'drop once' }, 1],
  ['a transient failure is retried', { check: 'fail once' }, 2],
  ['a job that the engine lost is started again', { check: 'lose once' }, 2],
  ['a file that cannot be fetched at first is fetched later', { open: 'fail once' }, 1],
  ['a progress out of range does no harm', { lie: 'progress', checks: 3 }, 1],
  ['an image of another size is accepted', { lie: 'wrong size' }, 1],
];
for (const [title, orders, startCount] of passing) {
  test(`${title}, and the task succeeds and is charged once`, async () => {
    const record = await order(orders);
    assert.equal(record.status, 'SUCCESS', record.failReason);
    assert.equal(record.usage.amount, '0.02');
    assert.equal(kinora.scriptedServer.startCounts.get(record.properties.messageHash), startCount);
  });
}

test('the task of a model that makes images of another size has their size', async () => {
  const operator = await signedIn(kinora, 'operator');
  const task = await order({ lie: 'half size' });
  const { width, height, cells } = await operator.done('task show', { task: task.id });
  assert.deepEqual([width, height], [128, 128]);
  assert.deepEqual([cells[0].width, cells[0].height], [128, 128]);
});

const failing: [string, Orders, RegExp][] = [
  ['an engine that rejects the job', { start: 'refuse' }, /rejected the job/],
  ['an engine that fails each time', { check: 'fail' }, /engine failed/],
  ['an engine that rejects the content', { check: 'refuse' }, /rejected the content/],
  ['an engine that loses the job each time', { check: 'lose' }, /lost the job/],
  ['an engine that reports done without media', { lie: 'no media' }, /no usable file: no media/],
  ['an engine that returns three of four images', { lie: 'too few' }, /3 pictures instead of 4/],
  ['an engine that returns no image', { lie: 'not a picture' }, /no usable file/],
  ['an engine whose files are gone', { open: 'gone' }, /file is gone/],
];
for (const [title, orders, reason] of failing) {
  test(`${title} fails the task with the reason, without a charge`, async () => {
    const record = await order(orders);
    assert.equal(record.status, 'FAILURE');
    assert.match(record.failReason, reason);
    assert.equal(record.imageUrl, null);
    assert.deepEqual(record.buttons, []);
    assert.deepEqual([record.usage.amount, record.usage.charged], ['0.00', false]);
  });
}

test('what an engine says reaches the client without addresses, and operators as it is', async () => {
  const record = await order({ start: 'refuse' });
  assert.match(record.failReason, /rejected the job: not this, says …$/);
  const operator = await signedIn(kinora, 'operator');
  const { error_cause: cause } = await operator.done('task show', { task: record.id });
  assert.equal(cause, `it rejected the job: ${refusal}`);
});

test('a job that its engine never starts opens the breaker, and other jobs come first afterwards', async () => {
  const rejectedTask = await imagine(kinora, `${JSON.stringify({ start: 'fail' })} --v 1`);
  await until(
    () => kinora.app.db.query(pausedRoutes),
    routes => routes.length === 1,
  );
  assert.equal((await order({})).status, 'SUCCESS');
  const record = await imageEnd(kinora, rejectedTask);
  assert.equal(record.status, 'FAILURE');
  assert.match(record.failReason, /busy/);
  assert.deepEqual([record.usage.amount, record.usage.charged], ['0.00', false]);
});

test('a task on an engine that hangs ends at its deadline', async () => {
  const hurriedApp = await startTestApp({
    engines: [scriptedEngine(kinora.scriptedServer.url)],
    cards: scriptedCards,
    settings: { KINORA_TASK_TIMEOUT_SECONDS: '1' },
  });
  for (const orders of ['{"checks":100000}', '{"check":"hang"}']) {
    const record = await imageEnd(hurriedApp, await imagine(hurriedApp, `${orders} --v 1`));
    assert.equal(record.status, 'FAILURE');
    assert.match(record.failReason, /timed out/);
  }
  assert.equal((await checkLedger(hurriedApp)).heldMicros, 0n);
  await hurriedApp.stop();
});

test('a task that waits too long, or whose engine no worker has, ends without a charge', async () => {
  const { db } = kinora.app;
  const times = { retentionHours: 1, queueHours: 2, unservedMinutes: 180 };
  const ids = await Promise.all([0, 1, 2].map(() => imagine(kinora, '{"checks":100000} --v 1')));
  const [waitingTask, startedTask, patientTask] = ids;
  // A worker that leases one of them at the same time would leave it in both tables.
  await until(
    () => db.pool.query(`select from task_runs where phase = 'running' and public_id = any($1)`, [ids]),
    ({ rowCount }) => rowCount === ids.length,
  );
  const enqueue = async (id: string | undefined, minutes: number) => {
    await db.pool.query(
      `with gone as (delete from task_runs where public_id = $1 returning task_id)
       insert into task_queue (task_id, public_id, account_id, model, tier_rank, turn, changed_at)
       select id, public_id, account_id, 'gone', 2, 1, now() - make_interval(mins => $2) from tasks where public_id = $1
       on conflict (task_id) do update set model = excluded.model, changed_at = excluded.changed_at`,
      [id, minutes],
    );
  };
  await enqueue(waitingTask, 121);
  await enqueue(patientTask, 119);
  await until(
    () =>
      db.pool.query(
        `update task_runs set engine = 'gone', lease_owner = null, lease_until = null, deadline_at = now() - interval '6 minutes'
         where public_id = $1`,
        [startedTask],
      ),
    ({ rowCount }) => rowCount === 1,
  );
  // The server's own sweep may have ended one of them before.
  await expireTasks(db, times);
  assert.equal(await expireTasks(db, times), 0);
  for (const id of [waitingTask, startedTask]) {
    const record = await imageEnd(kinora, String(id));
    assert.equal(record.status, 'FAILURE');
    assert.match(record.failReason, /timed out/);
    assert.deepEqual([record.usage.amount, record.usage.charged], ['0.00', false]);
  }
  assert.equal((await cancel(kinora, String(patientTask))).body.code, 1);
});

test('a queued task is cancelled at once, a running one soon, and a finished one not at all', async () => {
  const running = await imagine(kinora, '{"checks":100000} --v 1');
  await until(
    () => call(`${kinora.url}/mj/task/${running}/fetch`, { key: kinora.imageKey }),
    ({ body }) => body.status === 'IN_PROGRESS',
  );
  assert.equal((await cancel(kinora, running)).body.code, 1);
  const record = await imageEnd(kinora, running);
  assert.equal(record.status, 'FAILURE');
  assert.match(record.failReason, /cancelled/);
  assert.equal((await cancel(kinora, running)).body.code, 1, 'cancelling twice changes nothing');
  assert.deepEqual(await imageEnd(kinora, running), record);
  const done = await createImage(kinora, '{} --v 1');
  assert.equal((await cancel(kinora, done)).body.code, 4);
  assert.ok(kinora.scriptedServer.calls.includes('cancel'));
});

function cancel(app: TestApp, id: string) {
  return call(`${app.url}/mj/task/${id}/cancel`, { key: app.imageKey, method: 'POST' });
}

test('after all these tests the ledger balances and nothing is held', async () => {
  const books = await checkLedger(kinora);
  assert.equal(books.heldMicros, 0n);
  assert.deepEqual(books.problems, []);
  assert.equal(books.chargedMicros, 20_000n * BigInt(passing.length + 3));
});
