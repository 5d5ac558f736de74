/** How the adapter of the test engine handles each behavior of its backend. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEngine } from '../../../src/engines/contract/conformance.ts';
import type { EngineFailure } from '../../../src/engines/contract/engine-failure.ts';
import type { Behavior } from '../../support/test-engine/behavior.ts';
import { unreachableError } from '../../support/test-engine/failures.ts';
import {
  waitForEnd,
  catchFailure,
  instanceAt,
  call,
  never,
  openAt,
  smallJob as job,
  toVerdict,
} from '../../support/test-engine/instance.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { testEngineKind } from '../../support/test-engine/kind.ts';
import { startTestEngineServer } from '../../support/test-engine/server.ts';

const server = await startTestEngineServer();
let backends = 0;
const newBackend = (behavior: Partial<Behavior> = {}, seed?: number) =>
  server.addBackend(`backend-${backends++}`, behavior, seed);

for (const [afterUnknownStart, clip] of [
  ['repeat', { width: 64, height: 48, seconds: 1, framesPerSecond: 12, audio: true }],
  ['find', { width: 64, height: 48, seconds: 2, framesPerSecond: 12 }],
] as const)
  testEngine(
    `test engine, ${afterUnknownStart}`,
    async () =>
      openAt(await newBackend({ secondsPerJob: 0.02, cost: '0.04' }), { settings: { afterUnknownStart } }),
    { jobs: testEngineKind.offer('', {}).jobs, gridJob: job, clipJob: { ...job, ...clip, kind: 'clip' } },
  );

/** The engine may have accepted the job. */
const unknown = { code: 'engine_unavailable', retryable: true, notStarted: false };

const rejections: readonly (readonly [Behavior['onStart'], EngineFailure, boolean, boolean])[] = [
  ['refuse503', 'engine_busy', true, true],
  ['refuse429', 'engine_busy', true, true],
  ['refuse401', 'engine_unauthorized', false, true],
  ['refuse403', 'engine_unauthorized', false, true],
  ['bad400', 'engine_rejected', false, true],
  ['reset', 'engine_unavailable', true, false],
];
for (const [onStart, code, retryable, notStarted] of rejections)
  test(`a start answered with ${onStart} is ${code}, and no job begins`, async () => {
    const backend = await newBackend({ onStart });
    const failure = await catchFailure(openAt(backend).start(job, 'one:0', never));
    assert.deepEqual(toVerdict(failure), { code, retryable, notStarted });
    assert.deepEqual([backend.counts.refused, backend.counts.accepted, backend.received], [1, {}, []]);
  });

test('a start that is never answered ends when its signal is aborted, with an unknown outcome', async () => {
  const backend = await newBackend({ onStart: 'hang' });
  const controller = new AbortController();
  const failure = catchFailure(openAt(backend).start(job, 'one:0', controller.signal));
  await waitUntil(() => backend.counts.refused === 1);
  controller.abort();
  assert.deepEqual(toVerdict(await failure), unknown);
});

test('a start whose response is lost has begun: the same key returns its job, which is paid once', async () => {
  const backend = await newBackend({ onStart: 'acceptThenReset', startsAffected: 1, cost: '0.5' });
  const engine = openAt(backend);
  assert.deepEqual(toVerdict(await catchFailure(engine.start(job, 'one:0', never))), unknown);
  assert.deepEqual(backend.counts.accepted, { 'one:0': 1 });
  assert.equal((await waitForEnd(engine, 'one:0')).state, 'done');
  assert.deepEqual([backend.counts.accepted, backend.counts.billedMicros], [{ 'one:0': 1 }, 500_000]);
});

test('a backend that does not know start keys does the work of a repeated start again', async () => {
  const backend = await newBackend({ deduplicates: false });
  const engine = openAt(backend);
  const first = await engine.start(job, 'one:0', never);
  assert.notDeepEqual(await engine.start(job, 'one:0', never), first);
  assert.deepEqual(backend.counts.accepted, { 'one:0': 2 });
});

