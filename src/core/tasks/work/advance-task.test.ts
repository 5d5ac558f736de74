import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../../engines/contract/engine.ts';
import { systemClock } from '@kinora/shared/clock';
import type { SavedOutputs } from '../outputs/save-outputs.ts';
import type { LeasedTask } from '../task.ts';
import { advanceTask } from './advance-task.ts';
import { openCheckPace } from './check-pace.ts';
import type { AdvanceDependencies, Execution } from './execution.ts';

const media = [{ kind: 'picture', contentType: 'image/png', width: 1, height: 1, ref: null }] as const;

/** A task whose engine has just finished. The test ends the write of the result and the work on its files. */
function finishedWork() {
  const [resultWrite, fileSave] = [Promise.withResolvers<boolean>(), Promise.withResolvers<SavedOutputs>()];
  const calls: string[] = [];
  const engine = {
    traits: { local: false, slots: 1, afterUnknownStart: 'find' },
    check: async () => ({ state: 'done', media }),
    cancel: async () => void calls.push('cancel'),
  } as Partial<Engine> as Engine;
  const task = {
    lease: { taskId: 'task', owner: 'worker', attempt: 1 },
    phase: 'running',
    handle: 'handle',
    job: { kind: 'upscale' },
    lostAttempts: 0,
    cancelRequested: false,
  } as Partial<LeasedTask> as LeasedTask;
  const execution: Execution = {
    task,
    engine,
    isResumed: false,
    signal: new AbortController().signal,
    memo: {},
  };
  const parts = {
    clock: systemClock,
    routing: { findTimeoutSeconds: () => 60 },
    checkPace: openCheckPace(systemClock),
    events: new Proxy({}, { get: () => () => {} }),
    outputSaver: {
      finished: () => {
        calls.push('save');
        return fileSave.promise;
      },
    },
    store: {
      moveToSaving: () => {
        calls.push('write');
        return resultWrite.promise;
      },
      renewOne: async () => {
        calls.push('renew');
        return { cancelRequested: true };
      },
      noteCost: async () => true,
    },
    db: {
      batch: async () => {
        calls.push('end');
        return [{ changed: [] }];
      },
      hint: () => {},
    },
  } as unknown as AdvanceDependencies;
  return { execution, parts, calls, resultWrite, fileSave };
}

test('the files of a result are made while it is written, and once', async () => {
  const { execution, parts, calls, resultWrite, fileSave } = finishedWork();
  const receiving = advanceTask(execution, parts);
  await new Promise(resolve => setImmediate(resolve));
  assert.deepEqual(calls, ['write', 'save']);
  resultWrite.resolve(true);
  const received = await receiving;
  assert.ok(received.kind === 'moved' && received.task.phase === 'saving');
  fileSave.resolve({ ok: true, files: [] });
  assert.equal((await advanceTask({ ...execution, task: received.task }, parts)).kind, 'finished');
  assert.deepEqual(calls, ['write', 'save', 'end']);
});

test('files that are made again after a failure are made anew', async () => {
  const { execution, parts, calls, resultWrite, fileSave } = finishedWork();
  resultWrite.resolve(true);
  fileSave.reject(new Error('no space'));
  const received = await advanceTask(execution, parts);
  assert.ok(received.kind === 'moved');
  const saving = { ...execution, task: received.task };
  await assert.rejects(advanceTask(saving, parts), /no space/);
  await assert.rejects(advanceTask(saving, parts), /no space/);
  assert.deepEqual(calls, ['write', 'save', 'save']);
});

test('a task that is cancelled meanwhile ends when none of its files is written any more', async () => {
  const { execution, parts, calls, resultWrite, fileSave } = finishedWork();
  resultWrite.resolve(true);
  const received = await advanceTask(execution, parts);
  assert.ok(received.kind === 'moved');
  const stopping = advanceTask({ ...execution, task: { ...received.task, cancelRequested: true } }, parts);
  await new Promise(resolve => setImmediate(resolve));
  assert.deepEqual(calls, ['write', 'save']);
  fileSave.resolve({ ok: true, files: [] });
  assert.equal((await stopping).kind, 'finished');
  assert.deepEqual(calls, ['write', 'save', 'renew', 'cancel', 'end']);
});

