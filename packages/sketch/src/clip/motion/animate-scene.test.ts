import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeScene } from '../../compose/compose-scene.ts';
import { createLand } from '../../land/land.ts';
import type { Scene, Thing } from '../../scene/scene.ts';
import { readPrompt } from '../../words/read-prompt.ts';
import { animateScene } from './animate-scene.ts';
import { pulseAt } from './clip-clock.ts';
import { openMoves } from './thing-moves.ts';
import type { ClipPlan, Energy } from '../../scene/clip-plan.ts';

const size = { width: 1600, height: 900 };

function composePrompt(prompt: string, seed = 4): Scene {
  return animateScene(composeScene(readPrompt(prompt, []), { seed, candidate: 0, ...size }));
}

function findMoved({ things }: Scene, kind: string): Thing {
  const thing = things.find(one => one.kind === kind);
  assert.ok(thing, kind);
  return thing;
}

/** How far a thing moves in four seconds, as shares of the width and height of the picture. */
function measureWay(scene: Scene, kind: string, energy: Energy = 'low'): { x: number; y: number } {
  const legs = [{ from: 0, until: 4, energy, variant: 0, move: 'drift' }] as const;
  const plan: ClipPlan = { legs, seconds: 4, loop: false };
  const thing = findMoved(scene, kind);
  const { camera, aspect } = scene;
  const scale = (camera.focal * size.height) / thing.z;
  const height = thing.height * scale;
  const x = size.width / 2 + thing.x * scale;
  const y = (camera.horizon + ((camera.altitude - thing.lift) * camera.focal) / thing.z) * size.height;
  const at = { width: size.height * aspect, size: height, x, y };
  const { motion } = openMoves(scene)(thing, pulseAt(plan, 4), at);
  return { x: (motion.x * height) / at.width, y: (motion.y * height) / size.height };
}

test('in a calm clip a vehicle that drives crosses a third of the picture', () => {
  for (const [prompt, kind] of [
    ['a red car drives along a country road', 'car'],
    ['a train travels through a valley', 'train'],
    ['a sailboat crosses a lake', 'sailboat'],
    ['an airplane flies over the sea', 'airplane'],
    ['a train crosses a bridge', 'train'],
  ] as const)
    assert.ok(Math.abs(measureWay(composePrompt(prompt), kind).x) > 0.3, prompt);
});

test('walkers cover ground, balloons rise, and things move faster in a lively clip', () => {
  assert.ok(Math.abs(measureWay(composePrompt('a woman walks across a meadow'), 'woman').x) > 0.18);
  assert.ok(Math.abs(measureWay(composePrompt('three horses gallop across a meadow'), 'horse').x) > 0.3);
  assert.ok(measureWay(composePrompt('a hot air balloon rises over hills'), 'balloon').y < -0.15);
  const scene = composePrompt('a woman walks across a meadow');
  assert.ok(Math.abs(measureWay(scene, 'woman', 'high').x) > Math.abs(measureWay(scene, 'woman').x) * 1.2);
});

test('in a calm clip a figure without a movement in the prompt stays in place', () => {
  for (const [prompt, kind] of [
    ['a red car on a road', 'car'],
    ['a sailboat on a lake', 'sailboat'],
    ['a horse in a meadow', 'horse'],
  ] as const)
    assert.ok(Math.abs(measureWay(composePrompt(prompt), kind).x) < 0.02, prompt);
});

test('all animals of a herd run in the same direction', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const herd = composePrompt('five horses galloping across a meadow', seed).things.filter(
      ({ kind }) => kind === 'horse',
    );
    assert.equal(new Set(herd.map(({ facing }) => facing)).size, 1);
  }
});

test('walking figures do not walk into the lake', () => {
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const scene = composePrompt('a dog running beside a lake', seed);
    const dog = findMoved(scene, 'dog');
    const land = createLand(scene);
    if (land(dog.x, dog.z) <= 0) continue;
    const { camera, aspect } = scene;
    const distance = (measureWay(scene, 'dog').x * aspect * dog.z) / camera.focal;
    assert.ok(land(dog.x + distance, dog.z) > -0.1, `seed ${seed}`);
  }
});

test('things move only in a clip, not in a picture with the same prompt', () => {
  const reading = readPrompt('a fox crosses a road', []);
  const stillScene = composeScene(reading, { seed: 4, candidate: 0, ...size });
  assert.equal(findMoved(stillScene, 'fox').action, undefined);
  assert.equal(findMoved(animateScene(stillScene), 'fox').action, 'trotting');
});

test('a direction in the prompt overrides the direction of the composition', () => {
  for (const [words, sign] of [
    ['a steam train crosses a bridge from left to right', 1],
    ['a steam train crosses a bridge from right to left', -1],
    ['a red car drives along a road towards the right', 1],
    ['a white horse gallops to the left across a meadow', -1],
    ['一匹马从左到右奔跑', 1],
  ] as const)
    for (const seed of [1, 4, 9]) {
      const scene = composePrompt(words, seed);
      const goer = scene.things.find(({ goes }) => goes?.heading);
      assert.ok(goer, words);
      assert.ok(
        measureWay(scene, goer.kind).x * sign > 0.15,
        `${words}, seed ${seed}: ${measureWay(scene, goer.kind).x}`,
      );
    }
});
