/**
 * A worker that could not reach the database for a while stores what it started, and does not touch work of
 * the worker that has the task now.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../../src/engines/contract/engine.ts';
import { call, imageEnd, imagine, startTestApp, until } from '../../support/servers/app.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import { scriptedEngine } from '../../support/engines/scripted-engine.ts';
import { startScriptedServer } from '../../support/engines/scripted-server.ts';

const scriptedServer = await startScriptedServer();
const remote = scriptedEngine(scriptedServer.url);
const sql = (text: string, values: unknown[] = []): Promise<{ rows: any[] }> =>
  kinora.app.db.pool.query(text, values);
let lostLeases = 0;
/** Called once, before the next file is read. */
let beforeOpen = async (): Promise<void> => {};
/** Whether the first check of a job starts more work, which its handle records. */
let changesHandles = false;
const changes: string[] = [];
const engine: Engine = {
  ...remote,
  check: async (...parameters) => {
    const status = await remote.check(...parameters);
    const handle = parameters[0] as { id: string; step?: number };
    if (!changesHandles || status.state !== 'running' || handle.step) return status;
    changes.push(handle.id);
    return { ...status, handle: { ...handle, step: 1 }, checkAgainMs: 0 };
  },
  open: async (...parameters) => {
    const now = beforeOpen;
    beforeOpen = async () => {};
    await now();
    return remote.open(...parameters);
  },
};
const kinora = await startTestApp({
  engines: [engine],
  cards: scriptedCards,
  events: usual => ({ ...usual, leaseLost: () => void lostLeases++ }),
});
const cancels = () => scriptedServer.calls.filter(step => step === 'cancel').length;

/** Like a worker that adopts a run whose lease has expired. */
async function adoptElsewhere(): Promise<void> {
  await sql(
    `update task_runs set lease_owner = 'other', attempt = attempt + 1, lease_until = now() + interval '1 hour'`,
  );
}

async function releaseLeases(): Promise<void> {
  await sql('update task_runs set lease_owner = null, lease_until = null');
}

test('a worker with a lost lease does not cancel work that another worker is saving', async () => {
  beforeOpen = adoptElsewhere;
  const task = await imagine(kinora, '{} --v 1');
  await until(
    async () => lostLeases,
    count => count === 1,
  );
  assert.equal(cancels(), 0);
  await releaseLeases();
  assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
  assert.equal(cancels(), 0);
});

test("a worker with a lost lease does not cancel work at a client's request either", async () => {
  lostLeases = 0;
  beforeOpen = async () => {
    await adoptElsewhere();
    await call(`${kinora.url}/mj/task/${task}/cancel`, { key: kinora.imageKey, json: {} });
  };
  const task = await imagine(kinora, '{} --v 1');
  await until(
    async () => lostLeases,
    count => count === 1,
  );
  assert.equal(cancels(), 0);
  await releaseLeases();
  assert.equal((await imageEnd(kinora, task)).status, 'FAILURE');
  assert.equal(cancels(), 1, 'the worker that has the task does');
});

test('a task can be cancelled while its files are saved', async () => {
  const before = cancels();
  beforeOpen = async () => {
    // Without the notification, only the lease shows it.
    await sql('update task_runs set cancel_requested = true');
  };
  const task = await imagine(kinora, '{} --v 1');
  const end = await imageEnd(kinora, task);
  assert.deepEqual([end.status, end.usage.charged], ['FAILURE', false]);
  assert.equal(cancels() - before, 1);
});

test('work that a check started is stored by a later write and not started again', async () => {
  await sql('create sequence writes');
  await sql(`create function fail_first() returns trigger language plpgsql as $$
    begin
      if nextval('writes') <= 2 then raise exception 'no'; end if;
      return new;
    end $$`);
  await sql(`create trigger fail_first before update of operation on task_runs for each row
    when (old.operation is not null and old.operation is distinct from new.operation) execute function fail_first()`);
  changesHandles = true;
  const task = await imagine(kinora, '{"checks":3} --v 1');
  assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
  assert.deepEqual((await sql('select last_value::int as writes from writes')).rows, [{ writes: 3 }]);
  assert.equal(changes.length, 1);
});
