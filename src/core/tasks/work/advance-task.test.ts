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
function finished() {
  const [written, saved] = [Promise.withResolvers<boolean>(), Promise.withResolvers<SavedOutputs>()];
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
  const held: Execution = { task, engine, resumed: false, signal: new AbortController().signal, memo: {} };
  const parts = {
    clock: systemClock,
    routing: { findTimeoutSeconds: () => 60 },
    checkPace: openCheckPace(systemClock),
    events: new Proxy({}, { get: () => () => {} }),
    outputSaver: {
      finished: () => {
        calls.push('save');
        return saved.promise;
      },
    },
    store: {
      moveToSaving: () => {
        calls.push('write');
        return written.promise;
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
  return { held, parts, calls, written, saved };
}

test('the files of a result are made while it is written, and once', async () => {
  const { held, parts, calls, written, saved } = finished();
  const receiving = advanceTask(held, parts);
  await new Promise(resolve => setImmediate(resolve));
  assert.deepEqual(calls, ['write', 'save']);
  written.resolve(true);
  const received = await receiving;
  assert.ok(received.kind === 'moved' && received.task.phase === 'saving');
  saved.resolve({ ok: true, files: [] });
  assert.equal((await advanceTask({ ...held, task: received.task }, parts)).kind, 'finished');
  assert.deepEqual(calls, ['write', 'save', 'end']);
});

test('files that are made again after a failure are made anew', async () => {
  const { held, parts, calls, written, saved } = finished();
  written.resolve(true);
  saved.reject(new Error('no space'));
  const received = await advanceTask(held, parts);
  assert.ok(received.kind === 'moved');
  const saving = { ...held, task: received.task };
  await assert.rejects(advanceTask(saving, parts), /no space/);
  await assert.rejects(advanceTask(saving, parts), /no space/);
  assert.deepEqual(calls, ['write', 'save', 'save']);
});

test('a task that is cancelled meanwhile ends when none of its files is written any more', async () => {
  const { held, parts, calls, written, saved } = finished();
  written.resolve(true);
  const received = await advanceTask(held, parts);
  assert.ok(received.kind === 'moved');
  const stopping = advanceTask({ ...held, task: { ...received.task, cancelRequested: true } }, parts);
  await new Promise(resolve => setImmediate(resolve));
  assert.deepEqual(calls, ['write', 'save']);
  saved.resolve({ ok: true, files: [] });
  assert.equal((await stopping).kind, 'finished');
  assert.deepEqual(calls, ['write', 'save', 'renew', 'cancel', 'end']);
});

test('a worker whose lease is lost does not cancel the work that another worker has', async () => {
  const { held, parts, calls } = finished();
  const store = { ...parts.store, renewOne: async () => undefined };
  const lost = { ...parts, store } as unknown as AdvanceDependencies;
  const cancelled = { ...held.task, cancelRequested: true };
  assert.equal((await advanceTask({ ...held, task: cancelled }, lost)).kind, 'lease_lost');
  assert.deepEqual(calls, []);
});

test('a start from before a crash is looked up without its input images, which may be gone', async () => {
  const { held, parts } = finished();
  const engine = { ...held.engine, find: async () => 'found' };
  const task = { ...held.task, phase: 'starting' as const, startKey: 'task:0' };
  const routing = {
    ...parts.routing,
    admit: async () => 'admitted',
    succeeded: async () => {},
    expectedCost: () => undefined,
  };
  const store = { ...parts.store, moveToRunning: async () => true };
  const looking = { ...parts, routing, store } as unknown as AdvanceDependencies;
  const outcome = await advanceTask({ ...held, engine, task, resumed: true }, looking);
  assert.ok(outcome.kind === 'moved' && outcome.task.phase === 'running');
  assert.equal(outcome.task.handle, 'found');
});

test('an adapter that fails by itself is not asked forever, and its task says so', async () => {
  const { held, parts, calls } = finished();
  const mistake = new RangeError('Maximum call stack size exceeded');
  const noted: unknown[] = [];
  const engine = { ...held.engine, check: () => Promise.reject(mistake) };
  const events = {
    ...parts.events,
    checkFailed: () => {},
    engineFailed: (_: unknown, error: Error) => noted.push(error.cause),
  };
  const failing = { ...held, engine };
  const following = {
    ...parts,
    events: { ...events, taskEnded: () => {} },
  } as unknown as AdvanceDependencies;
  const kinds: string[] = [];
  while (kinds.at(-1) !== 'finished' && kinds.length < 20)
    kinds.push((await advanceTask(failing, following)).kind);
  assert.deepEqual(kinds, ['rescheduled', 'rescheduled', 'rescheduled', 'rescheduled', 'finished']);
  assert.deepEqual(noted, [mistake]);
  assert.deepEqual(calls, ['renew', 'cancel', 'end']);
});

test('bought work is followed to its deadline, whatever fails in its adapter', async () => {
  const { held, parts } = finished();
  const { traits } = held.engine;
  const engine = {
    ...held.engine,
    traits: { ...traits, isPaid: true },
    check: () => Promise.reject(new RangeError('no')),
  };
  for (let count = 0; count < 20; count++)
    assert.equal((await advanceTask({ ...held, engine }, parts)).kind, 'rescheduled');
});

test('a task that ends before its engine was called leaves the trial of a paused route to another', async () => {
  const { held, parts } = finished();
  const released: string[] = [];
  const routing = { notTried: async ({ engine }: LeasedTask) => void released.push(engine) };
  const stopping = { ...parts, routing } as unknown as AdvanceDependencies;
  const cancelled = { ...held.task, engine: 'gpu', cancelRequested: true };
  for (const phase of ['queued', 'starting', 'running'] as const) {
    const outcome = await advanceTask({ ...held, task: { ...cancelled, phase } }, stopping);
    assert.equal(outcome.kind, 'finished');
  }
  assert.deepEqual(released, ['gpu', 'gpu']);
  const called = { ...held, memo: { isCalled: true }, task: { ...cancelled, phase: 'starting' as const } };
  await advanceTask(called, stopping);
  assert.equal(released.length, 2);
});
