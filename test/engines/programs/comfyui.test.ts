/** The ComfyUI adapter, against a fake of three builds that was recorded from a real server. */
import { reasonText } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Build, startFakeComfyui } from '../../support/comfyui/fake-comfyui.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import {
  waitForEnd,
  fullStep,
  generateStep,
  instanceAt,
  kind,
  never,
  noiseStep,
  openAt,
  unknownHandle,
} from '../../support/comfyui/open-comfyui.ts';
import { catchFailure, toVerdict } from '../../support/test-engine/instance.ts';
import { testStepEngine } from '../../../src/engines/contract/steps/step-conformance.ts';
import { toPromptId } from '../../../src/engines/kinds/comfyui/server/prompt-id.ts';

const builds: readonly Build[] = ['0.33.0', '0.24.0', '0.3.64'];

for (const build of builds)
  suite(build, () => {
    testStepEngine(
      `comfyui ${build}`,
      async () => kind.openSteps(instanceAt(await startFakeComfyui(build))),
      {
        abilities: kind.abilities('noise', {}),
        step: noiseStep,
        unknownHandle,
      },
    );

    test('cancelling stops only its own prompt, running or queued, and the next one runs', async () => {
      const fake = await startFakeComfyui(build);
      const engine = openAt(fake);
      fake.queue.isHeld = true;
      const [running, waiting, next] = [
        await engine.start(await generateStep(), 'one', never),
        await engine.start(await generateStep(), 'two', never),
        await engine.start(await generateStep(), 'three', never),
      ];
      await waitUntil(() => fake.queue.running !== undefined);
      await engine.cancel(waiting);
      assert.equal(fake.queue.running?.id, toPromptId('one'), 'the running prompt is not affected');
      await engine.cancel(running);
      assert.equal((await waitForEnd(engine, next)).state, 'done');
      assert.equal((await engine.check(waiting, 0, never)).state, 'lost');
      assert.deepEqual(
        fake.queue.received.map(({ state }) => state),
        ['cancelled', 'pending', 'completed'],
      );
    });

    test('a prompt that was cancelled on the server fails and is not retried', async () => {
      const fake = await startFakeComfyui(build);
      const engine = openAt(fake);
      fake.queue.isHeld = true;
      const handle = await engine.start(await generateStep(), 'one', never);
      await waitUntil(() => fake.queue.running !== undefined);
      fake.queue.cancel(toPromptId('one'));
      const state = await waitForEnd(engine, handle);
      assert.ok(state.state === 'failed' && !state.retryable, JSON.stringify(state));
    });

    test('a failing node is named, without the error text of the server', async () => {
      const fake = await startFakeComfyui(build);
      fake.queue.failing = { node: 'ImageAddNoise', exception: 'PIL.UnidentifiedImageError' };
      const engine = openAt(fake);
      const state = await waitForEnd(engine, await engine.start(await generateStep(), 'one', never));
      assert.ok(state.state === 'failed');
      assert.deepEqual([state.code, state.retryable], ['engine_error', true]);
      assert.equal(reasonText(state.reason), 'the workflow failed in ImageAddNoise');
      assert.match(state.cause ?? '', /^UnidentifiedImageError: cannot identify/);
    });
  });

test('an out-of-memory failure is reported as such', async () => {
  const fake = await startFakeComfyui();
  fake.queue.failing = { node: 'ImageAddNoise', exception: 'torch.OutOfMemoryError' };
  const engine = openAt(fake);
  const state = await waitForEnd(engine, await engine.start(await generateStep(), 'one', never));
  assert.ok(state.state === 'failed');
  assert.equal(reasonText(state.reason), 'it ran out of memory in ImageAddNoise');
});

test('every parameter of a step and of the model is set in the workflow', async () => {
  const fake = await startFakeComfyui();
  fake.addFile('CheckpointLoaderSimple', 'ckpt_name', 'own/juggernaut.safetensors');
  const engine = openAt(fake);
  const step = { ...(await fullStep('inpaint')), parameters: { steps: 31, cfg: 4.5, sampler: 'euler' } };
  await engine.start({ ...step, upstream: 'sdxl:juggernaut.safetensors' }, 'one', never);
  const { graph = {} } = fake.queue.received[0] ?? {};
  const { seed, steps, cfg, sampler_name, denoise } = graph['samples']?.inputs ?? {};
  assert.deepEqual([seed, steps, cfg, sampler_name, denoise], [step.seed, 31, 4.5, 'euler', 1]);
  assert.equal(graph['model']?.inputs['ckpt_name'], 'own/juggernaut.safetensors');
  assert.equal(graph['prompt']?.inputs['text'], 'a red fox');
  assert.equal(graph['negative']?.inputs['text'], 'text');
  assert.equal(graph['out']?.inputs['filename_prefix'], `kinora/${toPromptId('one')}`);
  assert.match(String(graph['mask']?.inputs['image']), /^kinora\/[0-9a-f]{64}\.png$/);
  assert.notEqual(graph['mask']?.inputs['image'], graph['picture']?.inputs['image']);
});

