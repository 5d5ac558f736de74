/** The adapter to Midjourney proxies: how it classifies failures, and that it submits nothing twice. */
import { reason, reasonText } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EngineError } from '../../../src/engines/contract/engine-error.ts';
import type { EngineHandle } from '../../../src/engines/contract/engine-handle.ts';
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import { type ErrorCode, errorText, type Language } from '@kinora/shared/errors/errors';
import { dialectNames } from '../../../src/engines/kinds/mj-proxy/dialects.ts';
import {
  callFor,
  makeMedia,
  waitForEnd,
  followUp,
  gridJob,
  runJob,
  openAt,
  type Settings,
} from '../../support/mj-proxy/mj-proxy.ts';
import type { MjBehavior } from '../../support/mj-proxy/mj-proxy-behavior.ts';
import { startMjProxyServer } from '../../support/mj-proxy/mj-proxy-server.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';

const ends: readonly (readonly [Partial<MjBehavior>, Partial<EngineStatus>])[] = [
  [{ statuses: ['FAILURE'] }, { state: 'failed', code: 'content_refused', retryable: false }],
  [
    { statuses: ['FAIL'], failReason: 'no account is left' },
    { state: 'failed', code: 'engine_error', reason: reason('not_finished'), retryable: false },
  ],
  [{ statuses: ['CANCEL'] }, { state: 'failed', code: 'engine_error', reason: reason('cancelled_upstream') }],
  [{ hasNoFile: true }, { state: 'failed', code: 'engine_error', reason: reason('answer_unusable') }],
];
for (const [behavior, expected] of ends)
  test(`a task with ${JSON.stringify(behavior)} is ${expected.state}`, async () => {
    const { state } = await runJob(openAt(await startMjProxyServer(behavior)), gridJob);
    assert.deepEqual({ ...state, ...expected }, state);
    if (behavior.statuses?.[0] === 'FAILURE')
      assert.equal((state as { cause?: string }).cause, '[Banned prompt detected] a word');
  });

test('a task that the server has forgotten is lost, in the wording of each server', async () => {
  for (const dialect of dialectNames) {
    const server = await startMjProxyServer({ dialect });
    const engine = openAt(server);
    const handle = await engine.start(gridJob, 'f:0', never);
    server.forget();
    assert.deepEqual(await engine.check(handle, 0, callFor(gridJob)), { state: 'lost' }, dialect);
  }
});

test('a poll answered by something other than the server does not change the task', async () => {
  for (const dialect of dialectNames)
    for (const status of [200, 204, 404] as const) {
      const server = await startMjProxyServer({ dialect });
      const engine = openAt(server);
      const handle = await engine.start(gridJob, 'g:0', never);
      server.behavior.foreignStatus = status;
      const failure = await catchFailure(engine.check(handle, 0, callFor(gridJob)));
      assert.ok(failure.retryable, `${dialect} ${status}`);
      server.behavior.foreignStatus = undefined;
      assert.equal((await waitForEnd(engine, handle, gridJob)).state.state, 'done');
    }
});

const unknown = { code: 'engine_unavailable', retryable: true, notStarted: false } as const;
const busy = { code: 'engine_busy', retryable: true, notStarted: true } as const;
const unfundedVerdict = { code: 'engine_unfunded', retryable: false, notStarted: true } as const;
/** A Kinora that does not name its errors yet. */
const earlierText = (code: ErrorCode, language: Language) =>
  errorText(
    code,
    {
      amount: '0.04',
      currency: 'USD',
      reason: ', but only 0.00 is available',
      cap: 'total',
      limit: '1',
      left: '0',
    },
    language,
  );
const failures: readonly (readonly [Partial<MjBehavior>, Partial<EngineError>])[] = [
  [{ fault: 'reset' }, unknown],
  [{ fault: 'reset after' }, unknown],
  [{ fault: 'half' }, unknown],
  [{ fault: 'no json' }, unknown],
  [{ status: 500 }, unknown],
  [{ status: 500, isAfter: true }, unknown],
  [{ status: 429 }, busy],
  [{ status: 503 }, busy],
  [{ status: 503, answer: 'html' }, unknown],
  [{ status: 503, answer: 'html', isAfter: true }, unknown],
  [{ status: 503, answer: 'new-api', dialect: 'new-api' }, busy],
  [{ status: 400 }, { code: 'engine_rejected', retryable: false, notStarted: true }],
  [{ code: 3 }, { code: 'engine_unavailable', retryable: true, notStarted: true }],
  [{ code: 4 }, { code: 'engine_rejected', retryable: false, notStarted: true }],
  [{ status: 402 }, unfundedVerdict],
  [{ code: 4, description: 'quota_not_enough ', dialect: 'new-api' }, unfundedVerdict],
  [{ code: 4, errorCode: 'token_cap_reached', dialect: 'kinora' }, unfundedVerdict],
  [{ code: 4, description: earlierText('insufficient_balance', 'en'), dialect: 'kinora' }, unfundedVerdict],
  [{ code: 4, description: earlierText('insufficient_balance', 'zh'), dialect: 'kinora' }, unfundedVerdict],
  [{ code: 4, description: earlierText('token_cap_reached', 'en'), dialect: 'new-api' }, unfundedVerdict],
  [{ code: 4, description: earlierText('token_cap_reached', 'zh'), dialect: 'kinora' }, unfundedVerdict],
  [{ code: 5 }, unknown],
  [{ code: 9 }, busy],
  [{ code: 9, dialect: 'novicezk' }, unknown],
  [{ code: 23 }, busy],
  [{ code: 24 }, { code: 'content_refused', retryable: false, notStarted: true }],
  [{ code: 30 }, busy],
];
for (const [behavior, verdict] of failures)
  test(`a submit answered with ${JSON.stringify(behavior)} is ${verdict.code}`, async () => {
    const server = await startMjProxyServer(behavior);
    const failure = await catchFailure(openAt(server).start(gridJob, 'a:0', never));
    assert.deepEqual(toVerdict(failure), verdict);
    if (failure.code === 'engine_unfunded') assert.equal(failure.message, 'its account has no balance left');
    if (behavior.code === 24) assert.equal(failure.message, 'it refused the content: no, because (word)');
    assert.ok(server.submits.length <= 1);
  });

