import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { toActor, toContext } from '../../../../test/support/setups/context.ts';
import { openCustomer, submitClip } from '../../../../test/support/setups/customers.ts';
import { openUser } from '../../../../test/support/setups/users.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { readCatalogue } from '../../../core/catalogue/models/catalogue.ts';
import { newRoute, type Route } from '../../../core/catalogue/routes/route.ts';
import { drainEngine } from '../../../core/operate/engines/drain-engine.ts';
import { viewSummary } from '../../../core/tasks/read/task-summary.ts';
import type { Context } from '../procedure.ts';
import { describeWait } from './task-wait.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const customer = await openCustomer(db);
const member = toActor(await openUser(db, { accountId: customer.accountId }));
const task = await submitClip(db, customer);
let engines = 0;

/** An engine that a worker reports, unless it is down, with these assignments. */
async function newEngine({ isDown = false, set = '' } = {}): Promise<string> {
  const name = `engine-${++engines}`;
  await db.pool.query(`insert into engines (name, kind, source) values ($1, 'test', 'operator')`, [name]);
  if (set) await db.pool.query(`update engines set ${set} where name = $1`, [name]);
  if (!isDown)
    await db.pool.query(
      `insert into engine_workers (engine, worker, slots, local) values ($1, 'w', 1, false)`,
      [name],
    );
  return name;
}
const route = (engine: string, terms: Partial<Route> = {}) => ({
  ...newRoute('sketch-short', engine, 'operator'),
  ...terms,
});
async function waits(routes: readonly Route[], changes: Partial<Context> = {}, publicId = task) {
  const catalogue = readCatalogue();
  catalogue.setRows({ cards: [], aliases: [], versions: [], routes });
  const summary = await viewSummary(db, publicId);
  assert.ok(summary);
  return describeWait(toContext(db, { catalogue, ...changes }), summary);
}
const cost = { unit: 'clip', micros: 10n } as const;
const spentBudget = 'day_budget_micros = 9';

test('a task waits for nothing but its turn while one of its engines takes it', async () => {
  const [open, downEngine] = [await newEngine(), await newEngine({ isDown: true })];
  assert.equal(await waits([route(downEngine), route(open)]), null);
});

test('a task that has ended or waits for its modal does not wait for an engine', async () => {
  const modal = await submitClip(db, customer, { waitSeconds: 60 });
  assert.equal(await waits([route(await newEngine({ isDown: true }))], {}, modal), null);
});

test('engines are named to operators only', async () => {
  const downEngine = await newEngine({ isDown: true });
  const wait = await waits([route(downEngine)]);
  assert.deepEqual(wait, {
    message: 'The engine of this model is down.',
    until: null,
    engines: [{ engine: downEngine, why: 'The engine of this model is down.', until: null }],
  });
  assert.deepEqual(await waits([route(downEngine)], { actor: member }), { ...wait, engines: [] });
});

test('engines with different reasons have a common one, and the earliest time counts', async () => {
  const [paused, downEngine] = [await newEngine(), await newEngine({ isDown: true })];
  const second = await newEngine();
  const until = new Date('2999-01-01T00:00:00Z');
  for (const [engine, end] of [
    [paused, '2999-01-02T00:00:00Z'],
    [second, until.toISOString()],
  ])
    await db.pool.query(
      `insert into breakers (model, engine, starts, open_until, pause_seconds, reason, opened_at)
       values ('sketch-short', $1, '{t,t,t}', $2, 300, 'no answer', now())`,
      [engine, end],
    );
  const wait = await waits([route(paused), route(downEngine), route(second)]);
  assert.equal(wait?.until, until.toISOString());
  assert.equal(
    wait.message,
    'No engine of this model is currently accepting tasks. Expected to continue at 2999-01-01 00:00 UTC.',
  );
  const chinese = await waits([route(paused)], { language: 'zh' });
  assert.match(chinese?.message ?? '', /^\S+。预计/);
});

test('that a budget is used up is told to operators only', async () => {
  const poor = route(await newEngine({ set: spentBudget }), { cost });
  assert.match((await waits([poor]))?.message ?? '', /^The budget of the engine/);
  const wait = await waits([poor], { actor: member });
  assert.match(wait?.message ?? '', /^No engine of this model/);
  assert.match(wait?.until ?? '', /T00:00:00\.000Z$/);
});

test('a budget that covers this task is no obstacle', async () => {
  const engine = await newEngine({ set: 'day_budget_micros = 10' });
  assert.equal(await waits([route(engine, { cost })]), null);
});

test('a task that a drained engine had begun may go back to it', async () => {
  const engine = await newEngine();
  await drainEngine(db, engine, { by: 'ann', reason: undefined });
  assert.equal((await waits([route(engine)]))?.message, 'The engine of this model is drained.');
  const startedTask = await submitClip(db, customer);
  await db.pool.query('update task_queue set started_at = now(), attempt = 1 where public_id = $1', [
    startedTask,
  ]);
  assert.equal(await waits([route(engine)], {}, startedTask), null);
});

test('a tier that no route serves is said to have no engine', async () => {
  const turbo = route(await newEngine(), { tiers: ['turbo'] });
  assert.equal((await waits([turbo]))?.message, 'No engine currently runs this model in this tier.');
});
