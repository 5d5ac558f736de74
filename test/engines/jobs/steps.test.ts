/** Tasks of several steps: finished steps are kept, rejected ones wait, and nothing is started twice. */
import { reasonText } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEngine } from '../../../src/engines/contract/conformance.ts';
import type { Engine } from '../../../src/engines/contract/engine.ts';
import type { EngineHandle } from '../../../src/engines/contract/engine-handle.ts';
import type { EngineJob } from '../../../src/engines/contract/engine-job.ts';
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import type { TestBackend } from '../../support/test-engine/backend.ts';
import { instanceAt, never, smallJob, type InstanceChoices } from '../../support/test-engine/instance.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';
import { plannedTestKind } from '../../support/test-engine/step-kind.ts';

const server = await startTestEngineServer();
let backends = 0;

const newBackend = (behavior: object = {}) => server.addBackend(`steps-${backends++}`, behavior);
const openAt = (backend: TestBackend, choices?: InstanceChoices) =>
  plannedTestKind.open(instanceAt(backend, choices));
const job: EngineJob = smallJob;
const call = { signal: never, job: async () => job };

testEngine(
  'planned test engine',
  async () => openAt(await newBackend(), { settings: { afterUnknownStart: 'find' } }),
  {
    jobs: ['grid'],
    gridJob: job,
  },
);

/** Checks until the predicate holds for the stored handle, or until the end. */
async function checkUntil(
  engine: Engine,
  from: EngineHandle,
  isEnough: (handle: EngineHandle) => boolean = () => false,
): Promise<{ handle: EngineHandle; status: EngineStatus }> {
  let handle = from;
  for (;;) {
    const status = await engine.check(handle, 1000, call);
    if (status.state !== 'running') return { handle, status };
    // The same object, as a worker passes it on under its lease.
    handle = status.handle ?? handle;
    if (isEnough(handle)) return { handle, status };
  }
}

const listStates = (handle: EngineHandle) =>
  (handle as unknown as { steps: { state: string }[] }).steps.map(({ state }) => state);
const startCounts = ({ counts }: TestBackend) => Object.values(counts.accepted);

test('a grid takes four steps, two at a time', async () => {
  const backend = await newBackend({ secondsPerJob: 3600 });
  const engine = openAt(backend);
  const start = await engine.start(job, 'grid:0', never);
  const { handle } = await checkUntil(engine, start, () => backend.counts.running === 2);
  backend.change({ secondsPerJob: 0.01 });
  backend.finishRunning();
  const { status } = await checkUntil(engine, handle);
  assert.ok(status.state === 'done' && status.media.length === 4, JSON.stringify(status));
  assert.deepEqual(startCounts(backend), [1, 1, 1, 1]);
  assert.equal(backend.counts.maxRunning, 2);
});

test('when the engine loses its jobs, finished steps are kept and the others start again', async () => {
  const backend = await newBackend({ secondsPerJob: 0.05 });
  const engine = openAt(backend);
  const isHalfDone = (handle: EngineHandle) =>
    listStates(handle).filter(state => state === 'done').length >= 2;
  const before = await checkUntil(engine, await engine.start(job, 'lost:0', never), isHalfDone);
  const done = listStates(before.handle).filter(state => state === 'done').length;
  backend.change({ secondsPerJob: 0.01 });
  await backend.restart();
  const { status } = await checkUntil(engine, before.handle);
  assert.equal(status.state, 'done', JSON.stringify(status));
  assert.ok(
    startCounts(backend).every(times => times === 1),
    'each key once',
  );
  assert.ok(startCounts(backend).length <= 4 + (4 - done), 'only unfinished steps start again');
});

test('a later step that is temporarily rejected waits, and the others are kept', async () => {
  const backend = await newBackend({ secondsPerJob: 0.02 });
  const engine = openAt(backend);
  const handle = await engine.start(job, 'busy:0', never);
  backend.change({ onStart: 'refuse429', startsAffected: 1 });
  const { status } = await checkUntil(engine, handle);
  assert.equal(status.state, 'done', JSON.stringify(status));
  assert.deepEqual(startCounts(backend), [1, 1, 1, 1]);
});

const paidNever = { settings: { paid: true, afterUnknownStart: 'never' } } as const;

test('a paid step that is temporarily rejected is not announced, so another process can continue with it', async () => {
  const backend = await newBackend({ secondsPerJob: 0.02 });
  const handle = await openAt(backend, paidNever).start(job, 'wait:0', never);
  backend.change({ onStart: 'refuse429', startsAffected: 1 });
  const engine = openAt(backend, paidNever);
  let now = handle;
  let waiting: EngineHandle | undefined;
  for (let isOver = false; !isOver;) {
    const status = await engine.check(now, 1000, call);
    assert.ok(status.state === 'running', JSON.stringify(status));
    now = status.handle ?? now;
    const isAnnounced = listStates(now).includes('starting');
    if (isAnnounced) assert.equal(status.checkAgainMs, 0, 'an announced step is started at once');
    isOver = isAnnounced && waiting !== undefined;
    if (status.checkAgainMs > 0) waiting ??= now;
  }
  const { status } = await checkUntil(openAt(backend, paidNever), structuredClone(waiting ?? null));
  assert.equal(status.state, 'done', JSON.stringify(status));
  assert.deepEqual(startCounts(backend), [1, 1, 1, 1]);
});

