/** The adapter of OpenRouter, against a fake that speaks its format and misbehaves. */
import { reasonText } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstanceOptions } from '../../../src/engines/contract/kind/instance-options.ts';
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import { openRouterKind } from '../../../src/engines/kinds/openrouter/openrouter-kind.ts';
import { openRouterSettings } from '../../../src/engines/kinds/openrouter/openrouter-settings.ts';
import { testStepEngine } from '../../../src/engines/contract/steps/step-conformance.ts';
import type { Step } from '../../../src/engines/contract/steps/step.ts';
import type { StepEngine } from '../../../src/engines/contract/steps/step-engine.ts';
import { openMemorySpool } from '../../support/engines/memory-spool.ts';
import {
  rejectedContent,
  openRouterKey,
  startOpenRouterServer,
} from '../../support/providers/openrouter-server.ts';
import {
  busyEngine,
  refusedContent,
  rejectedStep,
  testPaidStarts,
  unauthorizedKey,
  unfundedAccount,
  unknownStart,
} from '../../support/providers/paid-starts.ts';
import { pictureOfSize, smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';
import { waitForEnd, runStep } from '../../support/engines/run-step.ts';

const kind = openRouterKind(openResultFiles({ allowedNetworks: ['127.0.0.1'] }));

type Settings = Partial<ReturnType<typeof openRouterSettings.parse>>;

function optionsAt(
  { url }: { url: string },
  settings: Settings = {},
  secret = openRouterKey,
): InstanceOptions {
  return {
    name: 'router',
    url,
    secret,
    settings: openRouterSettings.parse(settings),
    slots: undefined,
    spool: openMemorySpool(),
    reportUrl: async key => `https://kinora.example/hooks/${key}`,
  };
}

const openAt = (...options: Parameters<typeof optionsAt>): StepEngine =>
  kind.openSteps(optionsAt(...options));

for (const makes of ['pictures', 'clips'] as const) {
  const settings = { makes, most: 4 };
  testStepEngine(`openrouter, ${makes}`, async () => openAt(await startOpenRouterServer(), settings), {
    abilities: kind.abilities('acme/painter', openRouterSettings.parse(settings)),
    step: primitive => smallStep(primitive),
    unknownHandle:
      makes === 'clips'
        ? { job: { id: 'unknown' }, claims: { width: 64, height: 64, count: 1 } }
        : { key: 'unknown' },
  });
}

test('images are requested by aspect ratio and resolution, and their price is the cost of the step', async () => {
  const server = await startOpenRouterServer();
  const generate = { ...(await smallStep('generate')), width: 1376, height: 768, count: 2 };
  const settings = { most: 2, pictureResolution: '2K', seed: true } as const;
  const state = await runStep(openAt(server, settings), {
    ...generate,
    parameters: { quality: 'high' },
  } as Step);
  assert.ok(state.state === 'done');
  assert.deepEqual([state.media.length, state.costMicros], [2, 77_400]);
  const [call] = server.acceptedCalls;
  assert.deepEqual([call?.path, call?.headers.authorization], ['/api/v1/images', `Bearer ${openRouterKey}`]);
  assert.deepEqual(call?.body, {
    model: 'painter',
    prompt: 'a red fox',
    n: 2,
    aspect_ratio: '16:9',
    resolution: '2K',
    output_format: 'png',
    seed: 5,
    quality: 'high',
  });
});

test('the images of an instruction are data URLs, and a named provider gets the other parameters', async () => {
  const server = await startOpenRouterServer();
  const pictures = [await pictureOfSize(64, 64), await pictureOfSize(32, 32)];
  const parameters = { quality: 'low', steps: 30 };
  const instruct = { ...(await smallStep('instruct')), pictures, parameters } as Step;
  await runStep(openAt(server, { provider: 'acme' }), instruct);
  const { input_references: references, provider, quality, steps } = server.acceptedCalls[0]?.body ?? {};
  assert.deepEqual(
    references,
    pictures.map(({ bytes }) => ({
      type: 'image_url',
      image_url: { url: `data:image/png;base64,${Buffer.from(bytes).toString('base64')}` },
    })),
  );
  assert.deepEqual(
    [provider, quality, steps],
    [{ only: ['acme'], options: { acme: { steps: 30 } } }, 'low', undefined],
  );
});

test('a clip is requested with its frames, its length and the URL for reports', async () => {
  const server = await startOpenRouterServer();
  const settings = { makes: 'clips', clipResolutions: '720p,1080p', sound: true, clipReferences: 2 } as const;
  const engine = openAt(server, { ...settings, provider: 'google-vertex' });
  const picture = await pictureOfSize(64, 64);
  const clip = { ...(await smallStep('clip')), width: 1080, height: 1920, seconds: 8, audio: true } as Step;
  const parameters = { seconds: 8, resolution: '1080p', personGeneration: 'allow' };
  const state = await runStep(engine, { ...clip, picture, last: picture, parameters } as Step);
  assert.ok(state.state === 'done');
  assert.equal(state.costMicros, 400_000);
  const image = {
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${Buffer.from(picture.bytes).toString('base64')}` },
  };
  const [call] = server.acceptedCalls;
  assert.equal(call?.path, '/api/v1/videos');
  assert.deepEqual(call?.body, {
    model: 'painter',
    prompt: 'a red fox',
    duration: 8,
    resolution: '1080p',
    aspect_ratio: '9:16',
    generate_audio: true,
    frame_images: [
      { ...image, frame_type: 'first_frame' },
      { ...image, frame_type: 'last_frame' },
    ],
    provider: { options: { 'google-vertex': { parameters: { personGeneration: 'allow' } } } },
    callback_url: 'https://kinora.example/hooks/a:0',
  });
  const references = [{ ...picture, use: 'object', weight: 1 }];
  await runStep(engine, { ...clip, references } as Step, 'b:0');
  assert.deepEqual(server.acceptedCalls[1]?.body.input_references, [image]);
  const rejectedStart = engine.start({ ...clip, picture, references } as Step, 'c:0', never);
  assert.equal((await catchFailure(rejectedStart)).code, 'engine_rejected');
});

test('the file of a clip is fetched from the API with the key, and its URL is not stored', async () => {
  const server = await startOpenRouterServer();
  const engine = openAt({ url: `${server.url}/api/v1` }, { makes: 'clips' });
  const handle = await engine.start(await smallStep('clip'), 'a:0', never);
  const state = await waitForEnd(engine, handle);
  assert.ok(state.state === 'done' && state.media[0]);
  assert.ok(!JSON.stringify([handle, state]).includes('/content'));
  assert.ok(await engine.open(handle, state.media[0], never));
  const file = server.calls.find(({ path }) => path.endsWith('/content'));
  assert.deepEqual(
    [file?.path, file?.query.get('index'), file?.headers.authorization],
    ['/api/v1/videos/job-0/content', '0', `Bearer ${openRouterKey}`],
  );
  server.ends.push({ status: 'completed', unsigned_urls: [] });
  const failure = await catchFailure(Promise.resolve(engine.open(handle, state.media[0], never)));
  assert.deepEqual(toVerdict(failure), { code: 'engine_error', retryable: false, notStarted: false });
});

test('a job that ends without a clip has failed', async () => {
  for (const [end, message] of [
    [{ status: 'failed', error: 'no capacity' }, 'it could not finish the job'],
    [{ status: 'cancelled' }, 'it could not finish the job'],
    [{ status: 'expired' }, 'it could not finish the job'],
    [{ status: 'completed', unsigned_urls: [] }, 'it returned 0 of 1 files'],
  ] as const) {
    const server = await startOpenRouterServer();
    server.ends.push(end);
    const state = await runStep(openAt(server, { makes: 'clips' }), await smallStep('clip'));
    assert.ok(state.state === 'failed');
    assert.deepEqual([state.code, reasonText(state.reason)], ['engine_error', message]);
  }
});

const answers: readonly (readonly [object, object])[] = [
  [
    { created: 1, data: [] },
    { code: 'engine_error', retryable: true },
  ],
  [{ error: { code: 502, message: 'the provider broke' } }, { code: 'engine_error', retryable: true }],
  [rejectedContent, { code: 'content_refused', retryable: false }],
];
for (const [body, verdict] of answers)
  test(`a 200 response without images is a failure: ${JSON.stringify(body).slice(0, 70)}`, async () => {
    const server = await startOpenRouterServer();
    server.pictures.push(body);
    const failure = await catchFailure(openAt(server).start(await smallStep('generate'), 'a:0', never));
    assert.deepEqual(toVerdict(failure), { ...verdict, notStarted: false });
  });

test("a price that is only the fee for the user's own provider key is not taken as the cost", async () => {
  const server = await startOpenRouterServer();
  const usage = { cost: 0.001, is_byok: true };
  const { bytes } = await pictureOfSize(64, 64);
  server.pictures.push({ data: [{ b64_json: Buffer.from(bytes).toString('base64') }], usage });
  const state = await runStep(openAt(server), await smallStep('generate'));
  assert.ok(state.state === 'done');
  assert.equal(state.costMicros, undefined);
});

const filtered = {
  error: { code: 400, message: 'no', metadata: { error_type: 'content_policy_violation' } },
};
for (const makes of ['pictures', 'clips'] as const)
  testPaidStarts({
    name: `openrouter, ${makes}`,
    secret: openRouterKey,
    begin: startOpenRouterServer,
    open: server => openAt(server, { makes }),
    step: () => smallStep(makes === 'clips' ? 'clip' : 'generate'),
    rejections: [
      [{ status: 502 }, unknownStart],
      [{ status: 524 }, unknownStart],
      [{ status: 408 }, unknownStart],
      [{ status: 503, body: { error: { code: 503, message: 'no provider' } } }, busyEngine],
      // A proxy may respond with it after it has forwarded the request.
      [{ status: 503 }, unknownStart],
      [{ status: 503, body: Buffer.from('<html>') }, unknownStart],
      [{ status: 402, body: { error: { code: 402, message: 'no credits' } } }, unfundedAccount],
      [{ status: 400 }, rejectedStep],
      [{ status: 404 }, { code: 'engine_error', retryable: true, notStarted: true }],
      [{ status: 403, body: rejectedContent }, refusedContent],
      [{ status: 400, body: filtered }, refusedContent],
      [{ status: 403, body: { error: { code: 403, message: 'Key disabled' } } }, unauthorizedKey],
    ],
  });

test('accepted work is never repeated and cannot be cancelled', () => {
  for (const makes of ['pictures', 'clips'] as const) {
    const { traits } = openAt({ url: 'http://127.0.0.1:9' }, { makes });
    const { isPaid, afterUnknownStart, canCancel, local } = traits;
    const expected = [true, 'never', false, makes === 'pictures'];
    assert.deepEqual([isPaid, afterUnknownStart, canCancel, local], expected);
  }
});

test('parameters without a receiver and unsupported steps are rejected before anything is sent', async () => {
  const server = await startOpenRouterServer();
  for (const [makes, step] of [
    ['pictures', { ...(await smallStep('generate')), parameters: { steps: 3 } } as Step],
    ['clips', { ...(await smallStep('clip')), parameters: { personGeneration: 'allow' } } as Step],
    ['pictures', await smallStep('clip')],
    ['clips', await smallStep('generate')],
  ] as const)
    assert.deepEqual(
      toVerdict(await catchFailure(openAt(server, { makes }).start(step, 'a:0', never))),
      rejectedStep,
    );
  assert.deepEqual(server.calls, []);
});

test('the key is sent as a header, the signing secret nowhere, and no error contains either', async () => {
  const server = await startOpenRouterServer();
  const keyAndSecret = `${openRouterKey} planted-signing-secret`;
  assert.equal((await runStep(openAt(server, {}, keyAndSecret), await smallStep('generate'))).state, 'done');
  assert.ok(!JSON.stringify(server.calls).includes('planted-signing-secret'));
  const wrong = 'planted-and-wrong planted-signing-secret';
  const failure = await catchFailure(
    openAt(server, {}, wrong).start(await smallStep('generate'), 'b:0', never),
  );
  assert.deepEqual(toVerdict(failure), unauthorizedKey);
  assert.doesNotMatch(`${failure.stack} ${String(failure.cause)}`, /planted/);
});

test('a probe checks the key, lists the models and generates nothing', async () => {
  const server = await startOpenRouterServer();
  const probe = async (makes: 'pictures' | 'clips', secret?: string) =>
    kind.probe?.(optionsAt(server, { makes }, secret), never);
  const notes = ['The key has 12.50 US dollars left.'];
  assert.deepEqual(await probe('pictures'), { program: 'OpenRouter', models: ['acme/painter'], notes });
  assert.deepEqual((await probe('clips'))?.models, ['acme/mover']);
  assert.equal((await catchFailure(probe('clips', 'wrong'))).code, 'engine_unauthorized');
  assert.ok(server.calls.every(({ method }) => method === 'GET'));
});
