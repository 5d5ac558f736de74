/**
 * The clock is set forward or back: files are kept, and nothing hangs. The tests change the time that was
 * last seen, because they cannot change the clock.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { releaseFutureWork, watchClock } from '../../../src/core/operate/clock-watch.ts';
import { eraseWords } from '../../../src/api/image/tasks/erase-words.ts';
import { sweepExpired } from '../../../src/media/storage/retention.ts';
import {
  call,
  imageEnd,
  imagine,
  startTestApp,
  until,
  type TestApp,
  startTestAppOn,
} from '../../support/servers/app.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { scriptedEngine } from '../../support/engines/scripted-engine.ts';
import { startScriptedServer, type ScriptedServer } from '../../support/engines/scripted-server.ts';

let kinora: TestApp;
let scriptedServer: ScriptedServer;
const options = () => ({ engines: [scriptedEngine(scriptedServer.url)], cards: scriptedCards });

before(async () => {
  scriptedServer = await startScriptedServer();
  kinora = await startTestApp(options());
});

const sql = (text: string, values: unknown[] = []) => kinora.app.db.pool.query(text, values);
const setLastSeen = (interval: string) =>
  sql(
    `update clock_watch set seen_at = now() - $1::interval, held_minutes = 0, leapt_from = null, leapt_to = null`,
    [interval],
  );

test('a clock that jumps 100 days ahead is reported, and not trusted until the server ran for a day', async () => {
  const operator = await signedIn(kinora, 'operator');
  const alerts = async () =>
    (await operator.done('overview show')).attention.filter(({ text }: any) => /clock jumped/.test(text))
      .length;
  await setLastSeen('1 minute');
  assert.equal(await watchClock(kinora.app.db), undefined);
  assert.equal(await alerts(), 0);
  await setLastSeen('100 days');
  assert.equal((await watchClock(kinora.app.db))?.heldMinutes, 1440);
  assert.equal(await alerts(), 1);
  await sql(`update clock_watch set seen_at = now() - interval '1 minute'`);
  assert.equal((await watchClock(kinora.app.db))?.heldMinutes, 1439, 'a minute of running counts');
  assert.equal((await watchClock(kinora.app.db))?.heldMinutes, 1439, 'once, however many processes watch');
  await sql(`update clock_watch set seen_at = now() - interval '1 minute', held_minutes = 1`);
  assert.equal(await watchClock(kinora.app.db), undefined, 'the new time is trusted now');
  await setLastSeen('100 days');
  await watchClock(kinora.app.db);
  await sql(`update clock_watch set seen_at = now() + interval '100 days'`);
  assert.equal(await watchClock(kinora.app.db), undefined, 'immediately after the clock is corrected');
  assert.equal(await alerts(), 0);
});

test('while a jump is not trusted, the server deletes no files and ends no waiting tasks', async () => {
  const { db, storage } = kinora.app;
  const id = await imagine(kinora, 'a cat --v 1');
  const record = await imageEnd(kinora, id);
  const readDeletionTime = async () =>
    (await sql('select files_deleted_at from tasks where public_id = $1', [id])).rows[0];
  await setLastSeen('100 days');
  await sql(`update tasks set expires_at = now() - interval '97 days' where public_id = $1`, [id]);
  // The server starts everything that deletes or ends by time: the sweeps of files
  // and sign-ins, and the expiry.
  let leapCount = 0;
  const clockLeapt = () => void leapCount++;
  const secondApp = await startTestAppOn(kinora, {
    ...options(),
    events: usual => ({ ...usual, clockLeapt }),
  });
  await until(
    async () => leapCount,
    times => times >= 3,
  );
  await secondApp.stop();
  assert.equal((await readDeletionTime()).files_deleted_at, null);
  const events = { filesSwept: () => {}, workerError: assert.fail } as never;
  await sweepExpired({
    db,
    storage,
    events,
    starredFiles: { hours: 0, quotaBytes: 0, retentionHours: 72 },
    eraseWords,
  });
  assert.notEqual((await readDeletionTime()).files_deleted_at, null, 'a sweep would have deleted them');
  assert.equal((await call(record.imageUrl)).status, 410);
});

test('a task leased before the clock was set back is leased again', async () => {
  const id = await imagine(kinora, '{"check":"hang"} --v 1');
  await until(
    async () => (await sql('select phase from task_states where public_id = $1', [id])).rows[0].phase,
    phase => phase === 'running',
  );
  await sql(
    `update task_runs set lease_owner = 'gone', lease_until = now() + interval '2 hours', due_at = now() + interval '2 hours'
     where public_id = $1`,
    [id],
  );
  await releaseFutureWork(kinora.app.db);
  const { rows } = await sql(
    `select lease_until > now() + interval '5 minutes' as leased, due_at <= now() + interval '10 minutes' as due
     from task_runs where public_id = $1`,
    [id],
  );
  assert.equal(rows[0].due, true);
  assert.notEqual(rows[0].leased, true);
  await call(`${kinora.url}/mj/task/${id}/cancel`, { key: kinora.imageKey, method: 'POST' });
});
