/** Engines that currently take no tasks report why, and so do the tasks that wait for them. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { calendarNow } from '@kinora/shared/clock';
import { call, imageEnd, imagine, startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { openConsole, type ConsoleUser } from '../../support/browser/console-page.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { testEngineKind } from '../../support/test-engine/kind.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';
import type { TestBackend } from '../../support/test-engine/backend.ts';

const engine = 'gpu-1';
let kinora: TestApp;
let operator: ConsoleUser;
let owner: ConsoleUser;
let backend: TestBackend;

before(async () => {
  const server = await startTestEngineServer();
  kinora = await startTestApp({ kinds: [testEngineKind] });
  operator = await signedIn(kinora, 'operator');
  owner = await signedIn(kinora, 'owner');
  backend = await server.addBackend(engine, { slots: 10 });
  await operator.done('model add', {
    model: 'painter',
    kind: 'image',
    operations: ['grid'],
    versions: ['1'],
    price: { unit: 'image', rules: [{ unitPrice: '0.01' }], tiers: { fast: '1' } },
  });
  await operator.done('engine add', { engine, kind: 'test', url: backend.url, day_budget: '100' });
  await operator.done('route add', { model: 'painter', engine, cost: '0.01', cost_unit: 'image' });
  await until(line, ({ state }) => state === 'healthy');
});

const line = async () =>
  (await operator.done('engine list')).find(({ name }: { name: string }) => name === engine);
/** Polled, because a worker may ask the engine for admission first. */
const readWait = (task: string, client = operator) =>
  until(
    () => waits(task, client),
    wait => wait !== null,
  );
const waits = async (task: string, client = operator) => (await client.done('task show', { task })).waits;
const utcDay = (add: number) => {
  const now = new Date(calendarNow());
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + add)).toISOString();
};
/** Hours that begin in two hours, and their start. */
function laterToday() {
  const opens = new Date(Math.floor(calendarNow() / 3_600_000) * 3_600_000 + 2 * 3_600_000);
  const time = (date: Date) => date.toISOString().slice(11, 16);
  return {
    hours: `${time(opens)}-${time(new Date(opens.getTime() + 3_600_000))}`,
    opens: opens.toISOString(),
  };
}

test('outside its hours an engine is not healthy, and a waiting task shows until when it waits', async () => {
  const { hours, opens } = laterToday();
  await operator.done('engine change', { engine, hours });
  const engineLine = await line();
  assert.deepEqual([engineLine.state, engineLine.until], ['outside_hours', opens]);
  assert.match(engineLine.why, /^Outside its hours: .* until \d{4}-\d\d-\d\d \d\d:00 UTC\.$/);
  assert.deepEqual([engineLine.kind, engineLine.url, engineLine.secret], ['test', backend.url, null]);
  const task = await imagine(kinora, 'a fox --v 1');
  const wait = await readWait(task);
  assert.equal(wait.until, opens);
  assert.match(wait.message, /takes no tasks at this time of the day. Expected to continue at .* UTC\.$/);
  assert.deepEqual(
    wait.engines.map((one: any) => [one.engine, one.until]),
    [[engine, opens]],
  );
  assert.deepEqual((await readWait(task, owner)).engines, [], 'only operators see engines');
  const { page, visit } = await openConsole({ kinora, user: operator, path: `/task/${task}` });
  await page
    .getByRole('region', { name: 'Why it waits' })
    .getByText('at this time of the day')
    .first()
    .waitFor();
  await visit('/engines');
  const card = page.getByRole('article', { name: engine });
  await card.getByText('Outside its hours', { exact: true }).waitFor();
  await card.getByText('takes tasks again').waitFor();
  const { body } = await call(`${kinora.url}/mj/task/${task}/fetch`, { key: kinora.imageKey });
  assert.deepEqual(
    [body.status, body.progress],
    ['NOT_START', '0%'],
    'clients see the states that they know',
  );
  await operator.done('engine change', { engine, hours: 'none' });
  assert.equal((await line()).state, 'healthy');
  assert.equal((await imageEnd(kinora, task)).status, 'SUCCESS');
  assert.equal(await waits(task), null);
});

test('a budget that does not cover the cheapest job is used up until the end of the day', async () => {
  // The previous grid cost 0.04.
  await operator.done('engine change', { engine, day_budget: '0.08' });
  assert.equal((await line()).state, 'healthy');
  await operator.done('engine change', { engine, day_budget: '0.07' });
  const engineLine = await line();
  assert.deepEqual([engineLine.state, engineLine.until], ['over_budget', utcDay(1)]);
  const task = await imagine(kinora, 'a fox --v 1');
  assert.match(
    (await readWait(task)).message,
    /^The budget of the engine of this model does not cover this task/,
  );
  assert.match(
    (await readWait(task, owner)).message,
    /^No engine of this model is currently accepting tasks/,
  );
  assert.equal((await readWait(task, owner)).until, utcDay(1));
  const attention = (await operator.done('overview show')).attention;
  assert.ok(attention.some((one: any) => /budget is used up/.test(one.text) && one.severity === 'warn'));
  await call(`${kinora.url}/mj/task/${task}/cancel`, { key: kinora.imageKey, json: {} });
  await operator.done('engine change', { engine, day_budget: 'none' });
});

test('a task reports that its engine is drained, limited, paused or gone', async () => {
  await operator.done('engine change', { engine, starts_per_minute: 1, day_budget: 'none' });
  const first = await imagine(kinora, 'a fox --v 1');
  assert.equal((await imageEnd(kinora, first)).status, 'SUCCESS');
  const task = await imagine(kinora, 'a fox --v 1');
  const wait = await readWait(task);
  assert.match(wait.message, /limit of jobs per minute/);
  assert.ok(Date.parse(wait.until) <= calendarNow() + 60_000);
  assert.equal((await line()).state, 'healthy', 'it takes the next task within a minute');
  await operator.done('engine drain', { engine });
  assert.match((await readWait(task)).message, /is drained\.$/);
  const { db } = kinora.app;
  await db.pool.query(
    `insert into breakers (model, engine, starts, open_until, pause_seconds, reason, opened_at)
     values ('painter', $1, '{t,t,t}', now() + interval '5 min', 300, 'no answer', now())`,
    [engine],
  );
  await db.pool.query(`select pg_notify('kinora_engine', $1)`, [engine]);
  await operator.done('engine change', { engine, starts_per_minute: 'none' });
  await operator.done('engine resume', { engine });
  assert.match((await readWait(task)).message, /paused after failures/);
});
