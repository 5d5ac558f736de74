/** After a restore, nothing is started that the old server may already have paid for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, startTestAppOn, imageEnd, imagine, until } from '../support/servers/app.ts';
import { done, emptyPlace, newFolder, queryIn, restoreWith } from '../support/setups/restored-place.ts';
import { placeEngines } from '../support/test-engine/place-engines.ts';
import { testEngineKind } from '../support/test-engine/kind.ts';
import { plannedTestKind } from '../support/test-engine/step-kind.ts';
import { startTestEngineServer } from '../support/test-engine/server.ts';

test('a paid engine starts nothing until it is resumed, and finishes the work in progress', async () => {
  const server = await startTestEngineServer();
  const paidEngine = await server.addBackend('paid', { slots: 1 });
  const options = { kinds: [testEngineKind] };
  const kinora = await startTestApp(options);
  paidEngine.change({ slots: 0 });
  await placeEngines(kinora.app.db, [{ name: 'paid', url: paidEngine.url, settings: { paid: true } }]);
  await kinora.app.refreshConfig();
  const running = await imagine(kinora, 'begun --v 1');
  await until(
    async () => paidEngine.received.length,
    count => count === 1,
  );
  await until(
    () => queryIn(kinora.databaseUrl, `select from task_runs where phase = 'running'`),
    rows => rows.length === 1,
  );
  await queryIn(
    kinora.databaseUrl,
    `update engines set drained_at = now(), drained_by = 'test' where name = 'paid'`,
  );
  const [queuedTask, leasedTask] = [
    await imagine(kinora, 'queued --v 1'),
    await imagine(kinora, 'leased --v 1'),
  ];
  await kinora.app.stop();
  // As if a worker had leased it a moment before the snapshot. The drain has ended.
  await queryIn(
    kinora.databaseUrl,
    `with taken as (delete from task_queue where public_id = '${leasedTask}' returning *)
     insert into task_runs (task_id, public_id, account_id, model, tier_rank, turn, engine, phase, lease_owner, lease_until, attempt, tries, lost_attempts,
       started_at, has_hook)
     select task_id, public_id, account_id, model, tier_rank, turn, 'paid', 'queued', 'old worker', now() + interval '1 hour', 1, 0, 0, now(), has_hook from taken`,
  );
  await queryIn(
    kinora.databaseUrl,
    `update engines set drained_at = null, drained_by = null where name = 'paid'`,
  );
  const folder = await newFolder();
  await done(['backup', '--to', folder], kinora);
  const place = await emptyPlace();
  assert.deepEqual((await restoreWith(options.kinds, folder, place)).resumed, {
    drained: ['paid'],
    ended: [],
  });

  paidEngine.change({ slots: 4 });
  const next = await startTestAppOn({ ...kinora, ...place }, options);
  assert.equal((await imageEnd(next, running)).status, 'SUCCESS');
  assert.equal(paidEngine.received.length, 1);
  const places = await queryIn(
    place.databaseUrl,
    'select public_id, attempt from task_queue order by public_id',
  );
  assert.deepEqual(places.map(row => row.public_id).toSorted(), [queuedTask, leasedTask].toSorted());
  await done(['engine', 'resume', 'paid'], place);
  for (const task of [queuedTask, leasedTask]) assert.equal((await imageEnd(next, task)).status, 'SUCCESS');
  assert.equal(paidEngine.received.length, 3);
});

test('a job that may have been continued or started since the backup fails without a charge', async () => {
  const server = await startTestEngineServer();
  const [stepsBackend, onceBackend] = [
    await server.addBackend('steps', { slots: 0 }),
    await server.addBackend('once'),
  ];
  const options = { kinds: [testEngineKind, plannedTestKind] };
  const kinora = await startTestApp(options);
  const balance = 'select available_micros, held_micros from accounts';
  const before = await queryIn(kinora.databaseUrl, balance);
  await placeEngines(kinora.app.db, [
    { name: 'steps', kind: 'test-steps', url: stepsBackend.url, settings: { paid: true } },
  ]);
  await kinora.app.refreshConfig();
  const secondStepTask = await imagine(kinora, 'four steps --v 1');
  await until(
    async () => stepsBackend.received.length,
    count => count === 2,
  );
  await until(
    () => queryIn(kinora.databaseUrl, `select operation from task_runs where phase = 'running'`),
    ([run]) =>
      run?.operation.steps.filter((step: { state: string }) => step.state === 'running').length === 2,
  );
  await done(['engine', 'drain', 'steps'], kinora);
  onceBackend.change({ onStart: 'hang' });
  await placeEngines(kinora.app.db, [{ name: 'once', url: onceBackend.url, settings: { paid: true } }]);
  await kinora.app.refreshConfig();
  const startingTask = await imagine(kinora, 'being started --v 1');
  await until(
    () => queryIn(kinora.databaseUrl, `select from task_runs where phase = 'starting'`),
    rows => rows.length === 1,
  );
  const folder = await newFolder();
  await done(['backup', '--to', folder], kinora);

  // The old server continues and pays for work that the backup does not contain.
  onceBackend.change({ onStart: 'accept' });
  await onceBackend.restart();
  stepsBackend.change({ slots: 4 });
  for (const task of [secondStepTask, startingTask])
    assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
  await kinora.app.stop();
  const startCounts = [stepsBackend.received.length, onceBackend.received.length];

  const place = await emptyPlace();
  const { resumed: resumption, problems } = await restoreWith(options.kinds, folder, place);
  assert.deepEqual(resumption?.drained, ['once']);
  assert.deepEqual(resumption?.ended, [secondStepTask, startingTask].toSorted());
  assert.deepEqual(problems, []);
  const next = await startTestAppOn({ ...kinora, ...place }, options);
  for (const [task, code] of [
    [secondStepTask, 'paid_work_lost'],
    [startingTask, 'start_unknown'],
  ]) {
    assert.equal((await imageEnd(next, String(task))).status, 'FAILURE');
    const failures = await queryIn(
      place.databaseUrl,
      `select error_code from tasks where public_id = '${task}'`,
    );
    assert.deepEqual(failures, [{ error_code: code }]);
  }
  assert.deepEqual(await queryIn(place.databaseUrl, balance), before);
  assert.deepEqual([stepsBackend.received.length, onceBackend.received.length], startCounts);
});
