/**
 * The adapter to media servers with the interfaces of OpenAI: work that was or may have been paid for, behind
 * proxies and with files elsewhere.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startMediaServer } from '../../support/providers/media-server.ts';
import { openAt } from '../../support/providers/openai-media.ts';
import { ageHandle } from '../../support/providers/paid-starts.ts';
import { startProviderServer } from '../../support/providers/provider-server.ts';
import { pictureOfSize, smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';
import { waitForEnd, runStep } from '../../support/engines/run-step.ts';

test('files of the server itself are fetched with its key, and files from elsewhere without', async () => {
  const key = 'planted-key';
  const server = await startMediaServer({ key, makeUrl: (_, name) => name });
  const openWithKey = () => openAt(server, { paid: true }, key);
  assert.equal((await runStep(openWithKey(), await smallStep('generate'))).state, 'done');
  server.behavior.makeUrl = ({ url }, name) => `${url}${name}`;
  assert.equal((await runStep(openWithKey(), await smallStep('generate'))).state, 'done');
  const storage = await startProviderServer({ isStart: () => false, answer: () => undefined });
  const { bytes } = await pictureOfSize(64, 64);
  const answers = [{ status: 503 }, { headers: { 'content-type': 'image/png' }, body: bytes }];
  storage.override = () => answers.shift();
  server.behavior.makeUrl = () => `${storage.url}/picture.png?signed`;
  const engine = openWithKey();
  const handle = await engine.start(await smallStep('generate'), 'a:0', never);
  const state = await waitForEnd(engine, handle);
  assert.ok(state.state === 'done' && state.media[0], JSON.stringify(state));
  const [file] = state.media;
  assert.equal((await catchFailure(Promise.resolve(engine.open(handle, file, never)))).retryable, true);
  assert.deepEqual(await engine.open(handle, file, never), Buffer.from(bytes), 'it is fetched later');
  assert.equal(storage.calls.length, 2);
  assert.ok(storage.calls.every(({ headers }) => headers.authorization === undefined));
  assert.equal(server.requests.length, 3, 'each image was requested once');
});

test('a file at a forbidden address is an error after the work was paid', async () => {
  const server = await startMediaServer({ makeUrl: () => 'ftp://files.example/picture.png' });
  const engine = openAt(server, { paid: true });
  const handle = await engine.start(await smallStep('generate'), 'a:0', never);
  const state = await waitForEnd(engine, handle);
  assert.ok(state.state === 'done' && state.media[0]);
  const failure = await catchFailure(Promise.resolve(engine.open(handle, state.media[0], never)));
  assert.deepEqual(toVerdict(failure), { code: 'engine_error', retryable: false, notStarted: false });
});

test('a paid clip that its server does not know yet, or that a proxy does not find, is polled again', async () => {
  const server = await startMediaServer();
  const engine = openAt(server, { makes: 'clips', paid: true });
  const handle = await engine.start(await smallStep('clip'), 'a:0', never);
  const jobs = [...server.jobs];
  server.jobs.clear();
  assert.equal((await engine.check(handle, 0, never)).state, 'running');
  assert.deepEqual(await engine.check(ageHandle(handle), 0, never), { state: 'lost' });
  server.behavior.isAway = true;
  const failure = await catchFailure(Promise.resolve(engine.check(ageHandle(handle), 0, never)));
  assert.deepEqual([failure.retryable, failure.notStarted], [true, false]);
  server.behavior.isAway = false;
  for (const [id, job] of jobs) server.jobs.set(id, job);
  assert.equal((await waitForEnd(engine, handle)).state, 'done');
});

test('a 503 of a proxy is an unknown start of paid work, a 503 of the server itself a rejection', async () => {
  const unclear = { code: 'engine_unavailable', retryable: true, notStarted: false };
  const busy = { code: 'engine_busy', retryable: true, notStarted: true };
  for (const [isProxy, isPaid, verdict] of [
    [true, true, unclear],
    [false, true, busy],
    [true, false, busy],
  ] as const) {
    const server = await startMediaServer({ status: 503, isProxy });
    for (const [makes, primitive] of [
      ['both', 'generate'],
      ['clips', 'clip'],
    ] as const) {
      const failure = await catchFailure(
        openAt(server, { makes, paid: isPaid }).start(await smallStep(primitive), 'a:0', never),
      );
      assert.deepEqual(toVerdict(failure), verdict, `${makes} ${isProxy} ${isPaid}`);
    }
  }
});

test('a CDN that did not reach a paid server says that nothing began, unless it may have', async () => {
  for (const [status, notStarted] of [
    [520, false],
    [521, true],
    [522, false],
    [523, true],
    [524, false],
    [525, true],
    [526, true],
    [530, true],
  ] as const) {
    const server = await startMediaServer({ status, isProxy: true });
    const engine = openAt(server, { makes: 'clips', paid: true });
    const failure = await catchFailure(engine.start(await smallStep('clip'), 'a:0', never));
    assert.deepEqual(
      toVerdict(failure),
      { code: 'engine_unavailable', retryable: true, notStarted },
      String(status),
    );
  }
});

test('after a late 5xx it is unknown whether the server accepted the request', async () => {
  const unclear = { code: 'engine_unavailable', retryable: true, notStarted: false };
  for (const lateStatus of [500, 502, 504])
    for (const isPaid of [true, false])
      for (const [makes, primitive] of [
        ['both', 'generate'],
        ['clips', 'clip'],
      ] as const) {
        const server = await startMediaServer({ lateStatus });
        const engine = openAt(server, { makes, paid: isPaid });
        const failure = await catchFailure(engine.start(await smallStep(primitive), 'a:0', never));
        assert.deepEqual(toVerdict(failure), unclear, `${makes} ${lateStatus} ${isPaid}`);
        assert.equal(engine.traits.afterUnknownStart, isPaid ? 'never' : 'repeat');
        assert.equal(server.requests.length, 1);
      }
});