test('a parameter cannot name an image on the server or the path of the result', async () => {
  const fake = await startFakeComfyui();
  const engine = openAt(fake);
  const step = { ...(await fullStep('instruct')), upstream: 'noise' };
  assert.ok(step.primitive === 'instruct');
  const parameters = { picture2: 'secret.png', out: '../../src/engines/elsewhere' };
  await engine.start({ ...step, pictures: step.pictures.slice(0, 1), parameters }, 'one', never);
  const { graph = {} } = fake.queue.received[0] ?? {};
  assert.equal(graph['picture2'], undefined);
  assert.equal(graph['out']?.inputs['filename_prefix'], `kinora/${toPromptId('one')}`);
});

test('a model that edits also generates, with one file in memory', async () => {
  const fake = await startFakeComfyui();
  fake.addFile('UNETLoader', 'unet_name', 'qwen_image_edit_2511_bf16.safetensors');
  fake.addFile('CLIPLoader', 'clip_name', 'qwen_2.5_vl_7b_fp8_scaled.safetensors');
  fake.addFile('VAELoader', 'vae_name', 'qwen_image_vae.safetensors');
  const engine = openAt(fake);
  for (const primitive of ['generate', 'instruct'] as const) {
    const step = { ...(await fullStep(primitive)), upstream: 'qwen-image-edit' };
    assert.equal((await waitForEnd(engine, await engine.start(step, primitive, never))).state, 'done');
  }
  const files = fake.queue.received.map(({ graph }) => graph['model']?.inputs['unet_name']);
  assert.deepEqual(new Set(files), new Set(['qwen_image_edit_2511_bf16.safetensors']));
});

test('progress rises and each preview is reported once, as soon as it is there', async () => {
  const fake = await startFakeComfyui();
  fake.addFile('CheckpointLoaderSimple', 'ckpt_name', 'sd_xl_base_1.0.safetensors');
  fake.queue.isHeld = true;
  const engine = openAt(fake);
  const handle = await engine.start(await generateStep('sdxl'), 'one', never);
  const sizes: number[] = [];
  let progress = 0;
  while (sizes.at(-1) !== 48) {
    const state = await engine.check(handle, 60_000, never);
    assert.ok(state.state === 'running' && state.progress >= progress);
    ({ progress } = state);
    if (state.preview) sizes.push(state.preview.height);
  }
  assert.equal(new Set(sizes).size, sizes.length);
  assert.ok(progress > 0.8 && progress < 1, String(progress));
  fake.queue.release();
  assert.equal((await waitForEnd(engine, handle)).state, 'done');
  assert.ok(fake.sockets[0]?.wantsMetadata);
});

test('each of four prompts has its own previews', async () => {
  const fake = await startFakeComfyui();
  fake.addFile('CheckpointLoaderSimple', 'ckpt_name', 'sd_xl_base_1.0.safetensors');
  const engine = openAt(fake);
  const step = await generateStep('sdxl');
  fake.queue.isHeld = true;
  const handles = [];
  for (const key of ['a', 'b', 'c', 'd'])
    handles.push(await engine.start({ ...step, seed: handles.length }, key, never));
  const previews = await Promise.all(
    handles.map(async handle => {
      let count = 0;
      for (;;) {
        const state = await engine.check(handle, 60_000, never);
        if (state.state === 'done') return count;
        if (state.state === 'running' && state.preview) count++;
        // Released only now, because a prompt that has ended shows no preview.
        if (count > 0) fake.queue.release();
      }
    }),
  );
  assert.ok(
    previews.every(count => count > 0),
    previews.join(),
  );
});

test('a repeated start does not run twice', async () => {
  const fake = await startFakeComfyui();
  const engine = openAt(fake);
  const first = await engine.start(await generateStep(), 'one', never);
  assert.deepEqual(await engine.start(await generateStep(), 'one', never), first);
  await waitForEnd(engine, first);
  assert.deepEqual(await engine.start(await generateStep(), 'one', never), first);
  assert.equal(fake.queue.received.length, 1);
});

test('a new prompt is sent without a question before it, and its picture is fetched once', async () => {
  const fake = await startFakeComfyui();
  const engine = openAt(fake);
  await waitForEnd(engine, await engine.start(await generateStep(), 'node classes are known now', never));
  fake.requests.length = 0;
  const handle = await engine.start(await generateStep(), 'one', never);
  assert.deepEqual(fake.requests, ['POST /prompt']);
  const state = await waitForEnd(engine, handle);
  assert.ok(state.state === 'done' && state.media[0], JSON.stringify(state));
  const bytes = (await engine.open(handle, state.media[0], never)) as Uint8Array;
  assert.ok(bytes.length > 0);
  assert.equal(fake.requests.filter(route => route.startsWith('GET /view')).length, 1);
});

