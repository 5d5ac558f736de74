/** Gateways with the interfaces of OpenAI: another Kinora and new-api, against fakes of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Step } from '../../../src/engines/contract/steps/step.ts';
import { startMediaServer } from '../../support/providers/media-server.ts';
import { mediaKind, openAt, optionsAt } from '../../support/providers/openai-media.ts';
import { pictureOfSize, smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';
import { waitForEnd } from '../../support/engines/run-step.ts';

test('another Kinora gets the parameters of its card, all images, and the key of the start', async () => {
  const server = await startMediaServer({ dialect: 'kinora', statuses: ['in_progress', 'completed'] });
  const engine = openAt(server, { dialect: 'kinora', paid: true });
  const parameters = { seconds: 4, resolution: '480p', fps: 24, seed: 1, motion: 'high', audio: true };
  const pictures = { picture: await pictureOfSize(64, 64), last: await pictureOfSize(64, 64) };
  const references = [{ ...(await pictureOfSize(32, 32)), use: 'character' as const, weight: 1 }];
  const clip = { ...(await smallStep('clip')), parameters, audio: true, ...pictures, references } as Step;
  const handle = await engine.start(clip, 'a:0', never);
  const running = await engine.check(handle, 0, never);
  assert.ok(running.state === 'running');
  assert.equal(running.checkAgainMs, 500, 'the interval that the server asks for');
  const state = await waitForEnd(engine, handle);
  assert.ok(state.state === 'done');
  assert.equal(state.costMicros, 120_000, 'the amount that it charged');
  const [request] = server.requests;
  const { audio, ...fields } = request!.fields;
  assert.deepEqual(fields, {
    model: 'painter',
    prompt: 'a red fox',
    seconds: '1',
    size: '64x64',
    fps: '12',
    seed: '5',
    motion: 'high',
  });
  assert.equal(audio, 'true');
  const names = request!.files.map(({ field }) => field);
  assert.deepEqual(names, ['input_reference', 'last_frame', 'reference_images[]']);
  assert.equal(request!.headers['idempotency-key'], 'a:0');
  const loopStep = { ...clip, last: pictures.picture, references: [] } as Step;
  await engine.start(loopStep, 'b:0', never);
  assert.deepEqual(
    server.requests[1]?.files.map(({ field }) => field),
    ['input_reference'],
  );
});

test('a start at another Kinora whose response is lost is repeated and returns the same clip', async () => {
  const server = await startMediaServer({ dialect: 'kinora', fault: 'job, reset' });
  const engine = openAt(server, { dialect: 'kinora', paid: true });
  const { isPaid, afterUnknownStart, canCancel } = engine.traits;
  assert.deepEqual([isPaid, afterUnknownStart, canCancel], [true, 'repeat', true]);
  const failure = await catchFailure(engine.start(await smallStep('clip'), 'a:0', never));
  assert.deepEqual(toVerdict(failure), { code: 'engine_unavailable', retryable: true, notStarted: false });
  server.behavior.fault = undefined;
  const handle = await engine.start(await smallStep('clip'), 'a:0', never);
  assert.equal(server.jobs.size, 1);
  await engine.cancel(handle);
  const state = await engine.check(handle, 0, never);
  assert.ok(state.state === 'failed' && state.cause === 'The video was cancelled.');
});

test('a cancellation that another Kinora rejects or does not answer fails, and the clip continues there', async () => {
  const server = await startMediaServer({ dialect: 'kinora' });
  const engine = openAt(server, { dialect: 'kinora', paid: true });
  const handle = await engine.start(await smallStep('clip'), 'a:0', never);
  for (const [cancelStatus, retryable] of [
    [409, false],
    [429, true],
    [503, true],
  ] as const) {
    server.behavior.cancelStatus = cancelStatus;
    const failure = await catchFailure(engine.cancel(handle));
    assert.equal((failure as { retryable?: boolean }).retryable, retryable, String(cancelStatus));
  }
  delete server.behavior.cancelStatus;
  await engine.cancel(handle);
});

test('responses of new-api about videos are understood', async () => {
  const server = await startMediaServer({ dialect: 'new-api' });
  const engine = openAt(server, { dialect: 'new-api', makes: 'clips' });
  const unknown = { id: 'task_gone', width: 64, height: 64, seconds: 1, framesPerSecond: 12 };
  assert.deepEqual(await engine.check(unknown, 0, never), { state: 'lost' });
  Object.assign(server.behavior, { status: 400, code: 'sensitive_words_detected' });
  const rejection = await catchFailure(engine.start(await smallStep('clip'), 'a:0', never));
  assert.deepEqual(toVerdict(rejection), { code: 'content_refused', retryable: false, notStarted: true });
  const probeResult = await mediaKind.probe!(
    optionsAt(server, { dialect: 'new-api', makes: 'clips' }),
    never,
  );
  assert.deepEqual(probeResult.notes, [], 'it has no list of videos');
});
