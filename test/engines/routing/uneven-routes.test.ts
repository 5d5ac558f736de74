/**
 * A model whose engines differ in what they can do: pictures by one, words by another, with
 * routes of the same priority.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { expireTasks } from '../../../src/core/tasks/work/expire-tasks.ts';
import { imageEnd, imagine } from '../../support/servers/app.ts';
import { type ConsoleClient, signedIn } from '../../support/clients/console-client.ts';
import { askedSteps } from '../../support/engines/pixel-engine.ts';
import { startPrimitivesApp, type PrimitivesApp } from '../../support/setups/primitives-app.ts';

let app: PrimitivesApp;
let operator: ConsoleClient;
const order = () => imagine(app.kinora, 'green hills --draft');
const shorten = () => app.client.make('shorten', { prompt: 'a red fox beside a lighthouse' });

before(async () => {
  app = await startPrimitivesApp('generate');
  operator = await signedIn(app.kinora, 'operator');
  await operator.done('engine add', { engine: 'words', kind: 'pixels', settings: { knows: 'ask' } });
  // By its weight, it would get nearly all tasks.
  await operator.done('route add', { model: 'photo', engine: 'words', weight: 100 });
});

test('a task is never given to an engine that cannot do its operation', async () => {
  for (const id of await Promise.all(Array.from({ length: 6 }, order)))
    assert.equal((await imageEnd(app.kinora, id)).status, 'SUCCESS');
  assert.equal((await shorten()).status, 'SUCCESS');
  const { rows } = await app.kinora.app.db.pool.query('select engine, attempt, job from tasks');
  for (const { engine, attempt, job } of rows)
    assert.deepEqual([engine, attempt], [job.kind === 'grid' ? 'generate' : 'words', 1]);
  assert.deepEqual(new Set(askedSteps.get('words')?.map(({ primitive }) => primitive)), new Set(['ask']));
});

test('a long queue for one engine does not hold up the other, and the queue keeps its order', async () => {
  await operator.done('engine drain', { engine: 'generate' });
  const waiting = await Promise.all(Array.from({ length: 12 }, order));
  for (let round = 0; round < 3; round++) assert.equal((await shorten()).status, 'SUCCESS');
  const { waits } = await operator.done('task show', { task: waiting[0] });
  assert.deepEqual(
    waits.engines.map(({ engine }: { engine: string }) => engine),
    ['generate'],
    'the engine for words does not count',
  );
  const { rows } = await app.kinora.app.db.pool.query('select public_id from task_queue order by turn');
  await operator.done('engine resume', { engine: 'generate' });
  for (const id of waiting) assert.equal((await imageEnd(app.kinora, id)).status, 'SUCCESS');
  const { rows: startedTasks } = await app.kinora.app.db.pool.query(
    'select public_id from tasks where public_id = any($1) order by started_at',
    [waiting],
  );
  const places = startedTasks.map(({ public_id: id }) => rows.findIndex(row => row.public_id === id));
  // It has two slots.
  for (const [index, place] of places.entries()) assert.ok(Math.abs(place - index) <= 2, String(places));
});

test('a task whose only able engine is away fails as unserved, although another engine of the model is there', async () => {
  const { db } = app.kinora.app;
  await operator.done('engine drain', { engine: 'generate' });
  const id = await order();
  await db.pool.query(
    `insert into breakers (model, engine, open_until, pause_seconds, opened_at)
     values ('photo', 'generate', now() + interval '5 minutes', 300, now() - interval '31 minutes')`,
  );
  await db.pool.query(
    `update task_queue set changed_at = now() - interval '31 minutes' where public_id = $1`,
    [id],
  );
  const times = { retentionHours: 1, queueHours: 24, unservedMinutes: 30 };
  assert.equal(await expireTasks(db, times), 0);
  const unable = [{ model: 'photo', engine: 'words', operation: 'grid' }] as const;
  assert.equal(await expireTasks(db, { ...times, unable }), 1);
  const end = await imageEnd(app.kinora, id);
  assert.deepEqual([end.status, end.usage.charged], ['FAILURE', false]);
});
