/**
 * The adapter to media servers with the interfaces of OpenAI, against a fake of them.
 * @NOTE length: it is a table of what each answer means.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { EngineError } from '../../../src/engines/contract/engine-error.ts';
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import { dialectNames } from '../../../src/engines/kinds/openai-media/dialects.ts';
import { openAiMediaSettings } from '../../../src/engines/kinds/openai-media/settings.ts';
import { testStepEngine } from '../../../src/engines/contract/steps/step-conformance.ts';
import type { Step } from '../../../src/engines/contract/steps/step.ts';
import {
  type MediaBehavior,
  type MediaServer,
  startMediaServer,
} from '../../support/providers/media-server.ts';
import { mediaKind, openAt, optionsAt, type Settings } from '../../support/providers/openai-media.ts';
import { pictureOfSize, smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';
import { waitForEnd, runStep } from '../../support/engines/run-step.ts';

for (const dialect of dialectNames)
  for (const makes of ['both', 'clips'] as const) {
    const settings = openAiMediaSettings.parse({ dialect, makes, paid: false, masks: 'white' });
    testStepEngine(
      `openai-media, ${dialect}, ${makes}`,
      async () => openAt(await startMediaServer({ dialect }), settings),
      {
        abilities: mediaKind.abilities('painter', settings),
        step: primitive => smallStep(primitive),
        unknownHandle:
          dialect === 'kinora' || (makes === 'clips' && dialect !== 'localai')
            ? { id: 'unknown', width: 64, height: 64, seconds: 1, framesPerSecond: 12 }
            : { key: 'unknown' },
      },
    );
  }

test('each server gets the fields that it knows, and no others', async () => {
  const sentBody = async (dialect: Settings['dialect']) => {
    const server = await startMediaServer({ dialect: dialect ?? 'openai' });
    const step = { ...(await smallStep('generate')), prompt: 'a fox | a hen', negative: 'text|ink' } as Step;
    assert.equal((await runStep(openAt(server, { dialect }), step)).state, 'done');
    return server.requests[0]?.fields;
  };
  const size = '64x64';
  assert.deepEqual(await sentBody('openai'), { model: 'painter', prompt: 'a fox | a hen', n: 1, size });
  const seedFields = { n: 1, size, seed: 5, response_format: 'b64_json' };
  const words = { prompt: 'a fox | a hen', negative_prompt: 'text|ink' };
  assert.deepEqual(await sentBody('vllm-omni'), { ...words, ...seedFields });
  assert.deepEqual(await sentBody('localai'), {
    model: 'painter',
    prompt: 'a fox , a hen|text,ink',
    ...seedFields,
  });
});

test('the images of an edit are sent as files, with the mask in the form that the server reads', async () => {
  const server = await startMediaServer();
  const inpaint = await smallStep('inpaint');
  await runStep(openAt(server, { masks: 'transparent' }), inpaint);
  await runStep(openAt(server, { masks: 'white', dialect: 'vllm-omni' }), inpaint);
  const pictures = [await pictureOfSize(64, 64), await pictureOfSize(32, 32)];
  await runStep(openAt(server), { ...(await smallStep('instruct')), pictures } as Step);
  const [transparent, white, instruct] = server.requests.map(({ files }) => files);
  assert.deepEqual(
    [transparent, white, instruct].map(files => files?.map(({ field }) => field)),
    [
      ['image[]', 'mask'],
      ['image', 'mask_image'],
      ['image[]', 'image[]'],
    ],
  );
  const alpha = await sharp(transparent?.[1]?.bytes).ensureAlpha().extractChannel('alpha').raw().toBuffer();
  assert.deepEqual([alpha.length, alpha[0], alpha.at(-1)], [64 * 64, 255, 0], 'white became transparent');
  const gray = await sharp(white?.[1]?.bytes).toColourspace('b-w').raw().toBuffer();
  assert.deepEqual([gray[0], gray.at(-1)], [0, 255]);
});

test('a clip is requested in the form of each server', async () => {
  const sentForm = async (dialect: Settings['dialect'], isFromPicture: boolean) => {
    const server = await startMediaServer({ dialect: dialect ?? 'openai' });
    // As in the card of a video model, unless the operator sets others.
    const parameters = { seconds: 4, resolution: '720p', aspect_ratio: '16:9', fps: 24, seed: 1 };
    const clip = { ...(await smallStep('clip')), parameters, seconds: 4, framesPerSecond: 24, audio: true };
    const step = { ...clip, ...(isFromPicture && { picture: await pictureOfSize(64, 64) }) } as Step;
    const state = await runStep(openAt(server, { dialect, makes: 'clips' }), step);
    assert.ok(state.state === 'done' && state.media[0]);
    assert.deepEqual([state.media[0].width, state.media[0].durationMs], [64, 4000]);
    const { type, fields, files } = server.requests[0]!;
    assert.ok(!('resolution' in fields || 'aspect_ratio' in fields), Object.keys(fields).join());
    return [type, fields.seconds, fields.fps, fields.generate_sound, files.map(({ field }) => field).join()];
  };
  assert.deepEqual(await sentForm('openai', true), [
    'multipart',
    '4',
    undefined,
    undefined,
    'input_reference',
  ]);
  assert.deepEqual(await sentForm('vllm-omni', false), ['multipart', '4', '24', 'true', '']);
  assert.deepEqual(await sentForm('sglang', false), ['json', 4, 24, undefined, '']);
  assert.deepEqual(await sentForm('sglang', true), ['multipart', '4', '24', undefined, 'input_reference']);
  assert.deepEqual(await sentForm('localai', true), ['json', '4', 24, undefined, '']);
  assert.deepEqual(await sentForm('new-api', true), [
    'multipart',
    '4',
    undefined,
    undefined,
    'input_reference',
  ]);
});

test('the progress of a clip rises to its end, and the clip is deleted with its work', async () => {
  const server = await startMediaServer({ statuses: ['queued', 'in_progress', 'processing', 'completed'] });
  const engine = openAt(server, { makes: 'clips' });
  const handle = await engine.start(await smallStep('clip'), 'a:0', never);
  const progressValues: number[] = [];
  for (let state = await engine.check(handle, 0, never); state.state === 'running';) {
    progressValues.push(state.progress);
    state = await engine.check(handle, 0, never);
  }
  assert.deepEqual(progressValues, [0.3, 0.6, 0.9]);
  await engine.cancel(handle);
  assert.equal(server.jobs.size, 0);
  assert.deepEqual(await engine.check(handle, 0, never), { state: 'lost' });
});

const jobs: readonly (readonly [Partial<MediaBehavior>, Partial<EngineStatus>])[] = [
  [{ statuses: ['failed'] }, { state: 'failed', code: 'engine_error', retryable: true }],
  [
    { statuses: ['failed'], jobError: { code: 'moderation_blocked', message: 'not this' } },
    { state: 'failed', code: 'content_refused', retryable: false },
  ],
  [
    { statuses: ['failed'], jobError: { message: 'no memory' } },
    { state: 'failed', code: 'engine_error' },
  ],
  [
    { statuses: ['failed'], failedStatus: 500, jobError: { code: 500, message: 'no memory' } },
    { state: 'failed', code: 'engine_error', retryable: true, cause: 'no memory' },
  ],
  [
    { statuses: ['failed'], failedStatus: 503, jobError: { code: 503, message: 'the engine is dead' } },
    { state: 'failed', code: 'engine_error', retryable: true },
  ],
  [
    { statuses: ['failed'], failedStatus: 404, jobError: { code: 404, message: 'no such LoRA' } },
    { state: 'failed', code: 'engine_error', retryable: true },
  ],
  [{ statuses: ['expired'] }, { state: 'failed', code: 'engine_error' }],
  [{ statuses: ['deleted'] }, { state: 'lost' }],
  [{ statuses: ['SUCCESS'] }, { state: 'done' }],
  [{ statuses: ['queued', 'fail'] }, { state: 'failed', code: 'engine_error', cause: 'no memory' }],
  [
    { statuses: ['FAILURE'], jobError: 'content policy violation' },
    { state: 'failed', code: 'content_refused' },
  ],
];
for (const [behavior, expected] of jobs)
  test(`a job that returns ${JSON.stringify(behavior)} is ${expected.state}`, async () => {
    const server = await startMediaServer(behavior);
    const state = await runStep(openAt(server, { makes: 'clips' }), await smallStep('clip'));
    assert.deepEqual({ ...state, ...expected }, state);
  });

test('a finished clip whose file is not there yet is fetched again', async () => {
  const server = await startMediaServer({ contentStatuses: [404, 200] });
  const engine = openAt(server, { makes: 'clips' });
  const handle = await engine.start(await smallStep('clip'), 'a:0', never);
  const state = await waitForEnd(engine, handle);
  assert.ok(state.state === 'done' && state.media[0]);
  const openedFile = Promise.resolve(engine.open(handle, state.media[0], never));
  assert.deepEqual(toVerdict(await catchFailure(openedFile)), {
    code: 'engine_unavailable',
    retryable: true,
    notStarted: false,
  });
  assert.ok(await engine.open(handle, state.media[0], never));
});

const failures: readonly (readonly [Partial<MediaServer['behavior']>, Partial<EngineError>])[] = [
  [{ fault: 'none' }, { code: 'engine_error', retryable: true, notStarted: false }],
  [{ fault: 'too few' }, { code: 'engine_error', retryable: true, notStarted: false }],
  [{ fault: 'no json' }, { code: 'engine_error', retryable: false, notStarted: false }],
  [{ fault: 'half' }, { code: 'engine_unavailable', retryable: true, notStarted: false }],
  [
    { status: 200, code: 'moderation_blocked' },
    { code: 'content_refused', retryable: false, notStarted: true },
  ],
  [
    { status: 200, code: 'insufficient_quota' },
    { code: 'engine_unfunded', retryable: false, notStarted: true },
  ],
  [{ status: 200 }, { code: 'engine_unavailable', retryable: true, notStarted: false }],
  [{ fault: 'reset' }, { code: 'engine_unavailable', retryable: true, notStarted: false }],
  [{ status: 500 }, { code: 'engine_unavailable', retryable: true, notStarted: false }],
  [{ status: 429 }, { code: 'engine_busy', retryable: true, notStarted: true }],
  [{ status: 503 }, { code: 'engine_busy', retryable: true, notStarted: true }],
  [{ status: 400 }, { code: 'engine_rejected', retryable: false, notStarted: true }],
  [
    { status: 400, code: 'moderation_blocked' },
    { code: 'content_refused', retryable: false, notStarted: true },
  ],
  [{ status: 404 }, { code: 'engine_error', retryable: true, notStarted: true }],
  [{ status: 402 }, { code: 'engine_unfunded', retryable: false, notStarted: true }],
  [
    { status: 403, code: 'insufficient_user_quota' },
    { code: 'engine_unfunded', retryable: false, notStarted: true },
  ],
];
for (const [behavior, verdict] of failures)
  test(`an answer with ${JSON.stringify(behavior)} is ${verdict.code}`, async () => {
    const server = await startMediaServer(behavior);
    const failure = await catchFailure(openAt(server).start(await smallStep('generate'), 'a:0', never));
    assert.deepEqual(toVerdict(failure), verdict);
    if (behavior.status === 200 && !behavior.code) assert.equal(failure.cause, 'no, because');
    if (behavior.fault === 'none' || behavior.fault === 'too few' || behavior.fault === 'half') return;
    const clips = openAt(server, { makes: 'clips' });
    const clipFailure = await catchFailure(clips.start(await smallStep('clip'), 'a:0', never));
    // The clip was created, and only its id is unknown.
    const unknown = { code: 'engine_unavailable', retryable: true, notStarted: false };
    assert.deepEqual(toVerdict(clipFailure), behavior.fault === 'no json' ? unknown : verdict);
  });

test('a late answer is kept in the spool, and a lost one is not paid again', async () => {
  const server = await startMediaServer({ fault: 'hang' });
  const options = optionsAt(server, { paid: true });
  const engine = mediaKind.openSteps(options);
  assert.deepEqual(
    [engine.traits.isPaid, engine.traits.afterUnknownStart, engine.traits.canCancel, engine.traits.local],
    [true, 'never', false, true],
  );
  const handle = await engine.start(await smallStep('generate'), 'a:0', never);
  assert.equal((await engine.check(handle, 0, never)).state, 'running');
  const next = mediaKind.openSteps(options);
  assert.deepEqual(await next.check(handle, 0, never), { state: 'lost' });
  server.release();
  const state = await waitForEnd(engine, handle);
  assert.ok(state.state === 'done' && state.media[0]);
  assert.deepEqual(await next.check(handle, 0, never), state);
  assert.deepEqual(
    await next.open(handle, state.media[0], never),
    await engine.open(handle, state.media[0], never),
  );
  assert.equal(server.requests.length, 1);
});

test('paid jobs can be cancelled on servers that stop deleted work', () => {
  const traits = (dialect: Settings['dialect']) =>
    openAt({ url: 'http://127.0.0.1:9' }, { dialect, makes: 'clips', paid: true }).traits;
  assert.deepEqual([traits('vllm-omni').canCancel, traits('vllm-omni').keepsFiles], [true, true]);
  assert.deepEqual([traits('openai').canCancel, traits('openai').keepsFiles], [false, false]);
  assert.equal(traits('sglang').canCancel, false);
});

test('the cost that a gateway reports is that of the step', async () => {
  for (const [cost, costMicros] of [
    ['0.0421001', 42_101],
    ['0', undefined],
    ['None', undefined],
  ] as const) {
    const server = await startMediaServer({ dialect: 'litellm', cost });
    for (const makes of ['both', 'clips'] as const) {
      const engine = openAt(server, { dialect: 'litellm', makes });
      const state = await runStep(engine, await smallStep(makes === 'both' ? 'generate' : 'clip'));
      assert.ok(state.state === 'done');
      assert.equal(state.costMicros, costMicros);
    }
  }
});

test('card parameters that the server knows are sent, and any other rejects the job', async () => {
  const server = await startMediaServer();
  const engine = openAt(server);
  const step = (await smallStep('generate')) as Extract<Step, { primitive: 'generate' }>;
  await runStep(engine, { ...step, parameters: { quality: 'low' } });
  assert.equal(server.requests[0]?.fields.quality, 'low');
  for (const parameters of [{ output_path: '/etc' }, { diffusers_kwargs: 'x' }, { quality: 3 }]) {
    const failure = await catchFailure(
      engine.start({ ...step, parameters: parameters as any }, 'b:0', never),
    );
    assert.deepEqual(toVerdict(failure), { code: 'engine_rejected', retryable: false, notStarted: true });
  }
  assert.equal(server.requests.length, 1);
});

test('the key is sent as a header, a URL may end in /v1, and no error contains the key', async () => {
  const server = await startMediaServer({ key: 'sesame-77' });
  for (const url of [server.url, `${server.url}/v1`]) {
    const engine = openAt({ url }, {}, 'sesame-77');
    assert.equal((await runStep(engine, await smallStep('generate'))).state, 'done');
  }
  const failure = await catchFailure(
    openAt(server, {}, 'wrong-88').start(await smallStep('generate'), 'b:0', never),
  );
  assert.equal(failure.code, 'engine_unauthorized');
  assert.doesNotMatch(`${failure.stack} ${String(failure.cause)}`, /wrong-88/);
});

test('the abilities of an instance follow from its settings', () => {
  const abilities = (settings: Settings) =>
    mediaKind.abilities('painter', openAiMediaSettings.parse({ ...settings }));
  assert.deepEqual(Object.keys(abilities({})), ['generate']);
  assert.deepEqual(Object.keys(abilities({ makes: 'edits' })), ['instruct']);
  assert.deepEqual(Object.keys(abilities({ makes: 'both', masks: 'transparent' })), [
    'generate',
    'instruct',
    'inpaint',
  ]);
  const sizes = abilities({ sizes: '1024x1024, 1536x1024' }).generate?.sizes;
  assert.deepEqual(sizes?.list, [
    { width: 1024, height: 1024 },
    { width: 1536, height: 1024 },
  ]);
  const clip = abilities({ makes: 'clips', clipsFrom: 'picture' }).clip;
  assert.deepEqual([clip?.fromWords, clip?.fromPicture, clip?.hasAudio], [false, true, false]);
});

test('a probe lists the models, and generates nothing', async () => {
  const server = await startMediaServer();
  const probeResult = await mediaKind.probe!(optionsAt(server, { makes: 'clips' }), never);
  assert.deepEqual(probeResult, { program: 'OpenAI', models: ['painter'], notes: [] });
  assert.deepEqual(server.requests, []);
  const failure = await catchFailure(mediaKind.probe!(optionsAt({ url: `${server.url}/chat` }), never));
  assert.match(failure.message, /\/v1\/models/);
});
