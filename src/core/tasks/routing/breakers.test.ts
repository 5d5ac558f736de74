import { reason } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { until } from '../../../../test/support/servers/app.ts';
import { openNotifications, type Notifications } from '../../../platform/db/notifications.ts';
import { openDatabase, type Database } from '../../../platform/db/open.ts';
import { EngineError } from '../../../engines/contract/engine-error.ts';
import { systemClock } from '@kinora/shared/clock';
import { openBreakers, type Breakers } from './breakers.ts';

const connectionString = await freshDatabase();
const route = { model: 'fox', engine: 'gpu' };
const connectionError = new EngineError('engine_unavailable', reason('answer_none'));

/** The breakers of two processes. */
async function openNode(): Promise<{
  readonly db: Database;
  readonly breakers: Breakers;
  readonly notifications: Notifications;
}> {
  const db = openDatabase({ connectionString }, 3);
  const notifications = await openNotifications({ connectionString });
  test.after(async () => {
    await notifications.close();
    await db.close();
  });
  const onError = (error: unknown) => assert.ifError(error);
  return {
    db,
    notifications,
    breakers: await openBreakers({ db, notifications, clock: systemClock, onError }),
  };
}

const [one, other] = [await openNode(), await openNode()];
const states = () => [one, other].map(({ breakers }) => breakers.findState(route));
const waitForBoth = (state: string) =>
  until(
    async () => states(),
    current => current.every(each => each === state),
  );

test('failures on several nodes are counted together and pause the route on all nodes', async () => {
  await Promise.all([one, other, one].map(({ breakers }) => breakers.recordFailure(route, connectionError)));
  await waitForBoth('open');
  assert.ok(one.breakers.isAnyTroubled && other.breakers.isAnyTroubled);
});

test('after the pause, a single task on all nodes tries the route', async () => {
  await one.db.pool.query(`update breakers set open_until = now() - interval '1 ms'`);
  await one.db.pool.query(`select pg_notify('kinora_engine', 'gpu')`);
  await waitForBoth('half_open');
  const claims = await Promise.all(
    [one, other, one, other].map(({ breakers }) => breakers.claimTrial(route)),
  );
  assert.equal(claims.filter(Boolean).length, 1);
  await waitForBoth('open');
});

test('an unused trial is available to the next task', async () => {
  const notices: (string | undefined)[] = [];
  const last = Promise.withResolvers<void>();
  other.notifications.on('kinora_engine', engine => void notices.push(engine));
  other.notifications.on('kinora_config', () => last.resolve());
  await one.breakers.releaseTrial(route);
  // Notifications arrive in order. Without one, the route would count as busy until the trial had expired.
  await one.db.pool.query(`select pg_notify('kinora_config', '')`);
  await last.promise;
  assert.deepEqual(notices, ['gpu']);
  await waitForBoth('half_open');
  assert.ok(await other.breakers.claimTrial(route));
});

test('a failed trial doubles the pause on all nodes, and a success closes the breaker', async () => {
  await one.db.pool.query(
    `insert into engines (name, seen_at, since) values ('gpu', now(), '2026-01-01T00:00:00Z')`,
  );
  await other.breakers.recordFailure(route, connectionError);
  const { rows } = await one.db.pool.query(
    'select pause_seconds, trial_until, reason, reason_zh from breakers',
  );
  assert.deepEqual(rows, [
    { pause_seconds: 10, trial_until: null, reason: 'no response', reason_zh: '没有回答' },
  ]);
  await one.db.pool.query(`update breakers set open_until = now() - interval '1 ms'`);
  assert.ok(await one.breakers.claimTrial(route));
  await one.breakers.recordSuccess(route);
  await waitForBoth('closed');
  assert.ok(!one.breakers.isAnyTroubled);
  const engines = await one.db.pool.query(`select since > now() - interval '1 day' as is_new from engines`);
  assert.deepEqual(engines.rows, [{ is_new: true }], 'the engine counts as healthy since the pause ended');
});

test('repeated tries of one job do not pause a route, but as its trial they prolong the pause', async () => {
  for (let tries = 0; tries < 5; tries++) await one.breakers.recordFailure(route, connectionError, true);
  await waitForBoth('closed');
  for (let tries = 0; tries < 3; tries++) await one.breakers.recordFailure(route, connectionError);
  await one.db.pool.query(`update breakers set open_until = now() - interval '1 ms'`);
  assert.ok(await one.breakers.claimTrial(route));
  await one.breakers.recordFailure(route, connectionError, true);
  const { rows } = await one.db.pool.query('select pause_seconds, trial_until from breakers');
  assert.deepEqual(rows, [{ pause_seconds: 10, trial_until: null }]);
  await one.db.pool.query('delete from breakers');
  await one.db.pool.query(`select pg_notify('kinora_engine', 'gpu')`);
  await waitForBoth('closed');
});

test('a rejected job does not count against its engine', async () => {
  for (let start = 0; start < 5; start++)
    await one.breakers.recordFailure(
      route,
      new EngineError('engine_rejected', reason('failed', { said: 'too large' })),
    );
  assert.deepEqual(states(), ['closed', 'closed']);
});
