/** Requests whose response is the result itself. */
import { reason } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMemorySpool } from '../../../../test/support/engines/memory-spool.ts';
import { EngineError } from '../../contract/engine-error.ts';
import { type Ask, type HeldAnswer, HeldAnswers, type HeldCall, type RequestUpdate } from './held-answers.ts';

const never = new AbortController().signal;
const picture = {
  kind: 'picture',
  contentType: 'image/png',
  width: 2,
  height: 1,
  bytes: new Uint8Array([1, 2, 3]),
} as const;
const preview = { contentType: 'image/png', bytes: new Uint8Array([9]), width: 2, height: 1 } as const;
const answer: HeldAnswer = { files: [picture], costMicros: 5 };
const busy = () =>
  new EngineError('engine_busy', reason('not_accepting'), { retryable: true, notStarted: true });

/** A request that is sent immediately and answered by the test. It counts how often it was made. */
function manualRequest() {
  const reply = Promise.withResolvers<HeldAnswer>();
  let count = 0;
  let signal: AbortSignal | undefined;
  let sendUpdate: HeldCall['onUpdate'] = () => {};
  const ask: Ask = call => {
    count++;
    ({ signal, onUpdate: sendUpdate } = call);
    call.onSent();
    call.signal.addEventListener('abort', () => reply.reject(new Error('aborted')));
    return reply.promise;
  };
  return {
    ask,
    reply,
    count: () => count,
    isAborted: () => signal?.aborted,
    sendUpdate: (updates: RequestUpdate) => sendUpdate(updates),
  };
}

/** Sleeps end immediately, so tests wait only for their own signals. */
const noWait = { now: () => 0, sleep: async () => {} };

test('a response is stored in the spool before the step is done, and can be read after a restart', async () => {
  const spool = openMemorySpool();
  const answers = new HeldAnswers(spool, { clock: noWait });
  const { ask, reply } = manualRequest();
  const handle = await answers.start('a:0', ask, never);
  assert.deepEqual(await answers.check(handle, 0, never), { state: 'running', progress: 0, checkAgainMs: 0 });
  assert.equal(spool.files.size, 0);
  reply.resolve(answer);
  const done = await new HeldAnswers(spool).check(handle, 0, never);
  assert.equal(done.state, 'lost', 'another process does not have it yet');
  await reply.promise;
  const waiting = new HeldAnswers(spool);
  let state = await answers.check(handle, 0, never);
  while (state.state === 'running') state = await answers.check(handle, 0, never);
  assert.deepEqual(await waiting.check(handle, 0, never), state);
  assert.ok(state.state === 'done' && state.media[0]);
  assert.equal(state.costMicros, 5);
  assert.deepEqual(await waiting.open(handle, state.media[0], never), picture.bytes);
  assert.deepEqual(await answers.check(handle, 0, never), state, 'a check can be repeated');
});

test('a response that nobody asks for is kept in the spool and not in memory', async () => {
  const spool = openMemorySpool();
  const answers = new HeldAnswers(spool, { clock: noWait });
  const { ask, reply, isAborted } = manualRequest();
  const handle = await answers.start('a:0', ask, never);
  reply.resolve(answer);
  while (!spool.files.has('a:0/answer.json')) await new Promise(resolve => setImmediate(resolve));
  await new Promise(resolve => setImmediate(resolve));
  answers.close();
  assert.equal(isAborted(), false, 'the request is no longer held');
  assert.equal(
    (await new HeldAnswers(spool).check(handle, 0, never)).state,
    'done',
    'another process can still read the response',
  );
});

test('a start whose caller has gone aborts its request', async () => {
  const { ask, isAborted } = manualRequest();
  const abortedSignal = AbortSignal.abort();
  await new HeldAnswers(openMemorySpool(), { clock: noWait })
    .start('a:0', ask, abortedSignal)
    .catch(() => {});
  assert.equal(isAborted(), true);
});

test('a request that was interrupted by the end of its process is lost', async () => {
  const spool = openMemorySpool();
  const { ask } = manualRequest();
  const handle = await new HeldAnswers(spool, { clock: noWait }).start('a:0', ask, never);
  const next = new HeldAnswers(spool);
  assert.deepEqual(await next.check(handle, 0, never), { state: 'lost' });
  await next.cancel(handle);
  assert.deepEqual(await next.check({ id: 1 }, 0, never), { state: 'lost' });
});

test('repeated starts with one key make a single request, even after the response and a restart', async () => {
  const spool = openMemorySpool();
  const answers = new HeldAnswers(spool, { clock: noWait });
  const { ask, reply, count } = manualRequest();
  const handle = await answers.start('a:0', ask, never);
  assert.deepEqual(await answers.start('a:0', ask, never), handle);
  reply.resolve(answer);
  while ((await answers.check(handle, 0, never)).state === 'running');
  assert.deepEqual(await new HeldAnswers(spool).start('a:0', ask, never), handle);
  assert.equal(count(), 1);
});

test('a rejection soon after the request fails the start, which can be repeated', async () => {
  const answers = new HeldAnswers(openMemorySpool());
  const rejectRequest: Ask = async ({ onSent }) => {
    onSent();
    throw busy();
  };
  await assert.rejects(answers.start('a:0', rejectRequest, never), (error: EngineError) => error.notStarted);
  const { ask, reply } = manualRequest();
  reply.resolve(answer);
  const handle = await answers.start('a:0', ask, never);
  assert.equal((await answers.check(handle, 1000, never)).state, 'done');
});

