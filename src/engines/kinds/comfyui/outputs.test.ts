/** How the output files of a finished prompt are read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { renderPicture } from '../../../../test/support/comfyui/fake-media.ts';
import { readOutputs } from './outputs.ts';

const never = new AbortController().signal;

test('the outputs of a prompt list its clip without fetching it, so its size is unknown', async () => {
  for (const filename of ['a.mp4', 'a.webm', 'a.MOV', 'a.mkv']) {
    const file = { filename, subfolder: '', type: 'output' };
    const job = {
      state: 'done',
      outputs: { 1: { images: [file] } },
      markedNodes: [],
      error: undefined,
    } as const;
    const view = () => assert.fail('it is fetched');
    assert.deepEqual(await readOutputs(job, { view, has: async () => true }, never), {
      state: 'done',
      media: [{ kind: 'clip', contentType: 'video/mp4', width: 0, height: 0, ref: file }],
    });
  }
});

test('an animated WebP or GIF is a clip, and a still one is a picture', async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 32, height: 16, channels: 3, background } })
      .png()
      .toBuffer();
  const firstFrame = await frame('#a00');
  const frames = [firstFrame, await frame('#0a0')];
  for (const format of ['webp', 'gif'] as const) {
    const animation = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    const file = { filename: `a.${format}`, subfolder: '', type: 'output' };
    // As SaveAnimatedWEBP and VHS_VideoCombine list their files.
    const output = format === 'gif' ? { gifs: [file] } : { images: [file], animated: [true] };
    const job = { state: 'done', outputs: { 9: output }, markedNodes: ['9'], error: undefined } as const;
    const read = async (bytes: Uint8Array) => {
      const view = async () => ({ bytes, contentType: '', status: 200, isOk: true, headers: {} });
      const result = await readOutputs(job, { view, has: async () => true }, never);
      return result.state === 'done' && result.media.map(({ kind, contentType }) => [kind, contentType]);
    };
    assert.deepEqual(await read(animation), [['clip', `image/${format}`]]);
    assert.deepEqual(await read(await sharp(firstFrame).webp().toBuffer()), [['picture', 'image/webp']]);
  }
});

test('a clip that is gone fails the job', async () => {
  const file = { filename: 'a.mp4', subfolder: '', type: 'output' };
  const job = {
    state: 'done',
    outputs: { 1: { images: [file] } },
    markedNodes: [],
    error: undefined,
  } as const;
  const read = readOutputs(job, { view: () => assert.fail('it is fetched'), has: async () => false }, never);
  await assert.rejects(read, { code: 'engine_error', retryable: true });
});

test('of several pictures of one prompt, the first is the result, and of a clip and its preview, the clip', async () => {
  const bytes = await renderPicture({ width: 64, height: 48 });
  const file = (filename: string) => ({ filename, subfolder: '', type: 'output' });
  const viewedNames: string[] = [];
  const view = async ({ filename }: { filename: string }) => {
    viewedNames.push(filename);
    return { bytes, contentType: 'image/png', status: 200, isOk: true, headers: {} };
  };
  const read = (...names: string[]) =>
    readOutputs(
      { state: 'done', outputs: { 9: { images: names.map(file) } }, markedNodes: ['9'], error: undefined },
      { view, has: async () => true },
      never,
    );
  const batch = await read('a_00001_.png', 'a_00002_.png');
  assert.ok(batch.state === 'done');
  assert.deepEqual(
    batch.media.map(({ ref }) => ref),
    [file('a_00001_.png')],
  );
  assert.deepEqual(viewedNames, ['a_00001_.png'], 'the others are not fetched');
  const clip = await read('poster.png', 'a.mp4');
  assert.ok(clip.state === 'done');
  assert.deepEqual(
    clip.media.map(({ kind, ref }) => [kind, ref]),
    [['clip', file('a.mp4')]],
  );
});