test('a model file that was added is found without a restart', async () => {
  const fake = await startFakeComfyui();
  const engine = openAt(fake);
  const error = await catchFailure(engine.start(await generateStep('sdxl'), 'one', never));
  assert.deepEqual(toVerdict(error), { code: 'engine_error', retryable: true, notStarted: true });
  // The names of its files are for operators.
  assert.match(error.message, /lacks what the workflow needs$/);
  assert.equal(error.cause, 'ckpt_name sd_xl_base_1.0.safetensors');
  fake.addFile('CheckpointLoaderSimple', 'ckpt_name', 'SDXL/sd_xl_base_1.0.safetensors');
  await engine.start(await generateStep('sdxl'), 'two', never);
  assert.equal(
    fake.queue.received[0]?.graph['model']?.inputs['ckpt_name'],
    'SDXL/sd_xl_base_1.0.safetensors',
  );
});

test('unknown workflows, and primitives that a workflow does not support, are rejected', async () => {
  const engine = openAt(await startFakeComfyui());
  for (const step of [await generateStep('sdxll'), await generateStep('wan22-5b')]) {
    const error = await catchFailure(engine.start(step, 'one', never));
    assert.deepEqual([error.code, error.notStarted], ['engine_rejected', true]);
  }
  assert.deepEqual(kind.abilities('sdxll', {}), {});
});

test('the secret is sent as a header, also for the socket and below a base path', async () => {
  const fake = await startFakeComfyui('0.33.0', '/gpu');
  const engine = openAt(fake, { secret: 'let-me-in' });
  const handle = await engine.start(await generateStep(), 'one', never);
  assert.equal(fake.headers.authorization, 'Bearer let-me-in');
  assert.equal((await waitForEnd(engine, handle)).state, 'done');
  assert.equal(fake.sockets.length, 1);
  const error = await catchFailure(
    openAt(fake, { secret: 'bad\u0001' }).start(await generateStep(), 'two', never),
  );
  assert.deepEqual([error.code, error.message.includes('bad')], ['engine_unauthorized', false]);
});

test('a probe reports version, memory, queue, runnable models and missing items by name', async () => {
  const fake = await startFakeComfyui();
  fake.addFile('CheckpointLoaderSimple', 'ckpt_name', 'own.safetensors');
  fake.architectures.set('own.safetensors', 'stable-diffusion-xl-v1-base');
  fake.addFile('VAELoader', 'vae_name', 'flux2-vae.safetensors');
  const { program, models, notes } = (await kind.probe?.(instanceAt(fake), never)) ?? assert.fail();
  assert.equal(program, 'ComfyUI 0.33.0');
  assert.deepEqual(models, ['sdxl:own.safetensors', 'noise']);
  assert.ok(notes.includes('Queue: 0 running, 0 waiting.'), notes.join('\n'));
  assert.ok(notes.includes('cpu: 22.5 of 23.5 GB free.'), notes.join('\n'));
  assert.deepEqual(notes.slice(2), [
    'Files: 1 checkpoint, 0 diffusion models, 0 text encoders, 1 VAE, 0 upscale models.',
    'flux2-klein is missing clip_name qwen_3_4b.safetensors, unet_name flux-2-klein-4b.safetensors.',
    'No model files for: sd35, flux1, flux1-redux, flux1-fill, z-image-turbo, qwen-image, qwen-image-edit, wan22-5b, wan22-14b, ltx2, ask.',
  ]);
});

test("a checkpoint of unknown family is not proposed, and a workflow's file belongs to one family only", async () => {
  const fake = await startFakeComfyui();
  fake.addFile('CheckpointLoaderSimple', 'ckpt_name', 'own.safetensors');
  const unclear = (await kind.probe?.(instanceAt(fake), never)) ?? assert.fail();
  assert.deepEqual(unclear.models, ['noise']);
  assert.deepEqual(unclear.uncertain, ['sdxl:own.safetensors', 'sd35:own.safetensors']);
  assert.equal(
    unclear.notes[3],
    'These files belong to one of sdxl, sd35, but the server does not report to which: own.safetensors. Name one in a route as family:file.',
  );
  fake.architectures.set('own.safetensors', 'stable-diffusion-v3-medium');
  assert.deepEqual((await kind.probe?.(instanceAt(fake), never))?.models, ['sd35:own.safetensors', 'noise']);
  fake.addFile('CheckpointLoaderSimple', 'ckpt_name', 'XL/sd_xl_base_1.0.safetensors');
  assert.deepEqual((await kind.probe?.(instanceAt(fake), never))?.models, ['sdxl', 'noise']);
});

test('every file is offered with its likely families, also if these lack other files', async () => {
  const probeUncertain = async (nodeClass: string, input: string, file: string) => {
    const fake = await startFakeComfyui();
    fake.addFile(nodeClass, input, file);
    return (await kind.probe?.(instanceAt(fake), never))?.uncertain;
  };
  assert.deepEqual(await probeUncertain('CheckpointLoaderSimple', 'ckpt_name', 'dreamsXL.safetensors'), [
    'sdxl:dreamsXL.safetensors',
  ]);
  assert.deepEqual(await probeUncertain('UNETLoader', 'unet_name', 'my-flux.safetensors'), [
    'flux1:my-flux.safetensors',
  ]);
  const all = await probeUncertain('UNETLoader', 'unet_name', 'mine.safetensors');
  assert.ok(
    all?.includes('flux1:mine.safetensors') && all.includes('qwen-image:mine.safetensors'),
    String(all),
  );
});
