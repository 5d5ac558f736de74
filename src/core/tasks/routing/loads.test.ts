import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLoads } from './loads.ts';
import type { Demand } from './queue-demand.ts';

const makeDemand = (runs: number): Demand => ({
  heads: [],
  runs: new Map([['gpu', runs]]),
  drainedEngines: new Set(),
  elsewhere: new Map([['gpu', 2]]),
});

/** Returns since when the engine of another worker has been full, at each observation by this worker. */
function watchLoads() {
  let nowMs = 0;
  const loads = openLoads({ now: () => nowMs }, () => undefined);
  return (atMs: number, first: string | undefined, { runs = 0, takenIds = [] as string[] } = {}) => {
    nowMs = atMs;
    const engineLoads = loads.measure(new Map(), {
      demand: makeDemand(runs),
      adoptedTasks: [],
      firstWaiting: () => first,
    });
    const plannedTasks = takenIds.map(taskId => ({
      taskId,
      model: 'fox',
      engine: 'dear',
      routing: undefined,
      isTrial: false,
    }));
    loads.note(engineLoads, plannedTasks);
    return engineLoads.get('gpu')?.fullSinceMs;
  };
}

test('an idle engine of another worker takes its tasks and is not full for long', () => {
  const look = watchLoads();
  assert.deepEqual(
    [look(0, 'a'), look(500, 'b'), look(900, 'c'), look(1200, undefined)],
    [0, 500, 900, undefined],
  );
});

test('an engine that leaves its task untaken has been full since then, until it takes one', () => {
  const look = watchLoads();
  assert.deepEqual(
    [look(0, 'a'), look(1000, 'a', { takenIds: ['a'] }), look(1100, 'b'), look(1200, 'c')],
    [0, 0, 0, 1200],
  );
});

test('an engine without free slots is full, however fast its queue moves', () => {
  const look = watchLoads();
  assert.deepEqual(
    [look(0, 'a', { runs: 2 }), look(900, 'b', { runs: 2 }), look(1800, 'c', { runs: 3 })],
    [0, 0, 0],
  );
});
