import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRoute, servesTier, type Route } from '../../catalogue/routes/route.ts';
import { openShares, planPulls, type EngineLoad, type PullSituation, type QueueHead } from './plan-pulls.ts';

const spillAfterMs = 10_000;
const route = (engine: string, terms: Partial<Route> = {}): Route => ({
  ...newRoute('fox', engine, 'card'),
  ...terms,
});
const load = (name: string, free: number, more: Partial<EngineLoad> = {}): [string, EngineLoad] => [
  name,
  { name, free, closed: undefined, fullSinceMs: undefined, loaded: [], ...more },
];
const heads = (count: number, more: Partial<QueueHead> = {}): QueueHead[] =>
  Array.from({ length: count }, (_, index) => ({
    taskId: `t${index}`,
    model: 'fox',
    tierRank: 2,
    turn: BigInt(index),
    operation: undefined,
    avoid: [],
    startedOn: undefined,
    againSinceMs: undefined,
    ...more,
  }));

function plan(
  routes: readonly Route[],
  engines: readonly [string, EngineLoad][],
  more: Partial<PullSituation> & { readonly shares?: ReturnType<typeof openShares> } = {},
) {
  const { shares = openShares(), ...situation } = more;
  return planPulls(
    {
      heads: heads(1),
      routesFor: ({ tierRank }) => routes.filter(one => servesTier(one, tierRank)),
      engines: new Map(engines),
      findBreaker: () => 'closed',
      nowMs: 100_000,
      spillAfterMs,
      ...situation,
    },
    shares,
  );
}
const listEngines = (plannedTasks: ReturnType<typeof plan>) => plannedTasks.map(({ engine }) => engine);

test('tasks are planned in queue order, and no more than there are free slots', () => {
  const plannedTasks = plan([route('a')], [load('a', 2)], { heads: heads(5) });
  assert.deepEqual(
    plannedTasks.map(({ taskId }) => taskId),
    ['t0', 't1'],
  );
  assert.equal(plannedTasks[0]?.routing, undefined, 'there is only one route');
});

test('routes of the same priority share tasks exactly and evenly by weight', () => {
  const shares = openShares();
  const routes = [route('a', { weight: 5 }), route('b', { weight: 3 }), route('c', { weight: 2 })];
  const engines = [load('a', 9), load('b', 9), load('c', 9)];
  const all = Array.from({ length: 1000 }, () => listEngines(plan(routes, engines, { shares }))).flat();
  const count = (engine: string) => all.filter(one => one === engine).length;
  assert.deepEqual([count('a'), count('b'), count('c')], [500, 300, 200]);
  const ten = all.slice(0, 10).join('');
  assert.ok(!ten.includes('aaa'), ten);
});

test('a full engine passes its share to the others', () => {
  const routes = [route('a', { weight: 99 }), route('b')];
  assert.deepEqual(listEngines(plan(routes, [load('a', 0), load('b', 1)])), ['b']);
});

test('a later priority gets nothing until the earlier one has been full for ten seconds', () => {
  const routes = [route('near'), route('far', { priority: 1 })];
  const farLoad = load('far', 3);
  assert.deepEqual(listEngines(plan(routes, [load('near', 1), farLoad], { heads: heads(3) })), ['near']);
  assert.deepEqual(plan(routes, [load('near', 0), farLoad]), []);
  const fullEngine = load('near', 0, { fullSinceMs: 100_000 - spillAfterMs + 1 });
  assert.deepEqual(plan(routes, [fullEngine, farLoad]), []);
  const long = load('near', 0, { fullSinceMs: 100_000 - spillAfterMs });
  const [spilledTask] = plan(routes, [long, farLoad]);
  assert.equal(spilledTask?.engine, 'far');
  assert.deepEqual(spilledTask?.routing, { priority: 1, passed: [{ engine: 'near', why: 'full' }] });
});

test('a later priority gets the task at once if no earlier route can take anything', () => {
  const routes = [route('near'), route('far', { priority: 1 })];
  const farLoad = load('far', 1);
  for (const closed of ['drained', 'outside_hours', 'over_budget', 'rate_limited'] as const) {
    const [task] = plan(routes, [load('near', 1, { closed }), farLoad]);
    assert.deepEqual(task?.routing?.passed, [{ engine: 'near', why: closed }]);
  }
  assert.deepEqual(listEngines(plan(routes, [farLoad])), ['far'], 'the engine is not open in this process');
  const open = plan(routes, [load('near', 1), farLoad], {
    findBreaker: (_, engine) => (engine === 'near' ? 'open' : 'closed'),
  });
  assert.deepEqual(open[0]?.routing?.passed, [{ engine: 'near', why: 'breaker_open' }]);
});

test('an engine that refused a task does not get it again, unless all have refused', () => {
  const routes = [route('a'), route('b')];
  const engines = [load('a', 5), load('b', 5)];
  const plannedTasks = plan(routes, engines, { heads: heads(4, { avoid: ['a'] }) });
  assert.deepEqual(listEngines(plannedTasks), ['b', 'b', 'b', 'b']);
  assert.equal(plan(routes, engines, { heads: heads(4, { avoid: ['a', 'b'] }) }).length, 4);
});

