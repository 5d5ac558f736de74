/** The adapter to Midjourney proxies: follow-ups are buttons on the proxy. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { EngineHandle } from '../../../src/engines/contract/engine-handle.ts';
import type { EngineJob } from '../../../src/engines/contract/engine-job.ts';
import { mjProxySettings } from '../../../src/engines/kinds/mj-proxy/settings.ts';
import {
  acceptedBodies,
  callFor,
  makeMedia,
  waitForEnd,
  followUp,
  gridJob,
  kind,
  openAt,
  pictureInput,
  wide,
} from '../../support/mj-proxy/mj-proxy.ts';
import { startMjProxyServer } from '../../support/mj-proxy/mj-proxy-server.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';

test('a selected candidate is free, and U is pressed before the first follow-up that needs it', async () => {
  const server = await startMjProxyServer();
  const engine = openAt(server);
  const grid = await makeMedia(engine, gridJob);
  const select = await followUp(grid.recipe, { kind: 'upscale' }, 2);
  const selection = await makeMedia(engine, select);
  assert.deepEqual([selection.media.length, selection.costMicros, server.submits.length], [1, 0, 1]);
  const bytes = (await engine.open(selection.handle, selection.media[0]!, callFor(select))) as Uint8Array;
  assert.equal(bytes.length, 64 * 64 * 4);
  const variation = await makeMedia(
    engine,
    await followUp(selection.recipe, { kind: 'variation', strength: 'subtle' }),
  );
  assert.equal(variation.media.length, 4);
  const [, choice, vary] = server.submits;
  assert.match(choice?.body.customId, /upsample::3::/);
  assert.match(vary?.body.customId, /low_variation::1::/);
  assert.notEqual(vary?.body.taskId, choice?.body.taskId);
  assert.equal(server.submits.length, 3);
});

test('with pressU, selecting presses U, and follow-ups start from its task', async () => {
  const server = await startMjProxyServer();
  const engine = openAt(server, { pressU: true });
  const grid = await makeMedia(engine, gridJob);
  const selection = await makeMedia(engine, await followUp(grid.recipe, { kind: 'upscale' }, 1));
  await makeMedia(
    engine,
    await followUp(selection.recipe, { kind: 'upscale', enhance: 'creative', width: 128, height: 128 }),
  );
  const pressedButtons = server.submits.slice(1).map(({ body }) => body.customId.split('::hash')[0]);
  assert.deepEqual(pressedButtons, ['MJ::JOB::upsample::2', 'MJ::JOB::upsample_v7_2x_creative::1']);
});

const presses: readonly (readonly [string, Partial<EngineJob>, string])[] = [
  ['V2', { kind: 'variation' }, 'MJ::JOB::variation::2'],
  [
    'Zoom Out 2x',
    { kind: 'outpaint', frame: { x: -0.5, y: -0.5, width: 2, height: 2 } },
    'MJ::Outpaint::50::1',
  ],
  [
    'Zoom Out 1.5x',
    { kind: 'outpaint', frame: { x: -0.25, y: -0.25, width: 1.5, height: 1.5 } },
    'MJ::Outpaint::75::1',
  ],
  [
    'Custom Zoom',
    { kind: 'outpaint', frame: { x: -0.4, y: -0.4, width: 1.8, height: 1.8 } },
    'MJ::CustomZoom::1',
  ],
  [
    'Pan right',
    { kind: 'outpaint', frame: { x: 0, y: 0, width: 1.5, height: 1 }, ...wide },
    'MJ::JOB::pan_right::1',
  ],
  [
    'Pan left',
    { kind: 'outpaint', frame: { x: -0.5, y: 0, width: 1.5, height: 1 }, ...wide },
    'MJ::JOB::pan_left::1',
  ],
  ['Pan down', { kind: 'outpaint', frame: { x: 0, y: 0, width: 1, height: 1.5 } }, 'MJ::JOB::pan_down::1'],
  ['Pan up', { kind: 'outpaint', frame: { x: 0, y: -0.5, width: 1, height: 1.5 } }, 'MJ::JOB::pan_up::1'],
];
for (const [name, job, customId] of presses)
  test(`${name} presses the button ${customId} on the proxy`, async () => {
    const server = await startMjProxyServer();
    const engine = openAt(server);
    const { recipe } = await makeMedia(engine, gridJob);
    await makeMedia(engine, await followUp(recipe, job, 1));
    const press = server.submits.filter(({ path }) => path === 'action').at(-1);
    assert.ok(press?.body.customId.startsWith(`${customId}::`), press?.body.customId);
    const modal = server.submits.find(({ path }) => path === 'modal');
    assert.equal(modal?.body.prompt, name === 'Custom Zoom' ? 'a red fox --v 7 --zoom 1.8' : undefined);
  });

test('Make Square is offered for images that are not square', async () => {
  const server = await startMjProxyServer();
  const engine = openAt(server);
  const { recipe } = await makeMedia(engine, { ...gridJob, ...wide });
  const frame = { x: 0, y: -0.25, width: 1, height: 1.5 };
  const inputs = [await pictureInput(96, 64)];
  await makeMedia(engine, await followUp(recipe, { kind: 'outpaint', frame, inputs, width: 64, height: 64 }));
  assert.match(server.submits.at(-1)?.body.customId, /^MJ::Outpaint::100::/);
});

test('a region is sent with a mask in the size of the image', async () => {
  for (const dialect of ['trueai', 'new-api', 'kinora'] as const) {
    const server = await startMjProxyServer({ dialect });
    const engine = openAt(server);
    const { recipe } = await makeMedia(engine, gridJob);
    const mask = { ...(await pictureInput(16, 16)), role: 'mask' } as const;
    await makeMedia(engine, await followUp(recipe, { kind: 'edit', inputs: [await pictureInput(), mask] }));
    const { maskBase64, prompt, taskId } = server.submits.at(-1)?.body ?? {};
    const size = await sharp(Buffer.from(maskBase64.split(',')[1], 'base64')).metadata();
    assert.deepEqual([size.width, size.height, prompt], [64, 64, undefined], dialect);
    assert.deepEqual(server.tasks.get(taskId)?.isWaiting, false);
  }
});

test('a changed prompt opens the modal and answers it', async () => {
  const server = await startMjProxyServer();
  const engine = openAt(server);
  const { recipe } = await makeMedia(engine, gridJob);
  await makeMedia(
    engine,
    await followUp(recipe, { kind: 'variation', prompt: 'a blue fox', stylize: 250 }, 3),
  );
  const [, press, modal] = acceptedBodies(server);
  assert.equal(press?.enableRemix, true);
  assert.equal(modal?.prompt, 'a blue fox --s 250 --v 7');
});

test('a modal of an account that always asks for a prompt is answered, also after code 1', async () => {
  for (const dialect of ['trueai', 'new-api'] as const) {
    const server = await startMjProxyServer({ dialect, asksAlways: true });
    const engine = openAt(server);
    const { recipe } = await makeMedia(engine, gridJob);
    await makeMedia(engine, await followUp(recipe, { kind: 'variation' }));
    assert.deepEqual(
      server.submits.map(({ path }) => path),
      ['imagine', 'action', 'modal'],
    );
  }
});

test('a modal that appears only in the record is answered once', async () => {
  const server = await startMjProxyServer();
  const engine = openAt(server);
  const { recipe } = await makeMedia(engine, gridJob);
  const job = await followUp(recipe, { kind: 'variation' });
  const handle = await engine.start(job, 'modal:0', never);
  const task = [...server.tasks.values()].at(-1);
  assert.ok(task);
  task.isWaiting = true;
  const firstStatus = await engine.check(handle, 0, callFor(job));
  assert.ok(firstStatus.state === 'running' && firstStatus.handle);
  // Another process does not know whether it was answered.
  const other = openAt(server);
  const stored = JSON.parse(JSON.stringify(firstStatus.handle)) as EngineHandle;
  const otherStatus = await other.check(stored, 0, callFor(job));
  assert.ok(otherStatus.state === 'running' && otherStatus.handle);
  await other.check(otherStatus.handle, 0, callFor(job));
  assert.equal(server.submits.filter(({ path }) => path === 'modal').length, 0);
  assert.equal((await waitForEnd(engine, firstStatus.handle, job)).state.state, 'done');
  assert.equal(server.submits.filter(({ path }) => path === 'modal').length, 1);
});

test('without buttons, only variation of the grid is available', async () => {
  const server = await startMjProxyServer({ dialect: 'novicezk' });
  const engine = openAt(server);
  const { recipe } = await makeMedia(engine, gridJob);
  await makeMedia(engine, await followUp(recipe, { kind: 'variation' }, 3));
  const selection = await makeMedia(engine, await followUp(recipe, { kind: 'upscale' }, 2));
  await makeMedia(engine, await followUp(selection.recipe, { kind: 'variation', strength: 'strong' }));
  assert.deepEqual(
    acceptedBodies(server)
      .slice(1)
      .map(({ path, action, index }) => ({ path, action, index })),
    [
      { path: 'change', action: 'VARIATION', index: 4 },
      { path: 'change', action: 'VARIATION', index: 3 },
    ],
  );
  assert.deepEqual(kind.offer('', mjProxySettings.parse({ dialect: 'novicezk' })).jobs, [
    'grid',
    'variation',
    'describe',
  ]);
});

test('a follow-up without its button, or of a task of another engine, is rejected with a reason', async () => {
  const server = await startMjProxyServer();
  const engine = openAt(server);
  const grid = await makeMedia(engine, gridJob);
  const upscale = await makeMedia(
    engine,
    await followUp(grid.recipe, { kind: 'upscale', enhance: 'subtle', width: 128, height: 128 }),
  );
  const frame = { x: 0, y: 0, width: 1.5, height: 1 };
  const pan = await followUp(upscale.recipe, { kind: 'outpaint', frame, ...wide });
  const missing = await catchFailure(engine.start(pan, 'x:0', never));
  assert.match(missing.message, /does not offer "Pan right"/);
  assert.deepEqual(toVerdict(missing), { code: 'engine_rejected', retryable: false, notStarted: true });
  const foreign = await followUp({ ...(grid.recipe as object), engine: 'other' }, { kind: 'variation' });
  const rejection = await catchFailure(engine.start(foreign, 'x:1', never));
  assert.deepEqual(toVerdict(rejection), { code: 'engine_rejected', retryable: true, notStarted: true });
  server.forget();
  const unknownTaskFailure = await catchFailure(
    engine.start(await followUp(grid.recipe, { kind: 'variation' }), 'x:2', never),
  );
  assert.deepEqual(toVerdict(unknownTaskFailure), {
    code: 'engine_error',
    retryable: false,
    notStarted: true,
  });
});
