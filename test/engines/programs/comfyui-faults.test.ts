/**
 * How the ComfyUI adapter handles a server that is slow, hangs, returns wrong data,
 * disconnects or dies, at each step.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Fault, startFakeComfyui } from '../../support/comfyui/fake-comfyui.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { waitForEnd, generateStep, never, noiseStep, openAt } from '../../support/comfyui/open-comfyui.ts';
import { catchFailure, toVerdict } from '../../support/test-engine/instance.ts';
import { EngineError } from '../../../src/engines/contract/engine-error.ts';
import { systemClock } from '@kinora/shared/clock';

const unavailable = { code: 'engine_unavailable', retryable: true, notStarted: false };

suite('starting a step', () => {
  /** What the response to `POST /prompt` means for the next step of the task. */
  const verdicts: readonly (readonly [Fault['does'], object])[] = [
    [400, { code: 'engine_rejected', retryable: false, notStarted: true }],
    [401, { code: 'engine_unauthorized', retryable: false, notStarted: true }],
    [413, { code: 'engine_rejected', retryable: false, notStarted: true }],
    [429, { code: 'engine_busy', retryable: true, notStarted: true }],
    [503, { code: 'engine_busy', retryable: true, notStarted: true }],
    [500, unavailable],
    [502, unavailable],
    ['reset', unavailable],
    ['half', unavailable],
    ['page', unavailable],
    ['lie', unavailable],
  ];
  for (const [does, verdict] of verdicts)
    test(`a start answered with ${does} is classified and not retried`, async () => {
      const fake = await startFakeComfyui();
      fake.faults = [{ route: 'POST /prompt', does }];
      const error = await catchFailure(openAt(fake).start(await generateStep(), 'one', never));
      assert.deepEqual(toVerdict(error), verdict);
      assert.equal(
        fake.requests.filter(route => route === 'POST /prompt').length,
        1,
        'the adapter does not retry',
      );
    });

  for (const route of ['GET /object_info', 'POST /upload'])
    for (const does of [500, 429, 'reset', 'page'] as const)
      test(`a start whose ${route} is answered with ${does} counts as not started`, async () => {
        const fake = await startFakeComfyui();
        fake.faults = [{ route, does }];
        const error = await catchFailure(openAt(fake).start(await noiseStep('upscale'), 'one', never));
        assert.ok(error.notStarted, error.message);
        assert.equal(fake.queue.received.length, 0);
      });

  for (const does of [500, 'reset', 'half', 'hang'] as const)
    test(`a start that was accepted but answered with ${does} is found and runs once`, async () => {
      const fake = await startFakeComfyui();
      fake.faults = [{ route: 'POST /prompt', does, acts: true }];
      const engine = openAt(fake);
      const patience = new AbortController();
      const start = engine.start(await generateStep(), 'one', patience.signal);
      // It may fail before it is awaited.
      start.catch(() => {});
      await waitUntil(() => fake.queue.received.length === 1);
      if (does === 'hang') patience.abort();
      assert.deepEqual(toVerdict(await catchFailure(start)), unavailable);
      const foundHandle = await engine.find?.('one', never);
      assert.ok(foundHandle);
      assert.equal((await waitForEnd(engine, foundHandle)).state, 'done');
      assert.equal(fake.queue.received.length, 1);
    });

  test('a start counts as not started if nothing listens at the URL', async () => {
    const fake = await startFakeComfyui();
    await fake.kill();
    const error = await catchFailure(openAt(fake).start(await generateStep(), 'one', never));
    assert.deepEqual(toVerdict(error), { ...unavailable, notStarted: true });
  });
});

test('a repeated start may have begun and runs once, even if its prompt cannot be looked up at first', async () => {
  const fake = await startFakeComfyui();
  const engine = openAt(fake);
  fake.faults = [
    { route: 'POST /prompt', does: 500, acts: true },
    { route: 'GET /api/jobs', does: 500 },
  ];
  for (let tries = 0; tries < 2; tries++) {
    const error = await catchFailure(engine.start(await generateStep(), 'one', never));
    assert.deepEqual(toVerdict(error), unavailable);
  }
  const handle = await engine.start(await generateStep(), 'one', never);
  assert.equal((await waitForEnd(engine, handle)).state, 'done');
  assert.equal(fake.queue.received.length, 1);
});

