/**
 * The adapter of the Gemini API, against a fake that speaks its format and misbehaves.
 * @NOTE length: it is a table of what each answer means.
 */
import { reason } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstanceOptions } from '../../../src/engines/contract/kind/instance-options.ts';
import { googleKind } from '../../../src/engines/kinds/google/google-kind.ts';
import { googleSettings } from '../../../src/engines/kinds/google/google-settings.ts';
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import { testStepEngine } from '../../../src/engines/contract/steps/step-conformance.ts';
import type { Step } from '../../../src/engines/contract/steps/step.ts';
import type { StepEngine } from '../../../src/engines/contract/steps/step-engine.ts';
import { candidate, googleKey, startGoogleServer } from '../../support/providers/google-server.ts';
import { openMemorySpool } from '../../support/engines/memory-spool.ts';
import {
  busyEngine,
  rejectedStep,
  testPaidStarts,
  unauthorizedKey,
  unknownStart,
} from '../../support/providers/paid-starts.ts';
import { pictureOfSize, smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';
import { waitForEnd, runStep } from '../../support/engines/run-step.ts';

const kind = googleKind(openResultFiles({ allowedNetworks: ['127.0.0.1'] }));

type Settings = Partial<ReturnType<typeof googleSettings.parse>>;

function optionsAt({ url }: { url: string }, settings: Settings = {}, secret = googleKey): InstanceOptions {
  return {
    name: 'gemini',
    url,
    secret,
    settings: googleSettings.parse(settings),
    slots: undefined,
    spool: openMemorySpool(),
    reportUrl: async key => `https://kinora.example/hooks/${key}`,
  };
}

const openAt = (...options: Parameters<typeof optionsAt>): StepEngine =>
  kind.openSteps(optionsAt(...options));

const upstreams = { pictures: 'gemini-nano-banana-2.1', clips: 'veo-3.1', answers: 'gemini-3.8-flash' };
for (const makes of ['pictures', 'clips', 'answers'] as const) {
  const settings = { makes, clipReferences: 2 };
  testStepEngine(`google, ${makes}`, async () => openAt(await startGoogleServer(), settings), {
    abilities: kind.abilities(upstreams[makes], googleSettings.parse(settings)),
    step: primitive => smallStep(primitive, { upstream: upstreams[makes] }),
    unknownHandle:
      makes === 'clips'
        ? { job: { id: 'models/veo-3.1/operations/unknown' }, claims: { width: 64, height: 64, count: 1 } }
        : { key: 'unknown' },
  });
}

test('an image is requested with its aspect ratio, the images of an instruction and every parameter', async () => {
  const server = await startGoogleServer();
  const engine = openAt(server, { imageSize: '2K' });
  const size = { width: 2736, height: 1536 };
  const generate = await smallStep('generate', { upstream: 'models/gemini-nano-banana-2.1' });
  const parameters = { temperature: 0.5, thinkingLevel: 'high' };
  await runStep(engine, { ...generate, ...size, parameters } as Step);
  const pictures = [await pictureOfSize(64, 64), await pictureOfSize(32, 32)];
  const instruct = { ...(await smallStep('instruct')), pictures, parameters: { imageSize: '1K' } } as Step;
  await runStep(engine, instruct, 'b:0');
  const [first, second] = server.acceptedCalls;
  assert.equal(first?.path, '/v1beta/models/gemini-nano-banana-2.1:generateContent');
  assert.equal(first.headers['x-goog-api-key'], googleKey);
  assert.deepEqual([...first.query.keys()], []);
  assert.deepEqual(first.body, {
    contents: [{ role: 'user', parts: [{ text: 'a red fox' }] }],
    generationConfig: {
      responseModalities: ['TEXT', 'IMAGE'],
      imageConfig: { aspectRatio: '16:9', imageSize: '2K' },
      temperature: 0.5,
      thinkingConfig: { thinkingLevel: 'high' },
    },
  });
  const inline = pictures.map(({ bytes }) => ({
    inlineData: { mimeType: 'image/png', data: Buffer.from(bytes).toString('base64') },
  }));
  assert.deepEqual(second?.body.contents[0].parts, [{ text: 'a red fox' }, ...inline]);
  assert.deepEqual(second.body.generationConfig.imageConfig, { aspectRatio: '1:1', imageSize: '1K' });
});

test('an image in the thoughts of a model is no result, and a question requests text only', async () => {
  const server = await startGoogleServer();
  const picture = await runStep(openAt(server), await smallStep('generate'));
  assert.ok(picture.state === 'done');
  assert.deepEqual(
    picture.media.map(({ width }) => width),
    [64],
  );
  const answer = await runStep(openAt(server, { makes: 'answers' }), await smallStep('ask'));
  assert.ok(answer.state === 'done');
  assert.deepEqual(answer.texts, ['{"a":1}']);
  assert.deepEqual(server.acceptedCalls[1]?.body.generationConfig, {
    responseMimeType: 'application/json',
    responseJsonSchema: { type: 'object' },
  });
});

test('a clip is requested with its frames, references and length', async () => {
  const server = await startGoogleServer();
  const engine = openAt(server, { makes: 'clips', largestClip: '1080p' });
  const picture = await pictureOfSize(64, 64);
  const clip = (await smallStep('clip', { upstream: 'veo-3.1', width: 1080, height: 1920 })) as Step;
  const parameters = { seconds: 8, resolution: '1080p', seed: 3, personGeneration: 'allow_adult' };
  const step = { ...clip, seconds: 8, picture, last: picture, parameters } as Step;
  const state = await runStep(engine, step);
  assert.ok(state.state === 'done' && state.media[0]);
  const data = { bytesBase64Encoded: Buffer.from(picture.bytes).toString('base64'), mimeType: 'image/png' };
  const [call] = server.acceptedCalls;
  assert.equal(call?.path, '/v1beta/models/veo-3.1:predictLongRunning');
  assert.deepEqual(call.body, {
    instances: [{ prompt: 'a red fox', image: data, lastFrame: data }],
    parameters: {
      personGeneration: 'allow_adult',
      aspectRatio: '9:16',
      resolution: '1080p',
      durationSeconds: 8,
      negativePrompt: 'text',
    },
  });
  const references = [{ ...picture, use: 'object', weight: 1 }];
  await runStep(engine, { ...clip, references } as Step, 'b:0');
  assert.deepEqual(server.acceptedCalls[1]?.body.instances[0].referenceImages, [
    { image: data, referenceType: 'asset' },
  ]);
});

test('the file of a clip is fetched with the key, from its current URL', async () => {
  const server = await startGoogleServer();
  const engine = openAt(server, { makes: 'clips' });
  const handle = await engine.start(await smallStep('clip'), 'a:0', never);
  const state = await waitForEnd(engine, handle);
  assert.ok(state.state === 'done' && state.media[0]);
  assert.ok(!JSON.stringify([handle, state]).includes('download'), 'no URL is stored');
  assert.ok(await engine.open(handle, state.media[0], never));
  const file = server.calls.find(({ path }) => path.startsWith('/v1beta/files/'));
  assert.deepEqual([file?.headers['x-goog-api-key'], file?.query.get('alt')], [googleKey, 'media']);
  const video = { uri: 'https://generativelanguage.googleapis.com/v1beta/files/gone:download?alt=media' };
  server.ends.push({ response: { generateVideoResponse: { generatedSamples: [{ video }] } } });
  const failure = await catchFailure(Promise.resolve(engine.open(handle, state.media[0], never)));
  assert.deepEqual(toVerdict(failure), { code: 'engine_unavailable', retryable: true, notStarted: false });
});

const contents: readonly (readonly [object, object])[] = [
  [candidate([], 'IMAGE_SAFETY'), { code: 'content_refused', retryable: false }],
  [candidate([], 'PROHIBITED_CONTENT'), { code: 'content_refused', retryable: false }],
  [{ promptFeedback: { blockReason: 'SAFETY' } }, { code: 'content_refused', retryable: false }],
  [candidate([{ text: 'I would rather not.' }]), { code: 'engine_error', retryable: true }],
  [candidate([], 'NO_IMAGE'), { code: 'engine_error', retryable: true }],
  [{}, { code: 'engine_error', retryable: true }],
];
for (const [content, verdict] of contents)
  test(`an answer without an image is classified: ${JSON.stringify(content).slice(0, 90)}`, async () => {
    const server = await startGoogleServer();
    server.contents.push(content);
    const failure = await catchFailure(openAt(server).start(await smallStep('generate'), 'a:0', never));
    assert.deepEqual(toVerdict(failure), { ...verdict, notStarted: false });
    assert.equal(server.acceptedCalls.length, 1);
  });

test('why an answer has no image is told as the provider says it', async () => {
  const server = await startGoogleServer();
  const [finishReason, finishMessage] = ['IMAGE_OTHER', 'Unable to show the generated image.'];
  server.contents.push({ candidates: [{ finishReason, finishMessage }] });
  const failure = await catchFailure(openAt(server).start(await smallStep('generate'), 'a:0', never));
  assert.equal(failure.cause, `${finishReason}: ${finishMessage}`);
  assert.equal(failure.message, `it responded without an image: ${finishReason}: ${finishMessage}`);
});

test('a question whose answer is blocked or truncated fails', async () => {
  for (const [content, code] of [
    [candidate([], 'SAFETY'), 'content_refused'],
    [candidate([{ text: '{"a' }], 'MAX_TOKENS'), 'engine_error'],
  ] as const) {
    const server = await startGoogleServer();
    server.contents.push(content);
    const engine = openAt(server, { makes: 'answers' });
    assert.equal((await catchFailure(engine.start(await smallStep('ask'), 'a:0', never))).code, code);
  }
});

const ends: readonly (readonly [object, object])[] = [
  [
    {
      response: {
        generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['A celebrity.'] },
      },
    },
    { code: 'content_refused', reason: reason('refused', { said: 'A celebrity.' }), retryable: false },
  ],
  [{ error: { code: 3, message: 'Use another length.' } }, { code: 'engine_rejected', retryable: false }],
  [{ error: { code: 13, message: 'internal' } }, { code: 'engine_error', retryable: true }],
  [
    { response: {} },
    { code: 'engine_error', reason: reason('files_missing', { found: 0, wanted: 1 }), retryable: true },
  ],
];
for (const [end, expected] of ends)
  test(`an operation that ends with ${JSON.stringify(end).slice(0, 80)} has failed`, async () => {
    const server = await startGoogleServer();
    server.ends.push(end);
    const state = await runStep(openAt(server, { makes: 'clips' }), await smallStep('clip'));
    assert.deepEqual({ ...state, ...expected }, state);
    assert.equal(state.state, 'failed');
  });

