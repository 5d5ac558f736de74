import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { composeScene } from '../compose/compose-scene.ts';
import { subjects } from '../testing/follow-up-jobs.ts';
import { readPixels } from '../raster/read-pixels.ts';
import type { Scene } from '../scene/scene.ts';
import { readPrompt } from '../words/read-prompt.ts';
import { animateScene } from './motion/animate-scene.ts';
import type { ClipPainter } from './painters/clip-painter.ts';
import { planClip } from './motion/clip-plan.ts';
import { openFirstPicture } from './painters/first-picture.ts';
import { openLoop } from './painters/loop.ts';
import { openScenePainter } from './painters/scene-painter.ts';
import type { Job } from '../job/job.ts';
import type { ClipPlan } from '../scene/clip-plan.ts';

const size = { width: 256, height: 144 };

function createPlan(scene: Scene, prompt: string): ClipPlan {
  const job: Job = {
    kind: 'clip',
    prompt,
    seed: 7,
    exclude: [],
    version: '7',
    seconds: 8,
    framesPerSecond: 12,
    motion: 'high',
    ...size,
  };
  return planClip({ job, candidate: 0, scene });
}

/** The largest difference of any channel, for each pixel. */
function differences(one: Uint8Array, other: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: one.length / 4 }, (_, index) =>
    Math.max(...[0, 1, 2].map(channel => Math.abs(one[index * 4 + channel] - other[index * 4 + channel]))),
  );
}

/** The first and last column with a clear difference. */
function findColumns(different: Uint8Array): { left: number; right: number } {
  const columns = [...different.keys()]
    .filter(index => different[index] > 24)
    .map(index => index % size.width);
  return { left: Math.min(...columns), right: Math.max(...columns) };
}

const movers = [
  ['a red car driving through a desert', 'car'],
  ['an ink drawing of a horse galloping across a desert', 'horse'],
  ['a pencil sketch of a fox running through a meadow', 'fox'],
  ['a watercolor of a sailboat sailing on a lake', 'sailboat'],
] as const;

for (const [prompt, kind] of movers)
  test(`a moving thing leaves no traces behind: ${prompt}`, () => {
    const animatedScene = animateScene(
      composeScene(readPrompt(prompt, []), { seed: 7, candidate: 0, ...size }),
    );
    // Plants make room for things, so a scene without the thing would have other plants.
    const scene: Scene = {
      ...animatedScene,
      scatters: [],
      birds: 0,
      things: animatedScene.things.filter(thing => thing.kind === kind).slice(0, 1),
    };
    const plan = createPlan(scene, prompt);
    const film = (filmedScene: Scene) =>
      openScenePainter(filmedScene, { ...size, plan, like: scene, subjects });
    const [full, bare] = [film(scene), film({ ...scene, things: [] })];
    const differAt = (seconds: number) => {
      const one = readPixels(full.paint(seconds)).data.slice();
      return differences(one, readPixels(bare.paint(seconds)).data);
    };
    const start = findColumns(differAt(0));
    const laterDifference = differAt(7.5);
    const end = findColumns(laterDifference);
    const freeDifferences = Uint8Array.from(laterDifference, (value, index) => {
      const column = index % size.width;
      const isFree = scene.things[0].facing > 0 ? column < end.left : column > end.right;
      return isFree && column >= start.left && column <= start.right ? value : 0;
    });
    assert.ok(Math.abs(end.left - start.left) > 20, `${kind} went from ${start.left} to ${end.left}`);
    assert.ok(
      Math.max(...freeDifferences) <= 3,
      `${Math.max(...freeDifferences)} in the area that ${kind} has left`,
    );
  });

test('drifting clouds carry nothing along of what stands before them', () => {
  const prompt = 'a red fox beside a lighthouse on a cliff at sunset, watercolor';
  const animatedScene = animateScene(
    composeScene(readPrompt(prompt, []), { seed: 21, candidate: 0, ...size }),
  );
  const things = animatedScene.things.filter(({ kind }) => kind === 'lighthouse');
  assert.equal(things.length, 1);
  const scene: Scene = { ...animatedScene, scatters: [], birds: 0, things };
  // The camera stands still, so only the clouds move.
  const plan = { ...createPlan(scene, `${prompt}, static shot`), seconds: 5 };
  const film = (filmedScene: Scene) =>
    openScenePainter(filmedScene, { ...size, plan, like: scene, subjects });
  const [full, bare] = [film(scene), film({ ...scene, things: [] })];
  const differAt = (seconds: number) => {
    const one = readPixels(full.paint(seconds)).data.slice();
    const sky = Math.floor(scene.camera.horizon * size.height) * size.width;
    return differences(one, readPixels(bare.paint(seconds)).data).subarray(0, sky);
  };
  const { left, right } = findColumns(differAt(0));
  const beside = differAt(4.5).filter(
    (_, index) => index % size.width < left - 2 || index % size.width > right + 2,
  );
  assert.ok(Math.max(...beside) <= 40, `${Math.max(...beside)} beside the lighthouse`);
});

test('the corrections from the first picture do not stay behind when something moves on', () => {
  const side = 40;
  const drawSquare = (x: number, outline: number) => {
    const canvas = createCanvas(size.width, size.height);
    const context = canvas.getContext('2d');
    context.fillStyle = '#d8d0c0';
    context.fillRect(0, 0, size.width, size.height);
    context.fillStyle = '#101018';
    context.fillRect(x - outline, 50 - outline, side + outline * 2, side + outline * 2);
    return canvas;
  };
  const painter: ClipPainter = { paint: seconds => drawSquare(100 + Math.round(seconds * 40), 0) };
  const plan = { legs: [], seconds: 4, loop: false };
  const first = openFirstPicture(painter, readPixels(drawSquare(100, 2)), plan);
  const paintCorrected = (seconds: number) => {
    const pixels = readPixels(painter.paint(seconds)).data.slice();
    first.correct(pixels, seconds);
    return pixels;
  };
  assert.deepEqual(paintCorrected(0), readPixels(drawSquare(100, 2)).data);
  const laterDifferences = differences(paintCorrected(0.3), readPixels(painter.paint(0.3)).data);
  // The left edge of the square is at 112 by then.
  const left = laterDifferences.filter((_, index) => index % size.width < 112);
  assert.equal(Math.max(...left), 0);
});

test('distant birds are not doubled while a loop closes', () => {
  const prompt = 'a meadow on a summer morning';
  const composedScene = composeScene(readPrompt(prompt, []), { seed: 7, candidate: 0, ...size });
  // The birds are the only difference between both clips.
  const scene: Scene = { ...composedScene, scatters: [], things: [], birds: 7 };
  const plan: ClipPlan = { ...createPlan(scene, prompt), seconds: 4, loop: true };
  const film = (filmedScene: Scene) =>
    openLoop(openScenePainter(filmedScene, { ...size, plan, like: scene, subjects }), plan);
  const [full, bare] = [film(scene), film({ ...scene, birds: 0 })];
  const inkAt = (seconds: number) => {
    const one = readPixels(full.paint(seconds)).data.slice();
    const different = differences(one, readPixels(bare.paint(seconds)).data);
    const { left, right } = findColumns(different.map(value => (value > 12 ? 255 : 0)));
    return right - left;
  };
  const open = inkAt(1);
  for (const seconds of [2.8, 3.1, 3.4, 3.7, 3.9]) {
    const wide = inkAt(seconds);
    assert.ok(Math.abs(wide - open) <= 4, `${wide} columns instead of ${open} after ${seconds} s`);
  }
});
