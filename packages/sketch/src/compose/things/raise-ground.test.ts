import assert from 'node:assert/strict';
import { test } from 'node:test';
import { animateScene } from '../../clip/motion/animate-scene.ts';
import { pulseAt } from '../../clip/motion/clip-clock.ts';
import { openMoves } from '../../clip/motion/thing-moves.ts';
import { composeScene } from '../compose-scene.ts';
import { createLand } from '../../land/land.ts';
import type { Scene, Thing } from '../../scene/scene.ts';
import { readPrompt } from '../../words/read-prompt.ts';
import { halfFoot } from './raise-ground.ts';
import { varyScene } from '../vary-scene.ts';

const sizes = [
  { width: 1024, height: 1024 },
  { width: 1280, height: 720 },
  { width: 720, height: 1280 },
];

function composeCandidates(prompt: string): Scene[] {
  const reading = readPrompt(prompt, []);
  return sizes.flatMap(size =>
    [1, 2, 3].flatMap(seed =>
      [0, 1, 2, 3].map(candidate => composeScene(reading, { seed, candidate, ...size })),
    ),
  );
}

/** The things of these kinds that stand on water with the middle or a side of their foot. */
function findInWater(scene: Scene, kinds: readonly string[]): Thing[] {
  const land = createLand(scene);
  return scene.things.filter(
    thing =>
      kinds.includes(thing.kind) &&
      thing.lift === 0 &&
      [0, -1, 1].some(side => land(thing.x + side * halfFoot(thing), thing.z) <= 0),
  );
}

const cases = [
  ['a fishing boat in a harbour, houses on the shore', ['houses', 'house']],
  ['a car parked by the sea', ['car']],
  ['a bus on a coast road', ['bus']],
  ['houses on an island', ['houses', 'house']],
  ['a lighthouse on an island in the sea, sunset', ['lighthouse']],
  ['a cottage at a mountain lake', ['house', 'houses']],
  ['a car on the ocean', ['car']],
  ['a fox and a house on a small island', ['fox', 'house']],
  ['a house by a river', ['house']],
  ['a windmill by a canal', ['windmill']],
] as const;

for (const [prompt, kinds] of cases)
  test(`things that need ground do not stand on water: ${prompt}`, () => {
    const scenes = composeCandidates(prompt);
    assert.ok(
      scenes.some(({ things }) => things.some(({ kind }) => (kinds as readonly string[]).includes(kind))),
    );
    for (const scene of scenes) {
      assert.deepEqual(findInWater(scene, kinds), []);
      const variation = varyScene(scene, { seed: scene.seed, candidate: 1, strength: 'subtle' });
      assert.ok(findInWater(variation, kinds).length === 0, 'varied');
    }
  });

test('boats stay on water beside land that was raised', () => {
  for (const scene of composeCandidates('a fishing boat in a harbour, houses on the shore')) {
    const land = createLand(scene);
    for (const thing of scene.things.filter(({ stance }) => stance === 'floats'))
      assert.ok(land(thing.x, thing.z) <= 0);
  }
});

test('a car by the sea stays on land to the end of the clip', () => {
  for (const seed of [1, 2, 3, 5, 7]) {
    const reading = readPrompt('a red car by the sea', []);
    const scene = animateScene(composeScene(reading, { seed, candidate: 0, ...sizes[1] }));
    const land = createLand(scene);
    const moves = openMoves(scene);
    const legs = [{ from: 0, until: 12, energy: 'high', variant: 0, move: 'drift' }] as const;
    for (const car of scene.things.filter(({ kind }) => kind === 'car'))
      for (let seconds = 0; seconds <= 12; seconds += 0.5) {
        const scale = (scene.camera.focal * 720) / car.z;
        const at = { width: 1280, size: car.height * scale, x: 640 + car.x * scale, y: 600 };
        const { motion } = moves(car, pulseAt({ legs, seconds: 12, loop: false }, seconds), at);
        const x = car.x + motion.x * car.height;
        assert.ok(land(x + car.facing * halfFoot(car), car.z) > 0, `seed ${seed} after ${seconds} s`);
      }
  }
});
