import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { ownInput } from '../testing/sample-pictures.ts';
import { drawJob, maskInput, meanDifference, toInput } from '../testing/follow-up-jobs.ts';
import type { JobInput } from '../job/job.ts';
import { findThing } from '../testing/find-thing.ts';

const prompt = 'a red fox beside a lighthouse on a cliff at sunset';
const size = { width: 240, height: 160 };
const ours = await ownInput('picture', prompt, 1);
const grid = await drawJob({ prompt, seed: 7, ...size }, 1);
const foreign = toInput('picture', grid.pixels);
const edit = (words: string, input = ours, more: readonly JobInput[] = []) =>
  drawJob({ prompt: words, kind: 'edit', ...size, seed: 5, inputs: [input, ...more] });
const kinds = async (words: string) => {
  const { picture } = await edit(words);
  assert.equal(picture.found, undefined);
  return picture.scene.things.map(({ kind }) => kind).toSorted();
};

test('an uploaded picture of this engine is edited as the scene that it was painted from', async () => {
  assert.deepEqual(await kinds('make it night'), ['fox', 'lighthouse']);
  assert.deepEqual(await kinds('remove the lighthouse'), ['fox']);
  assert.deepEqual(await kinds('turn the fox into a cat'), ['cat', 'lighthouse']);
  assert.deepEqual(await kinds('change the lighthouse into a windmill'), ['fox', 'windmill']);
  const { picture } = await edit('add snow');
  assert.equal(picture.scene.weather, 'snow');
});

test('an edit recolors a subject that is already there instead of adding it again', async () => {
  for (const words of ['make the fox blue', 'a blue fox beside a lighthouse on a cliff at sunset']) {
    const { picture } = await edit(words);
    const foxes = picture.scene.things.filter(({ kind }) => kind === 'fox');
    assert.deepEqual(
      foxes.map(({ color }) => color),
      ['#2f6fd0'],
    );
    const before = findThing(grid.picture.scene, 'fox');
    assert.ok(Math.abs(foxes[0].x - before.x) < 0.01);
  }
});

test('an added boat is smaller than the picture', async () => {
  const { picture } = await edit('add a sailboat');
  const boat = findThing(picture.scene, 'sailboat');
  assert.ok((boat.height * picture.scene.camera.focal) / boat.z < 0.6);
});

test('a masked edit of a picture from this engine adds a patch to its scene', async () => {
  const mask = maskInput({ x: 0.5, y: 0.05, width: 0.45, height: 0.4 });
  const { picture } = await edit('a hot air balloon in the sky', ours, [mask]);
  assert.equal(picture.patches?.length, 1);
  assert.equal(picture.patches[0].scene.setting, picture.scene.setting);
});

test('a foreign picture with a transparent background is edited on white, as pages show it', async () => {
  const { width, height } = grid.pixels;
  const clear = Buffer.alloc(width * height * 4);
  for (let at = 0; at < clear.length; at += 4)
    if (at % (width * 4) > width * 2) clear.set([20, 160, 40, 255], at);
  const bytes = await sharp(clear, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  const { pixels } = await edit('make it sharper', { ...foreign, bytes });
  const [red = 0, green = 0, blue = 0] = pixels.data.subarray(0, 3);
  assert.ok(Math.min(red, green, blue) > 120, `${red}, ${green}, ${blue}`);
});

test('an edit changes time of day and weather in the pixels of a foreign picture', async () => {
  const light = (data: Uint8Array) => data.reduce((sum, value) => sum + value, 0) / data.length;
  const night = await edit('make it night', foreign);
  assert.ok(light(night.pixels.data) < light(grid.pixels.data) * 0.8);
  for (const words of ['add snow', 'make it rain', 'add fog', 'at sunset'])
    assert.ok(meanDifference((await edit(words, foreign)).pixels, grid.pixels) > 3, words);
});
