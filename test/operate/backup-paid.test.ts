/** After a restore, nothing is bought that the old server may have bought already. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, imageEnd, imagine, until } from '../support/app.ts';
import { done, emptyPlace, newFolder, queryIn, startOn } from '../support/restored-place.ts';
import { placeEngines } from '../support/place-engines.ts';
import { testEngineKind } from '../support/test-engine/kind.ts';
import { startTestEngineServer } from '../support/test-engine/server.ts';

test('a paid engine starts nothing before it is resumed, and finishes what it had begun', async () => {
  const server = await startTestEngineServer();
  const paid = await server.addBackend('paid', { slots: 1 });
  const options = { kinds: [testEngineKind] };
  const kinora = await startTestApp(options);
  paid.change({ slots: 0 });
  await placeEngines(kinora.app.db, [{ name: 'paid', url: paid.url, settings: { paid: true } }]);
  await kinora.app.refreshConfig();
  const running = await imagine(kinora, 'begun --v 1');
  await until(
    async () => paid.received.length,
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
  const [queued, leased] = [await imagine(kinora, 'queued --v 1'), await imagine(kinora, 'leased --v 1')];
  await kinora.app.stop();
  // As if a worker had leased it a moment before the snapshot. The drain is over.
  await queryIn(
    kinora.databaseUrl,
    `with taken as (delete from task_queue where public_id = '${leased}' returning *)
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
  assert.deepEqual((await done(['restore', '--from', folder], place)).drained_engines, ['paid']);

  paid.change({ slots: 4 });
  const next = await startOn(place, kinora, options);
  assert.equal((await imageEnd(next, running)).status, 'SUCCESS');
  assert.equal(paid.received.length, 1);
  const places = await queryIn(
    place.databaseUrl,
    'select public_id, attempt from task_queue order by public_id',
  );
  assert.deepEqual(places.map(row => row.public_id).toSorted(), [queued, leased].toSorted());
  await done(['engine', 'resume', 'paid'], place);
  for (const task of [queued, leased]) assert.equal((await imageEnd(next, task)).status, 'SUCCESS');
  assert.equal(paid.received.length, 3);
});