const precondition = { error: { code: 400, status: 'FAILED_PRECONDITION', message: 'no billing' } };
const overload = { error: { code: 503, status: 'UNAVAILABLE', message: 'overloaded' } };
for (const makes of ['pictures', 'clips'] as const)
  testPaidStarts({
    name: `google, ${makes}`,
    secret: googleKey,
    begin: startGoogleServer,
    open: server => openAt(server, { makes }),
    step: () => smallStep(makes === 'clips' ? 'clip' : 'generate'),
    rejections: [
      [{ status: 504 }, unknownStart],
      [{ status: 503, body: overload }, busyEngine],
      // A proxy may respond with it after it has forwarded the request.
      [{ status: 503 }, unknownStart],
      [{ status: 503, body: Buffer.from('upstream connect error') }, unknownStart],
      [{ status: 400 }, rejectedStep],
      [{ status: 400, body: precondition }, unauthorizedKey],
      [{ status: 403 }, unauthorizedKey],
    ],
  });

test('accepted work is never repeated and cannot be cancelled', async () => {
  const server = await startGoogleServer();
  for (const makes of ['pictures', 'clips', 'answers'] as const) {
    const { isPaid, afterUnknownStart, canCancel, local } = openAt(server, { makes }).traits;
    assert.deepEqual(
      [isPaid, afterUnknownStart, canCancel, local],
      [true, 'never', false, makes !== 'clips'],
    );
  }
});

