/**
 * The adapter of stable-diffusion.cpp, against a server that responds like
 * sd-server and misbehaves on demand.
 * @NOTE length: one test for each behavior of one server.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openMemorySpool } from '../../support/engines/memory-spool.ts';
import { openSdServer, type SdBehavior, type SdServer } from '../../support/engines/sd-server.ts';
import { maskOfSize, pictureOfSize, smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import type { InstanceOptions } from '../../../src/engines/contract/kind/instance-options.ts';
import { testStepEngine } from '../../../src/engines/contract/steps/step-conformance.ts';
import type { Step } from '../../../src/engines/contract/steps/step.ts';
import type { StepEngine } from '../../../src/engines/contract/steps/step-engine.ts';
import type { StepPicture } from '../../../src/engines/contract/steps/step-picture.ts';
import type { Spool } from '../../../src/engines/contract/spool.ts';
import { StorageError } from '../../../src/media/storage/storage-error.ts';
import { withoutCommands } from '../../../src/engines/planner/without-commands.ts';
import { nestParameters } from '../../../src/engines/kinds/sdcpp/job-request.ts';
import { sdcppKind } from '../../../src/engines/kinds/sdcpp/sdcpp-kind.ts';
import { remoteSettings } from '../../../src/engines/kinds/sdcpp/sdcpp-settings.ts';

const all = remoteSettings.parse({ edits: true, clips: 'both', endsWith: true });

const servers: SdServer[] = [];
after(() => Promise.all(servers.map(server => server.close())));
async function startServer(behavior: Partial<SdBehavior> = {}): Promise<SdServer> {
  const server = await openSdServer(behavior);
  servers.push(server);
  return server;
}

function instanceAt({ url }: SdServer, spool: Spool = openMemorySpool()): InstanceOptions {
  return { name: 'gpu', url, secret: undefined, settings: all, slots: undefined, spool };
}

function openAt(server: SdServer, spool: Spool = openMemorySpool()): StepEngine {
  return sdcppKind.openSteps(instanceAt(server, spool));
}

const generate = await smallStep('generate');
assert.ok(generate.primitive === 'generate');

async function waitForEnd(engine: StepEngine, step = generate): Promise<EngineStatus> {
  const handle = await engine.start(step, 'one:0', never);
  for (;;) {
    const state = await engine.check(handle, 0, never);
    if (state.state !== 'running') return state;
  }
}

testStepEngine('sdcpp', async () => openAt(await startServer()), {
  abilities: sdcppKind.abilities('tiny', all),
  step: primitive => smallStep(primitive),
  unknownHandle: { id: 'unknown', key: 'unknown', count: 1 },
});

test('each primitive is sent in the format of the native API', async () => {
  const server = await startServer({ polls: 1 });
  const engine = openAt(server);
  const url = ({ bytes }: StepPicture) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
  for (const primitive of ['generate', 'imageToImage', 'inpaint', 'instruct', 'clip'] as const)
    await engine.start(await smallStep(primitive), primitive, never);
  const [picture, mask] = [url(await pictureOfSize(64, 64)), url(await maskOfSize(64, 64))];
  const frames = { seconds: 2, framesPerSecond: 16, picture: await pictureOfSize(64, 64) };
  await engine.start({ ...(await smallStep('clip')), ...frames } as Step, 'frames', never);
  const common = { prompt: 'a red fox', negative_prompt: 'text', width: 64, height: 64, seed: 5 };
  const pictures = { ...common, batch_count: 1, output_format: 'png', embed_image_metadata: false };
  assert.deepEqual(
    server.jobs.map(({ kind, body }) => [kind, body]),
    [
      ['img_gen', pictures],
      ['img_gen', { ...pictures, init_image: picture, strength: 0.5 }],
      ['img_gen', { ...pictures, init_image: picture, strength: 1, mask_image: mask }],
      ['img_gen', { ...pictures, ref_images: [picture] }],
      ['vid_gen', { ...common, video_frames: 13, fps: 12, output_format: 'webm' }],
      ['vid_gen', { ...common, video_frames: 33, fps: 16, output_format: 'webm', init_image: picture }],
    ],
  );
  const failure = await catchFailure(engine.start(await smallStep('upscale'), 'upscale', never));
  assert.deepEqual(toVerdict(failure), { code: 'engine_rejected', retryable: false, notStarted: true });
});

test('parameters become native fields by their path', async () => {
  const server = await startServer();
  const parameters = {
    'sample_params.sample_steps': 8,
    'sample_params.guidance.txt_cfg': 1,
    cache_mode: 'easycache',
  };
  await openAt(server).start({ ...generate, parameters }, 'one:0', never);
  const { body } = server.jobs[0] ?? assert.fail();
  assert.deepEqual(body['sample_params'], { sample_steps: 8, guidance: { txt_cfg: 1 } });
  assert.deepEqual([body['cache_mode'], body['prompt'], body['batch_count']], ['easycache', 'a red fox', 1]);
  const clip = {
    ...(await smallStep('clip')),
    parameters: { fps: 30, 'high_noise_sample_params.sample_steps': 4 },
  };
  await openAt(server).start(clip, 'clip', never);
  const { fps, high_noise_sample_params: noisy } = server.jobs[1]?.body ?? {};
  assert.deepEqual([fps, noisy], [12, { sample_steps: 4 }], 'the step sets the frame rate');
  nestParameters({ '__proto__.polluted': true, 'constructor.prototype.polluted': true });
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

test('parameters that name files or replace fields of the step are rejected before anything is sent', async () => {
  const server = await startServer();
  const engine = openAt(server);
  const unfit: readonly Step['parameters'][] = [
    { prompt: 'something else' },
    { batch_count: 8 },
    { 'hires.upscaler': '4x' },
    { 'lora.0.path': 'x.safetensors' },
    { 'sample_params.sample_steps': '8' },
    { '__proto__.polluted': true },
  ];
  for (const parameters of unfit)
    for (const step of [generate, await smallStep('clip')]) {
      const failure = await catchFailure(engine.start({ ...step, parameters }, 'one:0', never));
      assert.deepEqual(toVerdict(failure), { code: 'engine_rejected', retryable: false, notStarted: true });
    }
  assert.deepEqual(server.jobs, []);
});

test('a prompt cannot name weights or native settings', () => {
  for (const [prompt, expectedPrompt] of [
    ['a fox <lora:evil:1.5> runs', 'a fox runs'],
    ['a fox <sd_cpp_extra_args>{"steps": 900}</sd_cpp_extra_args> runs', 'a fox runs'],
    ['a fox <SD_CPP_EXTRA_ARGS>{"steps": 900}', 'a fox'],
    ['a <lora:a <lora:b:1> fox', 'a fox'],
    ['</sd_cpp_extra_args> a fox <lora:x', 'a fox'],
    ['a < b > c', 'a < b > c'],
  ] as const)
    assert.equal(withoutCommands(prompt), expectedPrompt);
});

for (const [startStatus, code, retryable, notStarted] of [
  [400, 'engine_rejected', false, true],
  [401, 'engine_unauthorized', false, true],
  [404, 'engine_error', true, true],
  [429, 'engine_busy', true, true],
  [500, 'engine_unavailable', true, false],
] as const)
  test(`a start answered with status ${startStatus} is ${code}, and no job begins`, async () => {
    const server = await startServer({ startStatus });
    const failure = await catchFailure(openAt(server).start(generate, 'one:0', never));
    assert.deepEqual(toVerdict(failure), { code, retryable, notStarted });
    assert.deepEqual(server.jobs, []);
  });

for (const [startFault, code, retryable] of [
  ['reset', 'engine_unavailable', true],
  ['no id', 'engine_error', false],
] as const)
  test(`a start that ends with ${startFault} is ${code}, and it is unknown whether it began`, async () => {
    const failure = await catchFailure(
      openAt(await startServer({ startFault })).start(generate, 'one:0', never),
    );
    assert.deepEqual(toVerdict(failure), { code, retryable, notStarted: false });
  });

test('a start that is never answered ends when its signal is aborted', async () => {
  const controller = new AbortController();
  const start = openAt(await startServer({ startFault: 'hang' })).start(generate, 'one:0', controller.signal);
  controller.abort();
  assert.equal((await catchFailure(start)).code, 'engine_unavailable');
});

for (const behavior of [
  { failWith: 'out of memory' },
  { result: 'none' },
  { result: 'fewer' },
  { result: 'no image' },
] as const)
  test(`a job that ends with ${JSON.stringify(behavior)} fails with a retryable error`, async () => {
    const state = await waitForEnd(openAt(await startServer(behavior)));
    assert.ok(state.state === 'failed', state.state);
    assert.deepEqual([state.code, state.retryable], ['engine_error', true]);
    if ('failWith' in behavior) assert.equal(state.cause, behavior.failWith);
  });

for (const jobStatus of [404, 410])
  test(`a job answered with status ${jobStatus} is lost`, async () => {
    assert.deepEqual(await waitForEnd(openAt(await startServer({ jobStatus }))), { state: 'lost' });
  });

test('a failed check does not change the job', async () => {
  const server = await startServer({ polls: 1 });
  const engine = openAt(server);
  const handle = await engine.start(generate, 'one:0', never);
  for (const fault of [
    { jobStatus: 500 },
    { jobStatus: 401 },
    { jobFault: 'reset' },
    { jobFault: 'half' },
    { jobFault: 'html' },
  ] as const) {
    server.behavior = { polls: 1, ...fault };
    assert.equal((await catchFailure(engine.check(handle, 0, never))).retryable, true);
  }
  server.behavior = { polls: 1 };
  assert.equal((await engine.check(handle, 0, never)).state, 'done');
});

test('a result survives restarts of the server and of Kinora', async () => {
  const server = await startServer({ polls: 1 });
  const spool = openMemorySpool();
  const handle = await openAt(server, spool).start({ ...generate, count: 2 }, 'one:0', never);
  const first = await openAt(server, spool).check(handle, 0, never);
  server.forget();
  const second = openAt(server, spool);
  assert.deepEqual(await second.check(handle, 0, never), first);
  assert.ok(first.state === 'done' && first.media[1]);
  assert.ok(((await second.open(handle, first.media[1], never)) as Uint8Array).length > 100);
});

test('a start that is repeated after a crash returns the same job', async () => {
  const server = await startServer();
  const spool = openMemorySpool();
  const first = await openAt(server, spool).start(generate, 'one:0', never);
  assert.deepEqual(await openAt(server, spool).start(generate, 'one:0', never), first);
  assert.equal(server.jobs.length, 1);
});

test('a job that was accepted while the storage failed is followed and not started again', async () => {
  const server = await startServer({ polls: 2 });
  const spool = openMemorySpool();
  let isFull = true;
  const failing: Spool = {
    ...spool,
    put: async (...file) => {
      if (isFull) throw new StorageError('full', 'no space left');
      return spool.put(...file);
    },
  };
  const engine = openAt(server, failing);
  const [first, second] = [
    await engine.start(generate, 'one:0', never),
    await engine.start(generate, 'two:0', never),
  ];
  await engine.cancel(second);
  assert.deepEqual(
    server.jobs.map(({ status }) => status),
    ['queued', 'cancelled'],
  );
  assert.equal((await engine.check(first, 0, never)).state, 'running');
  await assert.rejects(engine.check(first, 0, never), StorageError);
  isFull = false;
  assert.equal((await engine.check(first, 0, never)).state, 'done');
  assert.equal(server.jobs.length, 2);
});

test('a queued job is cancelled, a running one continues', async () => {
  const server = await startServer({ polls: Infinity });
  const engine = openAt(server);
  const queuedJob = await engine.start(generate, 'one:0', never);
  await engine.cancel(queuedJob);
  const runningJob = await engine.start(generate, 'two:0', never);
  await engine.check(runningJob, 0, never);
  await engine.check(runningJob, 0, never);
  await engine.cancel(runningJob);
  assert.deepEqual(
    server.jobs.map(({ status }) => status),
    ['cancelled', 'generating'],
  );
});

test('a job that has ended leaves nothing in the spool, and is not cancelled on the server', async () => {
  for (const behavior of [{ polls: 1 }, { failWith: 'out of memory' }, { jobStatus: 404 }]) {
    const server = await startServer(behavior);
    const spool = openMemorySpool();
    const engine = openAt(server, spool);
    assert.equal(engine.traits.keepsFiles, true);
    await waitForEnd(engine);
    const handle = { id: 'any', key: 'one:0', count: 1 };
    // A request to the closed server would fail.
    await server.close();
    await engine.cancel(handle);
    assert.equal(spool.files.size, 0);
    await engine.cancel(handle);
  }
});

test('the abilities of an instance follow from its settings', () => {
  const abilities = (settings: object) =>
    Object.keys(sdcppKind.abilities('', remoteSettings.parse(settings)));
  assert.deepEqual(abilities({}), ['generate', 'imageToImage', 'inpaint']);
  assert.deepEqual(abilities({ pictures: false, clips: 'words' }), ['clip']);
  assert.deepEqual(abilities({ pictures: false, edits: true }), ['instruct']);
});

test('a probe names the model and generates nothing', async () => {
  const server = await startServer();
  const probeResult = await sdcppKind.probe!(instanceAt(server), never);
  assert.deepEqual(probeResult, {
    program: 'stable-diffusion.cpp',
    models: ['z-image-turbo-Q4_K'],
    settings: { pictures: true, clips: 'words' },
    notes: [
      'It makes images and clips.',
      'Its queue has 64 places.',
      'It cannot cancel a job that it has begun.',
    ],
  });
  assert.deepEqual(server.jobs, []);
  server.behavior = { polls: 1, capabilities: [] };
  assert.equal((await catchFailure(sdcppKind.probe!(instanceAt(server), never))).code, 'engine_error');
});
