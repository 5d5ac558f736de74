/** Within a tier, accounts take turns: a hundred tasks of one account do not block the others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createToken } from '../../../src/core/accounts/change-token.ts';
import { quote } from '@kinora/shared/billing/quote';
import { openDatabase } from '../../../src/platform/db/open.ts';
import { statement } from '../../../src/platform/db/statement.ts';
import { newRowId } from '../../../src/platform/lib/id.ts';
import { leaseRequest } from '../../support/engines/lease-request.ts';
import { readCatalogue } from '../../../src/core/catalogue/models/catalogue.ts';
import { drainEngine, resumeEngine } from '../../../src/core/operate/engines/drain-engine.ts';
import { submitTask } from '../../../src/core/tasks/submit/submit-task.ts';
import { openTaskStore } from '../../../src/core/tasks/work/task-store.ts';
import { until } from '../../support/servers/app.ts';
import { atEnd } from '../../support/servers/clean-up.ts';
import { freshDatabase } from '../../support/servers/database.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
atEnd(() => db.close());
const model = readCatalogue().findModel('sketch-short', 'video');
const insertAccount = statement(
  'test_rich_account',
  'insert into accounts (id, name, available_micros) values ($1, $2, 1000000000)',
);

async function openAccount(name: string) {
  const accountId = newRowId();
  await db.query(insertAccount, [accountId, name]);
  const createdToken = await createToken(db, { accountId, group: 'video', name });
  const submit = () =>
    submitTask(
      db,
      {
        interface: 'video',
        accountId,
        tokenId: createdToken?.token.id ?? '',
        model,
        tier: 'fast',
        job: { kind: 'clip', prompt: name, seed: 1, width: 16, height: 16, exclude: [] },
        quote: quote(model.card, { parameters: {}, tier: 'fast' }),
        action: 'VIDEO',
        prompt: 'x',
        wire: {},
        requestHash: '',
      },
      { maxWaiting: 1000, currency: 'USD' },
    );
  return submit;
}

const makeLease = (owner: string, limit: number) => leaseRequest({ owner, limit });

test('leases rotate through the accounts, whatever the number and order of their tasks', async () => {
  const submitMany = await openAccount('many');
  const submitFew = await openAccount('few');
  await Promise.all(Array.from({ length: 40 }, submitMany));
  await submitFew();
  await submitFew();
  const store = openTaskStore(db);
  const order: string[] = [];
  for (let round = 0; round < 5; round++) {
    const [task] = await store.lease(makeLease('test', 1));
    order.push(task?.job.prompt ?? '');
  }
  assert.deepEqual(order.filter(name => name === 'few').length, 2, order.join(' '));
});

test('two concurrent workers never lease the same task', async () => {
  const store = openTaskStore(db);
  const leaseTasks = (owner: string) => store.lease(makeLease(owner, 10));
  const batches = await Promise.all(['a', 'b', 'c'].map(leaseTasks));
  const ids = batches.flat().map(task => task.publicId);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(ids.length, 30);
});

test('a write under an old lease changes nothing', async () => {
  const store = openTaskStore(db);
  const [task] = await store.lease({ ...makeLease('first', 1), leaseMs: 0 });
  const [adoptedTask] = await store.adopt({ ...makeLease('first', 1), except: [] });
  assert.ok(task && adoptedTask);
  assert.equal(adoptedTask.publicId, task.publicId, 'the lease had expired');
  assert.equal(adoptedTask.lease.attempt, task.lease.attempt + 1);
  const stale = { ...adoptedTask.lease, attempt: adoptedTask.lease.attempt - 1 };
  assert.equal(await store.moveToStarting(stale, 'key', 60), false);
  assert.equal(await store.moveToStarting(adoptedTask.lease, 'key', 60), true);
  assert.equal(
    await store.moveToSaving(adoptedTask.lease, { media: [], recipe: undefined, texts: undefined }),
    false,
    'a move from starting to saving is illegal',
  );
});

test('a task leased before a drain is not started after it, and uses up no attempt', async () => {
  const submit = await openAccount('drained');
  await submit();
  const store = openTaskStore(db);
  const leaseTasks = (owner: string) => store.lease(makeLease(owner, 1));
  await db.pool.query("insert into engines (name, seen_at) values ('sketch', now()) on conflict do nothing");
  const [[one], [two]] = [await leaseTasks('a'), await leaseTasks('b')];
  assert.ok(one && two);
  let late: Promise<boolean> | undefined;
  await db.transaction(async tx => {
    await drainEngine(tx, 'sketch', { by: 'test', reason: undefined });
    // Sent before the drain is committed, and answered after it.
    late = store.moveToStarting(one.lease, 'key', 60);
    await until(
      async () =>
        db.pool.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        ),
      ({ rowCount }) => rowCount === 1,
    );
  });
  assert.equal(await late, false);
  assert.equal(await store.moveToStarting(two.lease, 'key', 60), false);
  for (const { lease } of [one, two])
    assert.equal(await store.moveToQueued(lease, { delayMs: 0, counted: false, attemptLost: false }), true);
  assert.deepEqual(await leaseTasks('b'), []);
  await resumeEngine(db, 'sketch');
  const [nextTask] = await leaseTasks('b');
  assert.equal(nextTask?.tries, 0);
  assert.ok(nextTask && (await store.moveToStarting(nextTask.lease, 'key', 60)));
});
