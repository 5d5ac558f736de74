/** A worker that lost its lease while it could not reach the database leaves alone what belongs to the worker that has the task now. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../src/engines/engine.ts';
import { call, imageEnd, imagine, startTestApp, until } from '../support/app.ts';
import { cardsForPuppet } from '../support/cards.ts';
import { puppetEngine } from '../support/puppet-engine.ts';
import { startPuppet } from '../support/puppet.ts';

const puppet = await startPuppet();
const remote = puppetEngine(puppet.url);
const sql = (text: string, values: unknown[] = []): Promise<{ rows: any[] }> =>
  kinora.app.db.pool.query(text, values);
let lostLeases = 0;
/** Called once, before the next file is read. */
let beforeOpen = async (): Promise<void> => {};
const engine: Engine = {
  ...remote,
  open: async (...asked) => {
    const now = beforeOpen;
    beforeOpen = async () => {};
    await now();
    return remote.open(...asked);
  },
};
const kinora = await startTestApp({
  engines: [engine],
  cards: cardsForPuppet,
  events: usual => ({ ...usual, leaseLost: () => void lostLeases++ }),
});
const cancels = () => puppet.calls.filter(step => step === 'cancel').length;

/** As a worker does that adopts a run whose lease has expired. */
async function adoptElsewhere(): Promise<void> {
  await sql(
    `update task_runs set lease_owner = 'other', attempt = attempt + 1, lease_until = now() + interval '1 hour'`,
  );
}

async function giveBack(): Promise<void> {
  await sql('update task_runs set lease_owner = null, lease_until = null');
}

test('it does not cancel work that another worker is saving', async () => {
  beforeOpen = adoptElsewhere;
  const task = await imagine(kinora, '{} --v 1');
  await until(
    async () => lostLeases,
    count => count === 1,
  );
  assert.equal(cancels(), 0);
  await giveBack();
  assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
  assert.equal(cancels(), 0);
});

test('it does not cancel work at the request of a client either', async () => {
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
  await giveBack();
  assert.equal((await imageEnd(kinora, task)).status, 'FAILURE');
  assert.equal(cancels(), 1, 'the one that has the task does');
});

test('a task that is cancelled while its files are saved is cancelled', async () => {
  const before = cancels();
  beforeOpen = async () => {
    // Without the notification: the lease alone says so.
    await sql('update task_runs set cancel_requested = true');
  };
  const task = await imagine(kinora, '{} --v 1');
  const end = await imageEnd(kinora, task);
  assert.deepEqual([end.status, end.usage.charged], ['FAILURE', false]);
  assert.equal(cancels() - before, 1);
});
