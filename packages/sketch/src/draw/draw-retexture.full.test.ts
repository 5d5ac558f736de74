import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greenField, gridJob, toCanvasInput, redVase } from '../testing/sample-pictures.ts';
import { labAt, makeSmall, type SmallPicture } from '../references/small-picture.ts';
import { openSubjectPack } from '../subjects/subject-pack.ts';
import { composeJob } from './draw-grid.ts';
import { drawRetexture } from './draw-retexture.ts';
import type { DrawnPicture } from './drawing.ts';

const subjects = openSubjectPack();

function drawRetextured(prompt: string, candidate = 0): Promise<DrawnPicture> {
  const job = gridJob(prompt, { kind: 'retexture', inputs: [toCanvasInput('picture', redVase())] });
  return drawRetexture({ job, candidate, subjects, onProgress: () => undefined });
}

const at = (picture: SmallPicture, x: number, y: number) => labAt(picture, y * picture.width + x);

test('a vase retextured with gold keeps its shape and is golden', async () => {
  const { pixels, picture } = await drawRetextured('made of gold');
  const small = makeSmall(pixels);
  const [vase, ground] = [at(small, 120, 90), at(small, 30, 90)];
  assert.ok(ground[0] - vase[0] > 0.15, 'the vase is not darker than its background');
  assert.ok(vase[2] > 0.02 && ground[2] > 0.03, 'the picture is not yellow');
  assert.equal(picture.found, true);
});

test('stone is gray or brown, ice blue, and neon dark with bright edges', async () => {
  const vase = async (prompt: string) => at(makeSmall((await drawRetextured(prompt)).pixels), 120, 100);
  assert.ok(Math.hypot(...(await vase('carved stone')).slice(1)) < 0.05);
  assert.ok((await vase('ice'))[2] < -0.03);
  const neon = makeSmall((await drawRetextured('neon')).pixels);
  assert.ok(at(neon, 20, 20)[0] < 0.35);
  assert.ok(Math.max(...[86, 88, 90, 92, 94].map(x => at(neon, x, 90)[0])) > 0.45);
});

test('the four candidates differ, and each one is reproducible', async () => {
  const pictures = await Promise.all([0, 1, 2, 3].map(candidate => drawRetextured('wood', candidate)));
  assert.equal(new Set(pictures.map(({ pixels }) => Buffer.from(pixels.data).toString('base64'))).size, 4);
  assert.deepEqual((await drawRetextured('wood', 2)).pixels.data, pictures[2].pixels.data);
});

test('a picture from this engine takes time of day and style from the prompt and keeps its subjects', async () => {
  const scene = await composeJob(gridJob('a castle on a hill at noon'), 0);
  const recipe = { pictures: [{ scene }] };
  const job = gridJob('ink drawing at night', {
    kind: 'retexture',
    inputs: [toCanvasInput('picture', greenField())],
    parent: { recipe, candidate: 0, prompt: 'a castle on a hill at noon' },
  });
  const { picture } = await drawRetexture({ job, candidate: 0, subjects, onProgress: () => undefined });
  assert.deepEqual([picture.scene.style, picture.scene.time, picture.found], ['ink', 'night', undefined]);
  assert.deepEqual(picture.scene.things, scene.things);
  assert.notDeepEqual(picture.scene.light.palette, scene.light.palette);
});
