/** The adapter to Runway, against a fake of its API. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { EngineError } from '../../../src/engines/contract/engine-error.ts';
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import { testStepEngine } from '../../../src/engines/contract/steps/step-conformance.ts';
import type { ClipStep, InstructStep } from '../../../src/engines/contract/steps/step.ts';
import { runwayKind } from '../../../src/engines/kinds/runway/runway-kind.ts';
import { runwaySettings } from '../../../src/engines/kinds/runway/runway-settings.ts';
import { openMemorySpool } from '../../support/engines/memory-spool.ts';
import { ageHandle, testPaidStarts } from '../../support/providers/paid-starts.ts';
import { runwayKey, startRunwayServer } from '../../support/providers/runway-server.ts';
import { pictureOfSize, smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';
import { waitForEnd, runStep } from '../../support/engines/run-step.ts';

const kind = runwayKind(openResultFiles({ allowedNetworks: ['127.0.0.1'] }));
type Settings = Partial<ReturnType<typeof runwaySettings.parse>>;

function optionsAt({ url }: { readonly url: string }, choices: Settings = {}) {
  const settings = runwaySettings.parse(choices);
  return { name: 'studio', url, secret: runwayKey, slots: undefined, settings, spool: openMemorySpool() };
}

const openAt = (...options: Parameters<typeof optionsAt>) => kind.openSteps(optionsAt(...options));
const clip = async (changes: Partial<ClipStep> = {}) =>
  ({
    ...(await smallStep('clip', { upstream: 'gen4.5', width: 1280, height: 720 })),
    ...changes,
  }) as ClipStep;

for (const makes of ['clips', 'pictures'] as const)
  testStepEngine(`runway, ${makes}`, async () => openAt(await startRunwayServer(), { makes }), {
    abilities: kind.abilities('any', runwaySettings.parse({ makes, lastFrame: true, sound: true })),
    step: primitive => smallStep(primitive),
    unknownHandle: { job: { id: 'unknown' }, claims: { width: 64, height: 64, count: 1 } },
  });

testPaidStarts({
  name: 'runway',
  secret: runwayKey,
  begin: startRunwayServer,
  open: openAt,
  step: clip,
  rejections: [],
});

test('a 503 of the API itself is a rejection, and after a 503 of a proxy the start is unknown', async () => {
  for (const [body, code, notStarted] of [
    [{ error: 'load' }, 'engine_busy', true],
    [Buffer.from('upstream connect error'), 'engine_unavailable', false],
    [{}, 'engine_unavailable', false],
  ] as const) {
    const server = await startRunwayServer();
    server.startFaults.push({ status: 503, body });
    const failure = await catchFailure(openAt(server).start(await clip(), 'a:0', never));
    assert.deepEqual(toVerdict(failure), { code, retryable: true, notStarted });
  }
});

test('a clip is requested by its size in pixels, with its images as data URLs', async () => {
  const server = await startRunwayServer();
  const engine = openAt(server, { sound: true, negative: true, lastFrame: true });
  await runStep(engine, await clip({ seconds: 5, audio: true, parameters: { seconds: 5 } }));
  const [picture, last] = [await pictureOfSize(64, 64), await pictureOfSize(32, 32)];
  await runStep(engine, await clip({ picture, negative: '' }), 'b:0');
  await runStep(engine, await clip({ picture, last }), 'c:0');
  const [words, first, bothFrames] = server.acceptedCalls;
  assert.equal(words?.path, '/v1/text_to_video');
  assert.deepEqual(words?.body, {
    model: 'gen4.5',
    promptText: 'a red fox',
    ratio: '1280:720',
    seed: 5,
    duration: 5,
    audio: true,
    negativePrompt: 'text',
  });
  assert.equal(first?.path, '/v1/image_to_video');
  assert.match(first?.body.promptImage, /^data:image\/png;base64,/);
  assert.ok(!('negativePrompt' in first.body));
  assert.deepEqual(
    bothFrames?.body.promptImage.map(({ position }: { position: string }) => position),
    ['first', 'last'],
  );
});

test('an image that is too large for a data URL is sent in a smaller size', async () => {
  const server = await startRunwayServer();
  const size = { width: 1280, height: 1080 };
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { ...size, channels: 3, background: '#888', noise } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  assert.ok(bytes.length > 4_000_000);
  await runStep(openAt(server), await clip({ picture: { ...size, contentType: 'image/png', bytes } }));
  const { promptImage } = server.acceptedCalls[0]!.body;
  assert.match(promptImage, /^data:image\/webp;base64,/);
  assert.ok(promptImage.length < 5 * 1024 * 1024);
});

test('an image is generated from an instruction about other images', async () => {
  const server = await startRunwayServer();
  const instruct = (await smallStep('instruct', { upstream: 'gen4_image' })) as InstructStep;
  const done = await runStep(openAt(server, { makes: 'pictures' }), instruct);
  assert.equal(done.state === 'done' && done.costMicros, 250_000);
  assert.equal(server.acceptedCalls[0]?.path, '/v1/text_to_image');
  assert.equal(server.acceptedCalls[0]?.body.referenceImages.length, 1);
});

test('rejected, failed and unknown tasks fail, and an expired file URL is requested again', async () => {
  const server = await startRunwayServer();
  const engine = openAt(server);
  const handle = await engine.start(await clip(), 'a:0', never);
  const done = await waitForEnd(engine, handle);
  const media = done.state === 'done' ? done.media[0] : undefined;
  assert.ok(media);
  server.forgetFiles();
  assert.ok(await engine.open(handle, media, never), 'its URL is requested again');
  const ends = [
    [{ status: 'FAILED', failure: 'no', failureCode: 'SAFETY.INPUT.TEXT' }, 'content_refused'],
    [{ status: 'FAILED', failure: runwayKey, failureCode: 'INTERNAL.BAD_OUTPUT.CODE01' }, 'engine_error'],
    [{ status: 'CANCELLED' }, 'engine_error'],
  ] as const;
  for (const [task, code] of ends) {
    server.task = task;
    const end = await waitForEnd(engine, handle);
    assert.equal(end.state === 'failed' && end.code, code);
    assert.ok(!JSON.stringify(end).includes(runwayKey));
  }
  server.override = () => ({ status: 404 });
  assert.deepEqual(await waitForEnd(engine, ageHandle(handle)), { state: 'lost' });
});

test('clients cannot cancel, because it may cost, but work that Kinora abandons is cancelled', async () => {
  const server = await startRunwayServer();
  const engine = openAt(server);
  assert.equal(engine.traits.canCancel, false);
  await engine.cancel(await engine.start(await clip(), 'a:0', never));
  assert.deepEqual(server.deleted, ['task-0']);
});

test('a priced value that cannot be sent is rejected before anything is sent', async () => {
  const server = await startRunwayServer();
  for (const changes of [{ seconds: 2.5 }, { parameters: { outputFormat: 'prores' } }]) {
    const failure = await catchFailure(openAt(server).start(await clip(changes), 'a:0', never));
    assert.deepEqual(toVerdict(failure), { code: 'engine_rejected', retryable: false, notStarted: true });
  }
  assert.deepEqual(server.calls, []);
});

test('a probe reports the credits and models of the key and generates nothing', async () => {
  const server = await startRunwayServer();
  const access = optionsAt(server);
  const probeResult = { program: 'Runway', models: ['gen4.5'], notes: ['It has 40 credits.'] };
  assert.deepEqual(await kind.probe?.(access, never), probeResult);
  const failure = await catchFailure(Promise.resolve(kind.probe?.({ ...access, secret: 'wrong' }, never)));
  assert.equal((failure as EngineError).code, 'engine_unauthorized');
  assert.deepEqual(server.acceptedCalls, []);
});