test('a later failure is a failed step, reported by every check', async () => {
  const answers = new HeldAnswers(openMemorySpool(), { clock: noWait });
  const { ask, reply } = manualRequest();
  const handle = await answers.start('a:0', ask, never);
  reply.reject(busy());
  const failed = {
    state: 'failed',
    code: 'engine_busy',
    reason: reason('not_accepting'),
    retryable: true,
    // A late rejection is still a rejection.
    notStarted: true,
  } as const;
  let state = await answers.check(handle, 0, never);
  while (state.state === 'running') state = await answers.check(handle, 0, never);
  assert.deepEqual(state, failed);
  assert.deepEqual(await answers.check(handle, 1000, never), failed);
  await answers.cancel(handle);
  assert.deepEqual(await answers.check(handle, 0, never), { state: 'lost' });
});

test('a start ends with its signal until the request was sent', async () => {
  const controller = new AbortController();
  const stuck: Ask = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(busy())));
  const start = new HeldAnswers(openMemorySpool()).start('a:0', stuck, controller.signal);
  setImmediate(() => controller.abort());
  await assert.rejects(start, EngineError);
});

test('progress is reported by the next check, and each preview once', async () => {
  const answers = new HeldAnswers(openMemorySpool(), { clock: noWait });
  const { ask, sendUpdate } = manualRequest();
  const handle = await answers.start('a:0', ask, never);
  const running = { state: 'running', checkAgainMs: 0 } as const;
  sendUpdate({ progress: 0.25, preview });
  assert.deepEqual(await answers.check(handle, 0, never), { ...running, progress: 0.25, preview });
  assert.deepEqual(await answers.check(handle, 0, never), { ...running, progress: 0.25 });
  const laterPreview = { ...preview, bytes: new Uint8Array([8]) };
  sendUpdate({ progress: 0.5, preview });
  sendUpdate({ progress: 0.1, preview: laterPreview });
  sendUpdate({ progress: 0.75 });
  assert.deepEqual(await answers.check(handle, 0, never), {
    ...running,
    progress: 0.75,
    preview: laterPreview,
  });
});

test('a waiting check ends when there is progress', async () => {
  let isPatient = false;
  const sleep = async (_: number, signal?: AbortSignal) => {
    if (isPatient) await new Promise(resolve => signal?.addEventListener('abort', resolve));
  };
  const answers = new HeldAnswers(openMemorySpool(), { clock: { now: () => 0, sleep } });
  const { ask, sendUpdate } = manualRequest();
  const handle = await answers.start('a:0', ask, never);
  isPatient = true;
  const waiting = answers.check(handle, 1000, never);
  setImmediate(() => sendUpdate({ progress: 0.5, preview }));
  assert.deepEqual(await waiting, { state: 'running', progress: 0.5, preview, checkAgainMs: 0 });
});

test('cancelling a step aborts its request', async () => {
  const answers = new HeldAnswers(openMemorySpool(), { clock: noWait });
  const { ask, isAborted } = manualRequest();
  const handle = await answers.start('a:0', ask, never);
  await answers.cancel(handle);
  assert.equal(isAborted(), true);
  assert.deepEqual(await answers.check(handle, 0, never), { state: 'lost' });
  await answers.cancel(handle);
});

test('a start whose handle was not stored is cancelled by its key, and its response is deleted', async () => {
  const spool = openMemorySpool();
  const answers = new HeldAnswers(spool, { clock: noWait });
  const [open, answeredRequest] = [manualRequest(), manualRequest()];
  const handle = await answers.start('a:0', open.ask, never);
  answeredRequest.reply.resolve(answer);
  const done = await answers.start('b:0', answeredRequest.ask, never);
  while ((await answers.check(done, 0, never)).state === 'running');
  assert.notEqual(spool.files.size, 0);
  for (const key of ['a:0', 'b:0', 'unknown']) await answers.cancelKey(key);
  assert.equal(open.isAborted(), true);
  for (const each of [handle, done]) assert.deepEqual(await answers.check(each, 0, never), { state: 'lost' });
  assert.equal(spool.files.size, 0);
});

test('failures that were reported are not kept for the life of the engine', async () => {
  const answers = new HeldAnswers(openMemorySpool(), { clock: noWait });
  const readState = async (key: string) => {
    let state = await answers.check({ key }, 0, never);
    while (state.state === 'running') state = await answers.check({ key }, 0, never);
    return state.state;
  };
  for (let each = 0; each <= 100; each++) {
    const { ask, reply } = manualRequest();
    await answers.start(`a:${each}`, ask, never);
    reply.reject(busy());
    assert.equal(await readState(`a:${each}`), 'failed');
  }
  assert.deepEqual([await readState('a:100'), await readState('a:0')], ['failed', 'lost']);
});

test('a failing spool fails the cancellation of a step', async () => {
  const drop = () => Promise.reject(new RangeError('the disk is gone'));
  const answers = new HeldAnswers({ ...openMemorySpool(), drop });
  await assert.rejects(answers.cancel({ key: 'a:0' }), RangeError);
});

test('a failing spool loses no response: the next check stores it', async () => {
  const spool = openMemorySpool();
  let isFull = true;
  const put: typeof spool.put = async (...file) => {
    if (isFull) throw new RangeError('no space left');
    await spool.put(...file);
  };
  const answers = new HeldAnswers({ ...spool, put });
  const { ask, reply } = manualRequest();
  reply.resolve(answer);
  const handle = await answers.start('a:0', ask, never);
  await assert.rejects(answers.check(handle, 1000, never), RangeError);
  isFull = false;
  assert.equal((await answers.check(handle, 1000, never)).state, 'done');
});