suite('checking a step', () => {
  for (const does of [401, 429, 500, 'reset', 'half', 'page', 'lie'] as const)
    test(`a check answered with ${does} fails with a retryable error`, async () => {
      const fake = await startFakeComfyui();
      const engine = openAt(fake);
      const handle = await engine.start(await generateStep(), 'one', never);
      await waitUntil(() => fake.queue.history.size === 1);
      fake.faults = [{ route: 'GET /api/jobs', does }];
      const error = await catchFailure(waitForEnd(engine, handle));
      assert.ok(error.retryable, error.message);
      assert.equal((await waitForEnd(engine, handle)).state, 'done');
    });

  test('a check ends when its signal is aborted while the server hangs', async () => {
    const fake = await startFakeComfyui();
    const engine = openAt(fake);
    const handle = await engine.start(await generateStep(), 'one', never);
    await waitUntil(() => fake.queue.history.size === 1);
    fake.faults = [{ route: 'GET /api/jobs', does: 'hang' }];
    const patience = new AbortController();
    const check = engine.check(handle, 60_000, patience.signal);
    await waitUntil(() => fake.faults.length === 0);
    patience.abort();
    await catchFailure(check);
    assert.equal((await waitForEnd(engine, handle)).state, 'done');
  });

  test('a check finds the result without a socket', async () => {
    const fake = await startFakeComfyui();
    const engine = openAt(fake);
    fake.queue.isHeld = true;
    const handle = await engine.start(await generateStep(), 'one', never);
    fake.cutSockets();
    fake.queue.release();
    assert.equal((await waitForEnd(engine, handle)).state, 'done');
  });

  test('progress continues after the socket was cut', async () => {
    const fake = await startFakeComfyui();
    fake.addFile('CheckpointLoaderSimple', 'ckpt_name', 'sd_xl_base_1.0.safetensors');
    const engine = openAt(fake);
    fake.queue.isHeld = true;
    await engine.start(await generateStep('noise'), 'one', never);
    const second = await engine.start(await generateStep('sdxl'), 'two', never);
    fake.cutSockets();
    await waitUntil(() => fake.sockets.length === 1);
    fake.queue.release();
    let previews = 0;
    for (let state = await engine.check(second, 5000, never); state.state === 'running';) {
      if (state.preview) previews++;
      state = await engine.check(second, 5000, never);
    }
    assert.ok(previews > 0);
  });
});

suite('work that was started before a restart', () => {
  test('work is lost after kill -9 of the server, and the next start succeeds', async () => {
    const fake = await startFakeComfyui();
    const engine = openAt(fake);
    fake.queue.isHeld = true;
    const handle = await engine.start(await generateStep(), 'one', never);
    await fake.kill();
    await catchFailure(engine.check(handle, 0, never));
    await fake.comeUp();
    assert.equal((await engine.check(handle, 0, never)).state, 'lost');
    assert.equal(await engine.find?.('one', never), undefined);
    fake.queue.isHeld = false;
    assert.equal(
      (await waitForEnd(engine, await engine.start(await generateStep(), 'two', never))).state,
      'done',
    );
  });

  test('work that another process started is found', async () => {
    const fake = await startFakeComfyui();
    const first = openAt(fake);
    const handle = await first.start(await generateStep(), 'one', never);
    await first.close();
    assert.equal((await waitForEnd(openAt(fake), handle)).state, 'done');
  });
});

