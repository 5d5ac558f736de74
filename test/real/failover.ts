/**
 * A promotion under load: a real primary of PostgreSQL with a synchronous replica, the primary
 * killed, the replica promoted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@kinora/shared/clock';
import { missingPostgres, startRealPostgres } from '../support/programs/real-postgres.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { call, imageEnd, startTestApp, until, type Answer, type TestApp } from '../support/servers/app.ts';

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
    const load = submitAlways(kinora);
    await load.accepted(30);
    await primary.kill();
    const before = load.ids.length;
    const promotedAt = systemClock.now();
    await replica.promote();
    await load.accepted(before + 1);
    t.diagnostic(`accepted again ${systemClock.now() - promotedAt} ms after the promotion began`);
    await load.accepted(before + 30);
    const ids = await load.end();
    for (const id of ids) assert.equal((await imageEnd(kinora, id)).status, 'SUCCESS');
    const { rows } = await kinora.app.db.pool.query(
      `select count(*)::int as charges, count(distinct task_id)::int as tasks from ledger_entries
       join tasks on tasks.id = task_id where kind = 'settle' and public_id = any($1::text[])`,
      [ids],
    );
    assert.deepEqual(rows, [{ charges: ids.length, tasks: ids.length }]);
    t.diagnostic(`${ids.length} tasks accepted, each charged once`);
  });
}

/** Three clients that submit one image after the other, whatever the answers. */
function submitAlways({ url, imageKey }: TestApp) {
  const ids: string[] = [];
  let last: unknown;
  let isOver = false;
  atEnd(async () => {
    isOver = true;
  });
  const submit = async (): Promise<void> => {
    while (!isOver) {
      const json = { prompt: `a tree, ${ids.length} birds --v 1` };
      const answer = await call(`${url}/mj/submit/imagine`, { key: imageKey, json }).catch(
        (error: unknown) => ({ body: { code: 0, error: String(error) } as Answer['body'] }),
      );
      last = answer.body;
      if ([1, 22].includes(answer.body.code)) ids.push(answer.body.result);
      else await systemClock.sleep(20);
    }
  };
  const clients = [submit(), submit(), submit()];
  return {
    ids,
    accepted: (count: number) =>
      until(
        async () => ({ count: ids.length, last }),
        now => now.count >= count,
      ),
    end: async () => {
      isOver = true;
      await Promise.all(clients);
      return ids;
    },
  };
}