test('a backend that is down refuses connections, and keeps its URL and its jobs', async () => {
  const backend = await newBackend();
  const engine = openAt(backend);
  const handle = await engine.start(job, 'one:0', never);
  const { url } = backend;
  await backend.goDown();
  const unavailableVerdict = { code: 'engine_unavailable', retryable: true, notStarted: true };
  assert.deepEqual(toVerdict(await catchFailure(engine.start(job, 'two:0', never))), unavailableVerdict);
  assert.equal((await catchFailure(engine.check(handle, 0, call))).code, 'engine_unavailable');
  assert.equal(
    (await catchFailure(testEngineKind.probe!(instanceAt(backend), never))).code,
    'engine_unavailable',
  );
  await backend.comeUp();
  assert.equal(backend.url, url);
  assert.equal((await engine.check(handle, 5000, call)).state, 'done');
  assert.deepEqual(Object.keys(backend.counts.accepted), ['one:0']);
});

test('a host counts as unreachable only if none of its addresses was reached', () => {
  const makeError = (code: string) => Object.assign(new Error(code), { code });
  const failed = (cause: unknown) => unreachableError(new TypeError('fetch failed', { cause })).notStarted;
  const codes = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'ECONNRESET'];
  assert.deepEqual(
    codes.map(code => failed(makeError(code))),
    [true, true, true, true, false],
  );
  assert.equal(
    failed(new AggregateError([makeError('ECONNREFUSED'), makeError('ECONNREFUSED')], 'two')),
    true,
  );
  assert.equal(
    failed(new AggregateError([makeError('ECONNREFUSED'), makeError('ECONNRESET')], 'two')),
    false,
  );
});

for (const [failWith, code, retryable] of [
  ['error', 'engine_error', true],
  ['rejected', 'engine_rejected', false],
  ['content', 'content_refused', false],
] as const)
  test(`a job that ends as ${failWith} failed as ${code}, and costs nothing`, async () => {
    const backend = await newBackend({ failShare: 1, failWith, cost: '0.5' });
    const state = await waitForEnd(openAt(backend), 'one:0');
    assert.ok(state.state === 'failed', state.state);
    assert.deepEqual([state.code, state.retryable], [code, retryable]);
    assert.deepEqual([backend.counts.failed, backend.counts.billedMicros], [1, 0]);
  });

test('without the right key nothing is accepted, and no error contains the key', async () => {
  const backend = await newBackend({ key: 'sesame-5f3a' });
  const unauthorizedVerdict = { code: 'engine_unauthorized', retryable: false, notStarted: true };
  for (const secret of [undefined, 'wrong-key-77', 'wrong\n-key-77']) {
    const options = instanceAt(backend, { secret });
    const error = await catchFailure(testEngineKind.open(options).start(job, 'one:0', never));
    assert.deepEqual(toVerdict(error), unauthorizedVerdict);
    assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`, /key-77/);
    assert.equal((await catchFailure(testEngineKind.probe!(options, never))).code, 'engine_unauthorized');
  }
  const engine = openAt(backend, { secret: 'sesame-5f3a' });
  const handle = await engine.start(job, 'two:0', never);
  assert.deepEqual([backend.counts.accepted, backend.counts.refused], [{ 'two:0': 1 }, 2]);
  backend.change({ key: 'changed' });
  const { code, retryable } = await catchFailure(engine.check(handle, 0, call));
  assert.deepEqual([code, retryable], ['engine_unauthorized', true], 'the work continues');
});

test('a probe lists the models and generates nothing', async () => {
  const backend = await newBackend({ models: ['painter-large', 'painter-small'], key: 'sesame' });
  const probeResult = await testEngineKind.probe!(instanceAt(backend, { secret: 'sesame' }), never);
  assert.deepEqual(probeResult, {
    program: 'test-engine 1',
    models: ['painter-large', 'painter-small'],
    notes: [],
  });
  assert.deepEqual([backend.counts.probes, backend.received], [1, []]);
});
