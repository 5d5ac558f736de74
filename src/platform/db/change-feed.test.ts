import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseWithClock } from '../../../test/support/setups/database-clock.ts';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { until } from '../../../test/support/servers/app.ts';
import { systemClock, type Clock } from '@kinora/shared/clock';
import { clearChanges, openChangeFeed } from './change-feed.ts';
import { openDatabase } from './open.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());
const change = (publicId: string, connection: { query: (text: string) => Promise<unknown> } = db.pool) =>
  connection.query(`insert into task_changes (public_id) values ('${publicId}')`);

async function openTestFeed(t: { after: (end: () => Promise<void>) => void }, clock: Clock = systemClock) {
  const feed = await openChangeFeed({
    db,
    clock,
    onError: error => assert.fail(String(error)),
  });
  t.after(() => feed.close());
  const reportedIds: string[] = [];
  feed.on(changes => reportedIds.push(...changes.map(({ publicId }) => publicId)));
  const waitForReports = async (expectedIds: readonly string[]) => {
    await until(
      async () => feed.isFresh() && reportedIds.length >= expectedIds.length,
      isThere => isThere,
    );
    assert.deepEqual(reportedIds, expectedIds);
  };
  return { feed, reportedIds, waitForReports };
}

test('each change is reported once, in whatever order transactions begin and end', async t => {
  const { waitForReports } = await openTestFeed(t);
  const [early, late] = [await db.pool.connect(), await db.pool.connect()];
  await early.query('begin');
  await change('early', early);
  await late.query('begin');
  await change('late', late);
  await change('alone');
  await waitForReports(['alone']);
  await late.query('commit');
  await waitForReports(['alone', 'late']);
  await early.query('commit');
  await waitForReports(['alone', 'late', 'early']);
  early.release();
  late.release();
});

test('changes that were rolled back or made before the feed was opened are not reported', async t => {
  await change('before');
  const { waitForReports } = await openTestFeed(t);
  const client = await db.pool.connect();
  await client.query('begin');
  await change('never', client);
  await client.query('rollback');
  client.release();
  await change('one');
  await waitForReports(['one']);
});

test('a long open transaction does not hide the changes of others', async t => {
  const { waitForReports } = await openTestFeed(t);
  const reader = await db.pool.connect();
  await reader.query('begin isolation level repeatable read');
  await reader.query('select count(*) from task_changes');
  await change('one');
  await waitForReports(['one']);
  await clearChanges(db);
  await change('two');
  await waitForReports(['one', 'two']);
  await reader.query('commit');
  reader.release();
});

test('an idle feed reads changes of other processes immediately, and those of its own after a pause', async t => {
  let isIdle = false;
  let pause = Promise.withResolvers<void>();
  const { reportedIds } = await openTestFeed(t, {
    now: systemClock.now,
    sleep: async (ms, signal) => {
      // Only the pause after an own change cannot be aborted.
      if (!signal) return pause.promise;
      isIdle = ms >= 1_000;
      await systemClock.sleep(isIdle ? 3_600_000 : ms, signal);
      isIdle = false;
    },
  });
  const idle = () =>
    until(
      async () => isIdle,
      is => is,
    );
  const waitForReports = async (expectedIds: readonly string[]) => {
    await until(
      async () => reportedIds.length,
      length => length >= expectedIds.length,
    );
    assert.deepEqual(reportedIds, expectedIds);
  };
  await idle();
  await change('of another');
  db.hints.receive('another-process tasks');
  await waitForReports(['of another']);
  for (const ownChange of ['own', 'own again']) {
    await idle();
    await change(ownChange);
    db.hint('tasks', [ownChange]);
    await db.pool.query('select pg_sleep(0.1)');
    assert.equal(reportedIds.includes(ownChange), false);
    pause.resolve();
    pause = Promise.withResolvers();
    await waitForReports(['of another', 'own', ...(ownChange === 'own' ? [] : [ownChange])]);
  }
});

test('a sweep clears only the slot that is filled next', async () => {
  const slotNow = '(extract(epoch from clock_timestamp())::bigint / 600 % 3)::smallint';
  await db.pool.query('truncate task_changes');
  for (const [publicId, ahead] of [
    ['now', 0],
    ['next', 1],
    ['last', 2],
  ])
    await db.pool.query(`insert into task_changes (public_id, slot) values ($1, (${slotNow} + $2) % 3)`, [
      publicId,
      ahead,
    ]);
  const isLastMinute = async () => {
    const { rows } = await db.pool.query(
      'select extract(epoch from clock_timestamp())::bigint % 600 >= 540 as is_last',
    );
    return rows[0].is_last as boolean;
  };
  const before = await isLastMinute();
  await clearChanges(db);
  if (before !== (await isLastMinute())) return;
  const { rows } = await db.pool.query('select public_id from task_changes order by public_id');
  const ids = rows.map(row => row.public_id);
  assert.deepEqual(ids, before ? ['last', 'next', 'now'] : ['last', 'now']);
});

test('a database whose clock is put back may have lost changes: caches are dropped', async t => {
  const { db: clockedDb, setTime } = await databaseWithClock();
  await setTime('2026-11-29T12:00:00Z');
  const feed = await openChangeFeed({
    db: clockedDb,
    clock: systemClock,
    onError: error => assert.fail(String(error)),
  });
  t.after(() => feed.close());
  let gaps = 0;
  feed.onGap(() => gaps++);
  // The time since the last read only becomes less when it reads again.
  const readAgain = () => {
    let before = feed.lagMs;
    return until(
      async () => {
        const isLess = feed.lagMs < before;
        before = feed.lagMs;
        return isLess && feed.isFresh();
      },
      isRead => isRead,
    );
  };
  await setTime('2026-11-29T11:59:50Z');
  await readAgain();
  assert.equal(gaps, 0);
  await setTime('2026-11-29T11:49:00Z');
  await until(
    async () => gaps,
    count => count === 1,
  );
});