test('unsupported steps and parameters are rejected before anything is sent', async () => {
  const server = await startGoogleServer();
  const generate = { ...(await smallStep('generate')), parameters: { seed: 1 } } as Step;
  for (const [makes, step] of [
    ['pictures', generate],
    ['pictures', await smallStep('clip')],
    ['clips', await smallStep('generate')],
    ['answers', { ...(await smallStep('ask')), parameters: { imageSize: '1K' } } as Step],
  ] as const)
    assert.deepEqual(
      toVerdict(await catchFailure(openAt(server, { makes }).start(step, 'a:0', never))),
      rejectedStep,
    );
  assert.deepEqual(server.calls, []);
});

test('an unknown key is rejected, and no error contains it', async () => {
  const server = await startGoogleServer();
  const plantedKey = 'planted-and-wrong';
  for (const makes of ['pictures', 'clips'] as const) {
    const step = await smallStep(makes === 'clips' ? 'clip' : 'generate');
    const failure = await catchFailure(openAt(server, { makes }, plantedKey).start(step, 'a:0', never));
    assert.deepEqual(toVerdict(failure), unauthorizedKey);
    assert.doesNotMatch(`${failure.stack} ${String(failure.cause)}`, /planted/);
  }
  const probe = kind.probe?.(optionsAt(server, {}, plantedKey), never) ?? Promise.resolve();
  assert.equal((await catchFailure(probe)).code, 'engine_unauthorized');
  assert.deepEqual(server.acceptedCalls, []);
});

test('a probe lists the models for the outputs of the instance and generates nothing', async () => {
  const server = await startGoogleServer();
  const listModels = async (makes: 'pictures' | 'clips', url = server.url) =>
    (await kind.probe?.(optionsAt({ url }, { makes }), never))?.models;
  assert.deepEqual(await listModels('pictures'), ['gemini-nano-banana-2.1']);
  assert.deepEqual(await listModels('clips', `${server.url}/v1beta`), ['veo-3.1-generate-preview']);
  assert.ok(server.calls.every(({ method }) => method === 'GET'));
  const failure = await catchFailure(listModels('clips', `${server.url}/elsewhere`));
  assert.match(failure.message, /not respond like the Gemini API/);
});
