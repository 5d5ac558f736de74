import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeJob } from '../draw/draw-grid.ts';
import { readPixels } from '../raster/read-pixels.ts';
import { paintScene } from '../paint/paint-scene.ts';
import type { Scene } from '../scene/scene.ts';
import { collectFacts } from './analyze-picture.ts';
import {
  greenField,
  gridJob,
  toCanvasInput,
  ownInput,
  redVase,
  sunsetOverSea,
  tealShapes,
} from '../testing/sample-pictures.ts';
import { labDistance, makeSmall } from './small-picture.ts';
import type { Job } from '../job/job.ts';

const findFacts = async (scene: Scene) =>
  collectFacts(makeSmall(readPixels(await paintScene(scene, { width: 120, height: 80 }))));
const composePrompt = (prompt: string, more: Partial<Job> = {}) => composeJob(gridJob(prompt, more), 0);
const listKinds = ({ things }: Scene) => things.map(({ kind }) => kind).toSorted();

test('the heavier a style reference, the closer the picture is to its colors', async () => {
  const inputs = [toCanvasInput('style', tealShapes())];
  const aim = collectFacts(makeSmall(readPixels(tealShapes()))).mean;
  const distances: number[] = [];
  for (const styleWeight of [0, 60, 250])
    distances.push(
      labDistance(
        (await findFacts(await composePrompt('a castle on a hill at noon', { inputs, styleWeight }))).mean,
        aim,
      ),
    );
  assert.ok(distances[1] < distances[0] * 0.85 && distances[2] < distances[1] * 0.9, distances.join(' '));
});

test('a style reference adds no subjects and does not change the place', async () => {
  const inputs = [await ownInput('style', 'a red fox in a snowy forest, watercolor')];
  const scene = await composePrompt('a castle on a hill', { inputs });
  assert.deepEqual(listKinds(scene), listKinds(await composePrompt('a castle on a hill')));
  assert.equal(scene.style, 'watercolor');
  assert.notEqual(scene.setting, 'forest');
});

test('references with weight 0 have no effect', async () => {
  const inputs = [toCanvasInput('prompt', greenField()), toCanvasInput('style', tealShapes())];
  const plain = await composePrompt('a wolf');
  assert.deepEqual(await composePrompt('a wolf', { inputs, imageWeight: 0, styleWeight: 0 }), plain);
  assert.notDeepEqual(await composePrompt('a wolf', { inputs }), plain);
});

test('an image prompt adds the subject of a picture from this engine, and the place of a foreign one', async () => {
  const fox = await ownInput('prompt', 'a red fox in a snowy forest');
  const withFox = await composePrompt('a castle', { inputs: [fox] });
  assert.deepEqual(listKinds(withFox), ['castle', 'fox']);
  assert.equal(withFox.weather, 'snow');
  const sea = await composePrompt('a sailboat', {
    inputs: [toCanvasInput('prompt', sunsetOverSea())],
    imageWeight: 2,
  });
  assert.equal(sea.setting, 'sea');
  assert.ok(Math.abs(sea.camera.horizon - 92 / 160) < 0.08);
});

test('the prompt takes precedence over an image prompt', async () => {
  const inputs = [await ownInput('prompt', 'a red fox in a snowy forest at night')];
  const scene = await composePrompt('a castle in a desert at noon', { inputs });
  assert.deepEqual([scene.setting, scene.time], ['desert', 'noon']);
});

test('a character from this engine replaces the animal in the prompt', async () => {
  const inputs = [await ownInput('character', 'a red fox in a snowy forest')];
  assert.deepEqual(listKinds(await composePrompt('a dog in a desert', { inputs })), ['fox']);
});

test('a character is cut out of a foreign picture and replaces the person in the prompt', async () => {
  const inputs = [toCanvasInput('character', redVase())];
  const { things } = await composePrompt('a woman on a meadow', { inputs, characterWeight: 100 });
  assert.equal(things.length, 1);
  assert.ok(things[0]?.cutOut && things[0].cutOut.webp.length <= 41_000);
  const idea = await composePrompt('a woman on a meadow', { inputs, characterWeight: 0 });
  assert.deepEqual([idea.things[0]?.kind, idea.things[0]?.cutOut], ['woman', undefined]);
  assert.match(idea.things[0]?.color ?? '', /^#[b-d]/);
});

test('an object is larger with a higher weight', async () => {
  const inputs = [toCanvasInput('object', redVase())];
  const sizes: number[] = [];
  for (const objectWeight of [20, 100, 800]) {
    const { things, camera } = await composePrompt('a meadow', { inputs, objectWeight });
    sizes.push((things[0].height * camera.focal) / things[0].z);
  }
  assert.ok(sizes[0] < sizes[1] && sizes[1] < sizes[2], sizes.join(' '));
});

test('a blend shows the subjects of all its pictures in four different candidates', async () => {
  const fox = await ownInput('prompt', 'a red fox in a forest');
  const vase = toCanvasInput('prompt', redVase());
  const scenes = await Promise.all(
    [0, 1, 2, 3].map(candidate => composeJob(gridJob('', { inputs: [fox, vase] }), candidate)),
  );
  for (const { things } of scenes) {
    assert.ok(things.some(({ kind }) => kind === 'fox'));
    assert.equal(things.filter(({ cutOut }) => cutOut).length, 1);
  }
  assert.equal(new Set(scenes.map(({ light }) => JSON.stringify(light.palette))).size, 4);
  assert.equal(new Set(scenes.map(({ setting }) => setting)).size, 2);
});

test('repeating a job takes the same from its references', async () => {
  const inputs = [toCanvasInput('prompt', redVase()), toCanvasInput('style', sunsetOverSea())];
  assert.deepEqual(await composePrompt('a cat', { inputs }), await composePrompt('a cat', { inputs }));
});