test('a worker whose lease is lost does not cancel the work that another worker has', async () => {
  const { execution, parts, calls } = finishedWork();
  const store = { ...parts.store, renewOne: async () => undefined };
  const partsWithoutLease = { ...parts, store } as unknown as AdvanceDependencies;
  const cancelled = { ...execution.task, cancelRequested: true };
  assert.equal((await advanceTask({ ...execution, task: cancelled }, partsWithoutLease)).kind, 'lease_lost');
  assert.deepEqual(calls, []);
});

test('a start from before a crash is looked up without its input images, which may be gone', async () => {
  const { execution, parts } = finishedWork();
  const engine = { ...execution.engine, find: async () => 'found' };
  const task = { ...execution.task, phase: 'starting' as const, startKey: 'task:0' };
  const routing = {
    ...parts.routing,
    admit: async () => 'admitted',
    recordSuccess: async () => {},
    expectedCost: () => undefined,
  };
  const store = { ...parts.store, moveToRunning: async () => true };
  const looking = { ...parts, routing, store } as unknown as AdvanceDependencies;
  const outcome = await advanceTask({ ...execution, engine, task, isResumed: true }, looking);
  assert.ok(outcome.kind === 'moved' && outcome.task.phase === 'running');
  assert.equal(outcome.task.handle, 'found');
});

test('an adapter that fails by itself is not asked forever, and its task says so', async () => {
  const { execution, parts, calls } = finishedWork();
  const mistake = new RangeError('Maximum call stack size exceeded');
  const causes: unknown[] = [];
  const engine = { ...execution.engine, check: () => Promise.reject(mistake) };
  const events = {
    ...parts.events,
    checkFailed: () => {},
    engineFailed: (_: unknown, error: Error) => causes.push(error.cause),
  };
  const failing = { ...execution, engine };
  const following = {
    ...parts,
    events: { ...events, taskEnded: () => {} },
  } as unknown as AdvanceDependencies;
  const kinds: string[] = [];
  while (kinds.at(-1) !== 'finished' && kinds.length < 20)
    kinds.push((await advanceTask(failing, following)).kind);
  assert.deepEqual(kinds, ['rescheduled', 'rescheduled', 'rescheduled', 'rescheduled', 'finished']);
  assert.deepEqual(causes, [mistake]);
  assert.deepEqual(calls, ['renew', 'cancel', 'end']);
});

test('bought work is followed to its deadline, whatever fails in its adapter', async () => {
  const { execution, parts } = finishedWork();
  const { traits } = execution.engine;
  const engine = {
    ...execution.engine,
    traits: { ...traits, isPaid: true },
    check: () => Promise.reject(new RangeError('no')),
  };
  for (let count = 0; count < 20; count++)
    assert.equal((await advanceTask({ ...execution, engine }, parts)).kind, 'rescheduled');
});

test('a task that ends before its engine was called leaves the trial of a paused route to another', async () => {
  const { execution, parts } = finishedWork();
  const releasedEngines: string[] = [];
  const routing = { recordUntried: async ({ engine }: LeasedTask) => void releasedEngines.push(engine) };
  const stopping = { ...parts, routing } as unknown as AdvanceDependencies;
  const cancelled = { ...execution.task, engine: 'gpu', cancelRequested: true };
  for (const phase of ['queued', 'starting', 'running'] as const) {
    const outcome = await advanceTask({ ...execution, task: { ...cancelled, phase } }, stopping);
    assert.equal(outcome.kind, 'finished');
  }
  assert.deepEqual(releasedEngines, ['gpu', 'gpu']);
  const calledExecution = {
    ...execution,
    memo: { isCalled: true },
    task: { ...cancelled, phase: 'starting' as const },
  };
  await advanceTask(calledExecution, stopping);
  assert.equal(releasedEngines.length, 2);
});