suite('fetching a result', () => {
  test('a result without any output is a failure', async () => {
    const fake = await startFakeComfyui();
    fake.queue.losesOutputs = true;
    const engine = openAt(fake);
    const state = await waitForEnd(engine, await engine.start(await generateStep(), 'one', never));
    assert.ok(state.state === 'failed' && state.code === 'engine_error', JSON.stringify(state));
  });

  for (const does of [404, 'empty', 'page'] as const)
    test(`a result whose file is answered with ${does} is a failure`, async () => {
      const fake = await startFakeComfyui();
      const engine = openAt(fake);
      fake.faults = [{ route: 'GET /view', does }];
      const state = await waitForEnd(engine, await engine.start(await generateStep(), 'one', never));
      assert.ok(state.state === 'failed' && state.code === 'engine_error', JSON.stringify(state));
    });

  for (const does of ['half', 'reset', 500] as const)
    test(`a file whose download ends with ${does} is downloaded again`, async () => {
      const fake = await startFakeComfyui();
      const engine = openAt(fake);
      fake.faults = [{ route: 'GET /view', does }];
      const handle = await engine.start(await generateStep(), 'one', never);
      assert.deepEqual(toVerdict(await catchFailure(waitForEnd(engine, handle))), unavailable);
      const state = await waitForEnd(engine, handle);
      assert.ok(state.state === 'done');
      const [media] = state.media;
      assert.ok(media);
      assert.ok(await engine.open(handle, media, never), 'kept since it was read');
      fake.faults = [{ route: 'GET /view', does }];
      await catchFailure(engine.open(handle, media, never));
      assert.ok(await engine.open(handle, media, never));
      fake.queue.files.clear();
      const failure = await catchFailure(engine.open(handle, media, never));
      assert.deepEqual([failure.code, failure.retryable], ['engine_error', false]);
    });
});

test('a download that is in progress when its check ends is not repeated', async () => {
  const fake = await startFakeComfyui();
  const engine = openAt(fake);
  fake.faults = [{ route: 'GET /view', does: 'stall' }];
  const handle = await engine.start(await generateStep(), 'one', never);
  const controller = new AbortController();
  const views = () => fake.requests.filter(route => route.startsWith('GET /view')).length;
  const unread = async () => {
    for (;;) {
      const state = await engine.check(handle, 60_000, controller.signal);
      if (views() > 0) return state;
    }
  };
  const check = unread();
  await waitUntil(() => views() === 1);
  controller.abort();
  assert.equal((await check).state, 'running');
  const next = engine.check(handle, 60_000, never);
  fake.sendRest();
  assert.equal((await next).state, 'done');
  assert.equal(views(), 1);
});

test('the file of a clip is downloaded only when it is saved', async () => {
  const fake = await startFakeComfyui();
  const engine = openAt(fake);
  fake.faults = [{ route: 'GET /view', does: 'stall', times: 2 }];
  const handle = await engine.start(await noiseStep('clip'), 'one', never);
  const state = await waitForEnd(engine, handle);
  assert.ok(state.state === 'done' && state.media[0]?.kind === 'clip', JSON.stringify(state));
  const openedFile = engine.open(handle, state.media[0], never);
  await waitUntil(() => fake.requests.filter(route => route.startsWith('GET /view')).length === 2);
  await systemClock.sleep(0);
  fake.sendRest();
  assert.ok(((await openedFile) as Uint8Array).length > 0);
});

test('a server that is slow at every request still completes the step', async () => {
  const fake = await startFakeComfyui();
  fake.faults = [{ route: '', does: 'slow', times: Infinity }];
  const engine = openAt(fake);
  const state = await waitForEnd(engine, await engine.start(await noiseStep('upscale'), 'one', never));
  assert.equal(state.state, 'done');
});

test('a cancellation that fails can be repeated', async () => {
  const fake = await startFakeComfyui();
  const engine = openAt(fake);
  fake.queue.isHeld = true;
  const handle = await engine.start(await generateStep(), 'one', never);
  fake.faults = [{ route: 'POST /api/jobs', does: 500 }];
  await assert.rejects(engine.cancel(handle), EngineError);
  await engine.cancel(handle);
  assert.equal(fake.queue.received[0]?.state, 'cancelled');
});