test('a check that is repeated, because its handle could not be stored, starts nothing twice', async () => {
  const backend = await newBackend({ secondsPerJob: 3600 });
  const engine = openAt(backend, paidNever);
  const isAnnounced = (handle: EngineHandle) => listStates(handle).includes('starting');
  const { handle } = await checkUntil(engine, await engine.start(job, 'again:0', never), isAnnounced);
  const first = await engine.check(handle, 0, call);
  assert.deepEqual(await engine.check(handle, 0, call), first);
  assert.ok(first.state === 'running' && first.handle, JSON.stringify(first));
  assert.deepEqual([startCounts(backend), backend.counts.running], [[1, 1], 2]);
});

test('a paid step with an unknown start ends the job, and the others are cancelled', async () => {
  const backend = await newBackend({ secondsPerJob: 3600 });
  const engine = openAt(backend, paidNever);
  const isAnnounced = (handle: EngineHandle) => listStates(handle).includes('starting');
  const { handle } = await checkUntil(engine, await engine.start(job, 'paid:0', never), isAnnounced);
  // Another process takes over. It cannot know whether the first one has called the engine.
  const { status } = await checkUntil(openAt(backend, paidNever), structuredClone(handle));
  assert.ok(status.state === 'failed' && !status.retryable, JSON.stringify(status));
  assert.match(reasonText(status.reason), /unknown/);
  assert.deepEqual([startCounts(backend), backend.counts.running], [[1], 0]);
});

for (const afterUnknownStart of ['repeat', 'find'] as const)
  test(`a step whose response is lost continues as the same work (${afterUnknownStart})`, async () => {
    const backend = await newBackend({ secondsPerJob: 0.02 });
    const engine = openAt(backend, { settings: { afterUnknownStart } });
    const handle = await engine.start(job, `unknown-${afterUnknownStart}:0`, never);
    backend.change({ onStart: 'acceptThenReset', startsAffected: 1 });
    const { status } = await checkUntil(engine, handle);
    assert.equal(status.state, 'done', JSON.stringify(status));
    assert.ok(
      startCounts(backend).every(times => times === 1) || afterUnknownStart === 'repeat',
      String(startCounts(backend)),
    );
    assert.equal(startCounts(backend).length, 4);
  });

test('a cancelled job leaves nothing running', async () => {
  const backend = await newBackend({ secondsPerJob: 3600 });
  const engine = openAt(backend);
  const two = (handle: EngineHandle) => listStates(handle).filter(state => state === 'running').length === 2;
  const { handle } = await checkUntil(engine, await engine.start(job, 'stop:0', never), two);
  await engine.cancel(handle);
  assert.equal(backend.counts.running, 0);
});

test('a step that another process stored is not started because this process once announced it', async () => {
  const backend = await newBackend({ secondsPerJob: 3600 });
  const engine = openAt(backend, paidNever);
  const isAnnounced = (handle: EngineHandle) => listStates(handle).includes('starting');
  const { handle } = await checkUntil(engine, await engine.start(job, 'twice:0', never), isAnnounced);
  // This process never stored its announcement: the lease had moved to another process,
  // which stored the same and died.
  const stored = JSON.parse(JSON.stringify(handle)) as EngineHandle;
  const status = await engine.check(stored, 0, call);
  assert.equal(status.state, 'failed', JSON.stringify(status));
  assert.deepEqual(startCounts(backend), [1]);
});

test("the route's settings at the start apply to all steps", async () => {
  const backend = await newBackend({ secondsPerJob: 0.01 });
  const engine = openAt(backend);
  const changedCall = {
    ...call,
    job: async () => ({ ...job, upstream: 'another', parameters: { steps: 1 } }),
  };
  let handle = await engine.start(job, 'route:0', never);
  for (;;) {
    const status = await engine.check(handle, 1000, changedCall);
    if (status.state !== 'running') break;
    handle = status.handle ?? handle;
  }
  const upstreams = backend.received.map(({ job: received }) => (received as { upstream?: string }).upstream);
  assert.deepEqual(upstreams, Array(4).fill(job.upstream));
});

test('if one step cannot be cancelled, the others still are', async () => {
  const backend = await newBackend({ secondsPerJob: 3600 });
  const engine = openAt(backend);
  const two = (handle: EngineHandle) => listStates(handle).filter(state => state === 'running').length === 2;
  const { handle } = await checkUntil(engine, await engine.start(job, 'some:0', never), two);
  const brokenHandle = structuredClone(handle) as { steps: { handle: unknown }[] };
  brokenHandle.steps[0]!.handle = null;
  await assert.rejects(engine.cancel(brokenHandle as never));
  assert.equal(backend.counts.running, 1);
});
