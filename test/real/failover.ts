/**
 * A promotion under load: a real primary of PostgreSQL with a synchronous replica, the primary killed, the replica promoted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@kinora/shared/clock';
import { missingPostgres, startRealPostgres } from '../support/programs/real-postgres.ts';
import { call, imageEnd, startTestApp, until } from '../support/servers/app.ts';

if (missingPostgres) test('PostgreSQL', { skip: missingPostgres });
else testPromotion();

/** Both run, and every commit waits for the replica. */
async function startPair() {
  const primary = await startRealPostgres();
  const replica = await primary.replica();
  await primary.run(`alter system set synchronous_standby_names = '*'`);
  await primary.run('select pg_reload_conf()');
  await primary.run('create database kinora');
  return { primary, replica };
}

function testPromotion(): void {
  test('the primary dies under load and the replica is promoted: no accepted task is lost, none is charged twice', async t => {
    const { primary, replica } = await startPair();
    const kinora = await startTestApp({
      settings: {
        DATABASE_URL: `postgres://kinora@127.0.0.1:${primary.port},127.0.0.1:${replica.port}/kinora?target_session_attrs=read-write`,
      },
    });
    const accepted: string[] = [];
    let isOver = false;
    const submit = async (): Promise<void> => {
      while (!isOver) {
        const json = { prompt: `a tree, ${accepted.length} birds --v 1` };
        const answer = await call(`${kinora.url}/mj/submit/imagine`, { key: kinora.imageKey, json }).catch(
          () => undefined,
        );
        if (answer?.body.code === 1) accepted.push(answer.body.result);
        else await systemClock.sleep(20);
      }
    };
    const clients = [submit(), submit(), submit()];
    await until(
      async () => accepted.length,
      count => count >= 40,
    );
    await primary.kill();
    const before = accepted.length;
    const promotedAt = systemClock.now();
    await replica.promote();
    await until(
      async () => accepted.length,
      count => count > before,
    );
    t.diagnostic(`accepted again ${systemClock.now() - promotedAt} ms after the promotion began`);
    await until(
      async () => accepted.length,
      count => count >= before + 40,
    );
    isOver = true;
    await Promise.all(clients);
    for (const id of accepted) assert.equal((await imageEnd(kinora, id)).status, 'SUCCESS');
    const { rows } = await kinora.app.db.pool.query(
      `select count(*)::int as charges, count(distinct task_id)::int as tasks from ledger_entries
       join tasks on tasks.id = task_id where kind = 'settle' and public_id = any($1::text[])`,
      [accepted],
    );
    assert.deepEqual(rows, [{ charges: accepted.length, tasks: accepted.length }]);
    t.diagnostic(`${accepted.length} tasks accepted, each charged once`);
  });
}