test('a half-open route gets one task, and other tasks use other routes', () => {
  const routes = [route('near'), route('far', { priority: 1 })];
  const plannedTasks = plan(routes, [load('near', 4), load('far', 4)], {
    heads: heads(3),
    findBreaker: (_, engine) => (engine === 'near' ? 'half_open' : 'closed'),
  });
  assert.deepEqual(
    plannedTasks.map(({ engine, isTrial }) => [engine, isTrial]),
    [
      ['near', true],
      ['far', false],
      ['far', false],
    ],
  );
});

test('a half-open route is tried by a new task, or by the one that was refused longest ago', () => {
  const refusedHeads = [2_000, 1_000].flatMap(againSinceMs =>
    heads(1, { taskId: `at ${againSinceMs}`, againSinceMs }),
  );
  const findTriedTask = (waiting: QueueHead[]) =>
    plan([route('a')], [load('a', 4)], { heads: waiting, findBreaker: () => 'half_open' })[0]?.taskId;
  assert.equal(findTriedTask(refusedHeads), 'at 1000');
  assert.equal(findTriedTask([...refusedHeads, ...heads(1)]), 't0');
  assert.equal(findTriedTask([...refusedHeads, ...heads(1, { avoid: ['a'] })]), 'at 1000');
});

test('a half-open route changes the order of the queue for no other route', () => {
  const [refusedHead] = heads(1, { taskId: 'again', againSinceMs: 1_000 });
  const plannedTasks = plan(
    [route('a'), route('backup', { priority: 1 })],
    [load('a', 1), load('backup', 1)],
    {
      heads: [refusedHead!, ...heads(1)],
      findBreaker: (_, engine) => (engine === 'backup' ? 'half_open' : 'closed'),
    },
  );
  assert.deepEqual(
    plannedTasks.map(({ taskId, engine }) => [taskId, engine]),
    [['again', 'a']],
  );
});

test('a route serves only its tiers', () => {
  const routes = [route('fast-only', { tiers: ['fast'] }), route('any', { priority: 1 })];
  const engines = [load('fast-only', 4), load('any', 4)];
  assert.deepEqual(listEngines(plan(routes, engines)), ['fast-only']);
  assert.deepEqual(listEngines(plan(routes, engines, { heads: heads(1, { tierRank: 3 }) })), ['any']);
});

test('a drained engine gets only tasks that it had already started', () => {
  const engines = [load('a', 4, { closed: 'drained' })];
  assert.deepEqual(plan([route('a')], engines), []);
  assert.deepEqual(listEngines(plan([route('a')], engines, { heads: heads(1, { startedOn: 'a' }) })), ['a']);
});

test('a task that must wait does not block the tasks behind it', () => {
  const routesFor = ({ model }: QueueHead) =>
    model === 'fox' ? [route('full')] : [route('free', { model: 'owl' })];
  const plannedTasks = plan([], [load('full', 0), load('free', 1)], {
    routesFor,
    heads: [...heads(2), ...heads(1, { model: 'owl', taskId: 'owl' })],
  });
  assert.deepEqual(
    plannedTasks.map(({ taskId }) => taskId),
    ['owl'],
  );
});

test('among routes of the same priority, one whose engine has the model loaded comes first', () => {
  const routes = [route('a', { weight: 9 }), route('b', { upstream: 'fox-large' }), route('c')];
  const engines = [load('a', 9, { loaded: ['cat'] }), load('b', 2, { loaded: ['fox-large'] }), load('c', 9)];
  const plannedTasks = plan(routes, engines, { heads: heads(3) });
  assert.deepEqual(
    listEngines(plannedTasks),
    ['b', 'b', 'a'],
    'no task waits for an engine with the model loaded',
  );
  assert.deepEqual(plannedTasks[0]?.routing?.passed, [
    { engine: 'a', why: 'not_loaded' },
    { engine: 'c', why: 'not_loaded' },
  ]);
});

test('engines that have the model loaded share tasks by weight', () => {
  const shares = openShares();
  const routes = [route('a', { weight: 3 }), route('b'), route('c', { weight: 9 })];
  const engines = [load('a', 9, { loaded: ['fox'] }), load('b', 9, { loaded: ['fox'] }), load('c', 9)];
  const all = Array.from({ length: 8 }, () => listEngines(plan(routes, engines, { shares }))).flat();
  assert.equal(all.filter(engine => engine === 'a').length, 6);
  assert.equal(all.filter(engine => engine === 'b').length, 2);
});

test('a loaded model does not change the order of priorities', () => {
  const routes = [route('near'), route('far', { priority: 1 })];
  const engines = [load('near', 1), load('far', 9, { loaded: ['fox'] })];
  assert.deepEqual(listEngines(plan(routes, engines)), ['near']);
});