test('a server whose tasks are free may get a start again after any 503', async () => {
  const server = await startMjProxyServer({ status: 503, answer: 'html' });
  const failure = await catchFailure(openAt(server, { paid: false }).start(gridJob, 'h:0', never));
  assert.deepEqual(toVerdict(failure), busy);
});

test('a completed select and a submit with an unknown outcome are not paid again', async () => {
  for (const fault of ['reset after', 'half'] as const) {
    const server = await startMjProxyServer();
    const engine = openAt(server);
    const { recipe } = await makeMedia(engine, gridJob);
    const job = await followUp(recipe, { kind: 'variation', strength: 'strong' }, 1);
    const selection = await makeMedia(engine, await followUp(recipe, { kind: 'upscale' }, 1));
    const next = { ...job, parent: { ...job.parent!, recipe: selection.recipe ?? null } };
    const startedHandle = await engine.start(next, 'b:0', never);
    Object.assign(server.behavior, { fault });
    const { state } = await waitForEnd(engine, startedHandle, next);
    assert.ok(state.state === 'failed' && /unknown whether/.test(reasonText(state.reason)));
    assert.equal(server.submits.length, 3);
  }
});

test('a process that finds an announced submit sends it only to a server that knows its key', async () => {
  for (const dialect of ['trueai', 'kinora'] as const) {
    const server = await startMjProxyServer({ dialect });
    const engine = openAt(server);
    const { recipe } = await makeMedia(engine, gridJob);
    const job = await followUp(
      recipe,
      { kind: 'outpaint', frame: { x: -0.5, y: -0.5, width: 2, height: 2 } },
      1,
    );
    let handle = await engine.start(job, 'c:0', never);
    assert.equal(engine.mayStartMore?.(handle), true, 'the candidate is selected, the job is not sent yet');
    const isAnnounced = () => (handle as { step?: string; id?: string }).step === 'make';
    while (!isAnnounced()) {
      const state = await engine.check(handle, 0, callFor(job));
      assert.equal(state.state, 'running');
      if (state.state === 'running' && state.handle) handle = state.handle;
    }
    const stored = JSON.parse(JSON.stringify(handle)) as EngineHandle;
    // The first process sends it and dies before it can store the response.
    assert.equal(engine.mayStartMore?.(stored), true, 'the submit is announced');
    const status = await engine.check(handle, 0, callFor(job));
    assert.ok(status.state === 'running' && status.handle !== undefined);
    assert.equal(engine.mayStartMore?.(status.handle), false);
    const { state } = await waitForEnd(openAt(server), stored, job);
    assert.equal(state.state, dialect === 'kinora' ? 'done' : 'failed', dialect);
    assert.equal(server.submits.length, 3, dialect);
  }
});

test('a temporarily rejected follow-up is not announced while it waits, so another process can send it', async () => {
  const server = await startMjProxyServer();
  const engine = openAt(server);
  const { recipe } = await makeMedia(engine, gridJob);
  const frame = { x: -0.5, y: -0.5, width: 2, height: 2 };
  const job = await followUp(recipe, { kind: 'outpaint', frame }, 1);
  let handle = await engine.start(job, 'e:0', never);
  Object.assign(server.behavior, { status: 429, times: 1 });
  for (let isWaiting = false; !isWaiting;) {
    const state = await engine.check(handle, 0, callFor(job));
    assert.ok(state.state === 'running', JSON.stringify(state));
    handle = state.handle ?? handle;
    isWaiting = state.handle !== undefined && state.checkAgainMs > 0;
  }
  const { state } = await waitForEnd(openAt(server), JSON.parse(JSON.stringify(handle)), job);
  assert.equal(state.state, 'done', JSON.stringify(state));
  assert.equal(server.submits.length, 3);
});

test('only another Kinora gets a start twice, and only its paid tasks can be cancelled for free', async () => {
  const traits = async (settings: Settings) =>
    openAt(await startMjProxyServer({ dialect: settings.dialect ?? 'trueai' }), settings).traits;
  for (const isPaid of [true, false]) {
    const trueai = await traits({ dialect: 'trueai', paid: isPaid });
    assert.deepEqual([trueai.afterUnknownStart, trueai.isPaid, trueai.canCancel], ['never', isPaid, !isPaid]);
  }
  const kinora = await traits({ dialect: 'kinora' });
  assert.deepEqual([kinora.afterUnknownStart, kinora.isPaid, kinora.canCancel], ['repeat', true, true]);
  const server = await startMjProxyServer({ dialect: 'kinora', fault: 'reset after', times: 1 });
  const engine = openAt(server);
  assert.equal((await catchFailure(engine.start(gridJob, 'd:0', never))).notStarted, false);
  const handle = await engine.start(gridJob, 'd:0', never);
  assert.equal(server.submits.length, 1);
  await engine.cancel(handle);
  assert.ok([...server.tasks.values()][0]?.isCancelled);
});
