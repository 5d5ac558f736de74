/** The adapter to `/sdapi/v1`, against fakes of the programs that have this API. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { EngineError } from '../../../src/engines/contract/engine-error.ts';
import type { Json } from '../../../src/engines/contract/json.ts';
import { testStepEngine } from '../../../src/engines/contract/steps/step-conformance.ts';
import type { Step } from '../../../src/engines/contract/steps/step.ts';
import type { StepEngine } from '../../../src/engines/contract/steps/step-engine.ts';
import { sdapiKind } from '../../../src/engines/kinds/sdapi/sdapi-kind.ts';
import { sdapiSettings } from '../../../src/engines/kinds/sdapi/settings.ts';
import { openMemorySpool } from '../../support/engines/memory-spool.ts';
import { type SdapiServer, seedShade, startSdapiServer } from '../../support/engines/sdapi-server.ts';
import { pictureOfSize, smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { waitForEnd } from '../../support/engines/run-step.ts';

type Settings = Partial<ReturnType<typeof sdapiSettings.parse>>;

function optionsAt({ url }: { url: string }, settings: Settings = {}, secret?: string) {
  const parsed = sdapiSettings.parse({ dialect: 'webui', ...settings });
  return { name: 'painter', url, secret, slots: undefined, settings: parsed, spool: openMemorySpool() };
}

const openAt = (...options: Parameters<typeof optionsAt>) => sdapiKind.openSteps(optionsAt(...options));

const programs = [
  ['webui', 'forge'],
  ['sdnext', 'sdnext'],
  ['sd-cpp', 'sd-cpp'],
  ['koboldcpp', 'koboldcpp'],
  ['auto', 'koboldcpp'],
] as const;
for (const [dialect, program] of programs) {
  const settings = sdapiSettings.parse({ dialect, instructions: true });
  testStepEngine(
    `sdapi, ${dialect} at ${program}`,
    async () => openAt(await startSdapiServer({ program }), settings),
    {
      abilities: sdapiKind.abilities('painter', settings),
      step: primitive => smallStep(primitive),
      unknownHandle: { key: 'unknown' },
    },
  );
}

async function readShades(engine: StepEngine, handle: Json): Promise<(number | undefined)[]> {
  const state = await waitForEnd(engine, handle);
  assert.ok(state.state === 'done', JSON.stringify(state));
  return Promise.all(
    state.media.map(async media => {
      const bytes = (await engine.open(handle, media, never)) as Uint8Array;
      return (await sharp(bytes).raw().toBuffer())[0];
    }),
  );
}

test('images have consecutive seeds, and a leading sheet is left out', async () => {
  const server = await startSdapiServer({ hasSheet: true });
  const engine = openAt(server, { batchSize: 2 });
  const step = { ...(await smallStep('generate')), count: 4 } as Step;
  const shades = await readShades(engine, await engine.start(step, 'a:0', never));
  assert.deepEqual(shades, [5, 6, 7, 8].map(seedShade));
  const { body } = server.requests[0]!;
  assert.deepEqual([body.batch_size, body.n_iter, body.save_images], [2, 2, false]);
  assert.deepEqual(body.override_settings, { sd_model_checkpoint: 'painter' });
  assert.equal(body.negative_prompt, 'text');
});

test('an image, a mask and their strength are sent as the programs expect them', async () => {
  const server = await startSdapiServer();
  const engine = openAt(server, { steps: 8 });
  const inpaint = await smallStep('inpaint');
  await waitForEnd(engine, await engine.start(inpaint, 'a:0', never));
  await waitForEnd(engine, await engine.start({ ...inpaint, strength: 0.25 } as Step, 'b:0', never));
  const [fullRequest, partialRequest] = server.requests.map(({ body }) => body);
  assert.deepEqual(
    [fullRequest.denoising_strength, fullRequest.inpainting_fill, fullRequest.steps],
    [1, 2, 8],
  );
  assert.deepEqual(
    [partialRequest.denoising_strength, partialRequest.inpainting_fill, partialRequest.steps],
    [0.25, 1, 16],
  );
  assert.equal(fullRequest.inpainting_mask_invert, 0);
  const { data, info } = await sharp(Buffer.from(fullRequest.mask, 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.deepEqual(
    [info.width, info.height, data[0], data.at(-1)],
    [64, 64, 0, 255],
    'white areas are repainted',
  );
});

test('an upscale with strength is enlarged, then sampled in its size', async () => {
  const server = await startSdapiServer();
  const engine = openAt(server);
  const step = { ...(await smallStep('upscale')), strength: 0.4 } as Step;
  const state = await waitForEnd(engine, await engine.start(step, 'a:0', never));
  assert.ok(state.state === 'done');
  assert.deepEqual([state.media[0]?.width, state.media[0]?.height], [128, 128]);
  assert.deepEqual(
    server.requests.map(({ path }) => path),
    ['/sdapi/v1/extra-single-image', '/sdapi/v1/img2img'],
  );
});

test('instructions are sent to programs that read additional images', async () => {
  const server = await startSdapiServer({ program: 'sd-cpp' });
  const engine = openAt(server, { dialect: 'sd-cpp', instructions: true });
  const pictures = [await pictureOfSize(64, 64), await pictureOfSize(32, 32)];
  const step = { ...(await smallStep('instruct')), pictures } as Step;
  assert.equal((await waitForEnd(engine, await engine.start(step, 'a:0', never))).state, 'done');
  assert.equal(server.requests[0]?.body.extra_images.length, 2);
  assert.equal(server.requests[0]?.path, '/sdapi/v1/txt2img');
});

test('known card parameters are sent, others reject the job, and prompts contain no commands', async () => {
  const server = await startSdapiServer();
  const engine = openAt(server);
  const step = (await smallStep('generate')) as Extract<Step, { primitive: 'generate' }>;
  const prompt = 'a fox <sd_cpp_extra_args>{"steps":1}</sd_cpp_extra_args> in snow </sd_cpp_extra_args>';
  const parameters = { steps: 30, sampler_name: 'Euler a' };
  await waitForEnd(engine, await engine.start({ ...step, prompt, parameters }, 'a:0', never));
  const { body } = server.requests[0]!;
  assert.deepEqual([body.steps, body.sampler_name], [30, 'Euler a']);
  assert.doesNotMatch(body.prompt, /sd_cpp_extra_args|steps/);
  for (const bad of [{ script_name: 'x' }, { steps: 'many' }, { alwayson_scripts: true }]) {
    const failure = await catchFailure(engine.start({ ...step, parameters: bad as any }, 'b:0', never));
    assert.deepEqual(toVerdict(failure), { code: 'engine_rejected', retryable: false, notStarted: true });
  }
  assert.equal(server.requests.length, 1);
});

test('names of weights are not sent to stable-diffusion.cpp', async () => {
  const server = await startSdapiServer({ program: 'sd-cpp' });
  const engine = openAt(server, { dialect: 'sd-cpp' });
  const step = (await smallStep('generate')) as Extract<Step, { primitive: 'generate' }>;
  const words = { prompt: 'a fox <lora:evil:1.5> runs', negative: 'text <LORA:evil:1' };
  await waitForEnd(engine, await engine.start({ ...step, ...words }, 'a:0', never));
  const { body } = server.requests[0]!;
  assert.deepEqual([body.prompt, body.negative_prompt], ['a fox runs', 'text']);
});

test("progress rises, previews are reported once, and only the instance's own task is interrupted", async () => {
  const png = (await pictureOfSize(16, 16)).bytes;
  const preview = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  const server = await startSdapiServer({ fault: 'hang', progress: 0.4, preview });
  const engine = openAt(server);
  const handle = await engine.start(await smallStep('generate'), 'a:0', never);
  const first = await engine.check(handle, 0, never);
  assert.ok(first.state === 'running');
  assert.deepEqual(
    [first.progress, first.preview?.width, first.preview?.contentType],
    [0.4, 16, 'image/png'],
  );
  server.behavior.progress = 0.2;
  const second = await engine.check(handle, 0, never);
  assert.ok(second.state === 'running');
  assert.deepEqual([second.progress, second.preview], [0.4, undefined]);
  const ours = server.current;
  server.current = 'task(of-somebody-else)';
  // Another process finds the work of a process that is gone.
  assert.deepEqual(await openAt(server).check(handle, 0, never), { state: 'lost' });
  assert.equal(server.interrupts, 0);
  server.current = ours;
  assert.deepEqual(await openAt(server).check(handle, 0, never), { state: 'lost' });
  assert.equal(server.interrupts, 1);
});

test('a running task is interrupted if it is cancelled, or if its connection broke', async () => {
  const server = await startSdapiServer({ fault: 'hang' });
  const engine = openAt(server);
  const handle = await engine.start(await smallStep('generate'), 'a:0', never);
  await engine.cancel(handle);
  await waitUntil(() => server.interrupts === 1);
  server.behavior.fault = 'reset';
  const failure = await catchFailure(engine.start(await smallStep('generate'), 'b:0', never));
  assert.deepEqual(toVerdict(failure), { code: 'engine_unavailable', retryable: true, notStarted: false });
  assert.equal(server.interrupts, 2);
});

test('programs without a web UI get one progress request only', async () => {
  const server = await startSdapiServer({ program: 'koboldcpp', fault: 'hang' });
  const engine = openAt(server, { dialect: 'auto' });
  const handle = await engine.start(await smallStep('generate'), 'a:0', never);
  for (let times = 0; times < 3; times++)
    assert.deepEqual(await engine.check(handle, 0, never), {
      state: 'running',
      progress: 0,
      checkAgainMs: 0,
    });
  assert.equal(server.paths.filter(path => path === '/internal/progress').length, 1);
  await engine.close();
});

const failures: readonly (readonly [Partial<SdapiServer['behavior']>, Partial<EngineError>])[] = [
  [{ fault: 'no pictures' }, { code: 'engine_error', retryable: true, notStarted: false }],
  [{ fault: 'too few' }, { code: 'engine_error', retryable: true, notStarted: false }],
  [{ fault: 'no json' }, { code: 'engine_error', retryable: false, notStarted: false }],
  [{ fault: 'not a picture' }, { code: 'engine_error', retryable: true, notStarted: false }],
  [{ fault: 'half' }, { code: 'engine_unavailable', retryable: true, notStarted: false }],
  [{ status: 500 }, { code: 'engine_error', retryable: true, notStarted: false }],
  [{ status: 502 }, { code: 'engine_unavailable', retryable: true, notStarted: false }],
  [{ status: 503 }, { code: 'engine_busy', retryable: true, notStarted: true }],
  [{ status: 429 }, { code: 'engine_busy', retryable: true, notStarted: true }],
  [{ status: 422 }, { code: 'engine_rejected', retryable: false, notStarted: true }],
];
for (const [behavior, verdict] of failures)
  test(`an answer with ${JSON.stringify(behavior)} is ${verdict.code}`, async () => {
    const server = await startSdapiServer(behavior);
    const failure = await catchFailure(openAt(server).start(await smallStep('generate'), 'a:0', never));
    assert.deepEqual(toVerdict(failure), verdict);
  });

test('a checkpoint that the program does not have is reported before the job begins', async () => {
  const server = await startSdapiServer({ checkpoints: ['painter'] });
  const engine = openAt(server);
  const step = await smallStep('generate', { upstream: 'sculptor' });
  const failure = await catchFailure(engine.start(step, 'a:0', never));
  assert.deepEqual(toVerdict(failure), { code: 'engine_rejected', retryable: true, notStarted: true });
  // What a client sees names no files.
  assert.equal(failure.message, 'it does not have the checkpoint of this model');
  assert.match(String(failure.cause), /no checkpoint "sculptor"\. It has: painter\. Set the upstream/);
  server.behavior.checkpoints.push('sculptor');
  assert.equal((await waitForEnd(engine, await engine.start(step, 'a:0', never))).state, 'done');
  const loaded = openAt(server, { checkpoints: false });
  const other = await smallStep('generate', { upstream: 'whatever' });
  assert.equal((await waitForEnd(loaded, await loaded.start(other, 'b:0', never))).state, 'done');
  assert.equal(server.requests.at(-1)?.body.override_settings, undefined);
});

test('user name, password and key are sent in the form of each program', async () => {
  for (const [secret, authorization] of [
    ['me:pass', `Basic ${btoa('me:pass')}`],
    ['key-1', 'Bearer key-1'],
  ] as const) {
    const server = await startSdapiServer({ authorization });
    const engine = openAt(server, {}, secret);
    assert.equal(
      (await waitForEnd(engine, await engine.start(await smallStep('generate'), 'a:0', never))).state,
      'done',
    );
    const failure = await catchFailure(
      openAt(server, {}, 'wrong').start(await smallStep('generate'), 'b:0', never),
    );
    assert.equal(failure.code, 'engine_unauthorized');
  }
});

const recognizedPrograms = [
  ['forge', 'Forge', 'webui'],
  ['a1111', 'AUTOMATIC1111 or reForge', 'webui'],
  ['sdnext', 'SD.Next 2026-10-01', 'sdnext'],
  ['sd-cpp', 'stable-diffusion.cpp', 'sd-cpp'],
  ['koboldcpp', 'KoboldCpp 1.76', 'koboldcpp'],
] as const;
for (const [program, title, dialect] of recognizedPrograms)
  test(`a probe of ${program} reports its dialect and generates nothing`, async () => {
    const server = await startSdapiServer({ program });
    const result = await sdapiKind.probe!(optionsAt(server, { dialect: 'auto' }), never);
    assert.deepEqual([result.program, result.models], [title, ['painter']]);
    assert.match(result.advice?.join(' ') ?? '', new RegExp(`Set dialect to ${dialect}`));
    assert.deepEqual(result.settings, { dialect });
    const fixedResult = await sdapiKind.probe!(optionsAt(server, { dialect }), never);
    assert.deepEqual(fixedResult.advice, []);
    assert.deepEqual(server.requests, []);
  });

test('a probe reports a missing upscaler, a wrong dialect, and a program without the API', async () => {
  const server = await startSdapiServer({ upscalers: ['Lanczos'] });
  const { advice, notes } = await sdapiKind.probe!(optionsAt(server, { dialect: 'sdnext' }), never);
  assert.match(advice?.join(' ') ?? '', /dialect is sdnext/);
  assert.match(notes.join(' '), /no upscaler R-ESRGAN 4x\+. It has: Lanczos/);
  const failure = await catchFailure(sdapiKind.probe!(optionsAt({ url: `${server.url}/elsewhere` }), never));
  assert.match(failure.message, /--api/);
});
