import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { newRowId } from '../../../platform/lib/id.ts';
import { maxLostAttempts } from './decide.ts';
import { openTaskStore } from './task-store.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());
const store = openTaskStore(db);
const slots = 2;
let engines = 0;

interface Run {
  readonly id: string;
  readonly attempt: number;
}

/**
 * A local engine with tasks in its queue. Its workers live one after the other, as
 * processes that are killed do.
 */
async function newEngine(tasks: number) {
  const engine = `engine-${++engines}`;
  await db.pool.query('insert into engines (name) values ($1)', [engine]);
  const ids = Array.from({ length: tasks }, newRowId);
  for (const [turn, id] of ids.entries())
    await db.pool.query(
      `insert into task_queue (task_id, public_id, account_id, model, tier_rank, turn)
       values ($1::uuid, $1::uuid::text, $1::uuid, $2, 2, $3)`,
      [id, engine, turn + 1],
    );
  const readRuns = async (owner: string): Promise<Run[]> => {
    const { rows } = await db.pool.query(
      'select task_id as id, attempt from task_runs where lease_owner = $1',
      [owner],
    );
    return rows;
  };
  /** A new worker that has taken what it can. The work of adopted runs went with the process before. */
  const live = async () => {
    const owner = newRowId();
    const { isAnyLost } = await store.adoptable([engine], []);
    if (isAnyLost) await store.countLostWorkers(owner);
    await store.adopt({ engine, owner, limit: 100, leaseMs: 10_000, except: [] });
    const requeue = { delayMs: 0, counted: false, attemptLost: false };
    for (const { id, attempt } of await readRuns(owner))
      await store.moveToQueued({ taskId: id, owner, attempt }, requeue);
    await store.lease({
      engine,
      owner,
      limit: slots,
      leaseMs: 10_000,
      maxRuns: undefined,
      isStarting: true,
      generation: undefined,
      routes: [{ model: engine, timeoutSeconds: 60, fromTurns: [0n, 0n, 0n] }],
    });
    const inHand = (await readRuns(owner)).map(({ id }) => id);
    return {
      inHand,
      kill: () =>
        db.pool.query(`update task_runs set lease_until = now() - interval '1 ms' where lease_owner = $1`, [
          owner,
        ]),
      finish: () => db.pool.query('delete from task_runs where lease_owner = $1', [owner]),
    };
  };
  /** The lost attempts of each task, whether it waits or runs. */
  const losses = async (): Promise<Map<string, number>> => {
    const places = ['task_queue', 'task_runs'].map(
      place => `select task_id as id, lost_attempts as lost from ${place} where model = $1`,
    );
    const { rows } = await db.pool.query(places.join(' union all '), [engine]);
    return new Map(rows.map(({ id, lost: lostAttempts }) => [id, lostAttempts]));
  };
  return { ids, live, losses };
}

test('tasks that were only there when their workers were killed are not to blame, however often', async () => {
  const { live, losses } = await newEngine(6);
  for (let kills = 0; kills < 30; kills++) {
    const { inHand, kill } = await live();
    assert.ok(inHand.length > 0, 'each kill hits running work');
    const most = Math.max(...(await losses()).values());
    assert.ok(most < maxLostAttempts, `${most} lost attempts after ${kills} kills`);
    await kill();
  }
});

test('a task that ends its workers is found after five of them, and costs the others at most two attempts', async () => {
  const { ids, live, losses } = await newEngine(6);
  const guilty = ids[2] as string;
  let deaths = 0;
  let mostOfOthers = 0;
  for (let lives = 0; lives < 30; lives++) {
    const { inHand, kill, finish } = await live();
    const attemptsByTask = await losses();
    for (const [id, count] of attemptsByTask) if (id !== guilty) mostOfOthers = Math.max(mostOfOthers, count);
    if (attemptsByTask.size === 1 && (attemptsByTask.get(guilty) ?? 0) >= maxLostAttempts) break;
    const isKilled = inHand.includes(guilty);
    if (isKilled) deaths++;
    await (isKilled ? kill() : finish());
  }
  assert.equal((await losses()).get(guilty), maxLostAttempts);
  assert.equal(deaths, maxLostAttempts);
  assert.ok(mostOfOthers <= 2, `${mostOfOthers}`);
});

test('the leases of a worker that died expire one after the other, and all of its runs have lost an attempt', async () => {
  const { ids, live, losses } = await newEngine(2);
  const expire = (id: string | undefined) =>
    db.pool.query(`update task_runs set lease_until = now() - interval '1 ms' where task_id = $1`, [id]);
  await live();
  await expire(ids[0]);
  assert.deepEqual((await live()).inHand, [], 'the first run waits for the others of its worker');
  assert.deepEqual([...(await losses()).values()], [0, 0]);
  await expire(ids[1]);
  await live();
  assert.deepEqual([...(await losses()).values()], [1, 1]);
});

test('a worker that is slow, but still renews leases, is not lost', async () => {
  const { live, losses } = await newEngine(2);
  await live();
  await db.pool.query(
    `update task_runs set lease_until = now() - interval '1 ms'
     where task_id = (select task_id from task_runs where lease_until > now() limit 1)`,
  );
  await store.countLostWorkers(newRowId());
  assert.deepEqual([...(await losses()).values()], [0, 0]);
});
