import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeScene } from '../compose-scene.ts';
import { paintScene } from '../../paint/paint-scene.ts';
import type { Scene } from '../../scene/scene.ts';
import { readPrompt } from '../../words/read-prompt.ts';

const size = { width: 160, height: 160 };

const scenes = (prompt: string, exclude: readonly string[]): Scene[] =>
  [0, 1, 2, 3].map(candidate =>
    composeScene(readPrompt(prompt, exclude), { ...size, seed: 3, candidate, chaos: 80 }),
  );

const prompts = [
  'a fox',
  'a lake with mountains behind',
  'a city at night',
  'a village in spring',
  'a lighthouse',
];

/** Asserts that no candidate of any prompt shows the excluded thing, despite high chaos. */
function assertNever(exclude: readonly string[], shows: (scene: Scene) => boolean): void {
  for (const prompt of prompts)
    for (const [candidate, scene] of scenes(prompt, exclude).entries())
      assert.ok(!shows(scene), `${prompt}, candidate ${candidate}`);
}

const hasScatter =
  (...kinds: readonly string[]) =>
  (scene: Scene) =>
    scene.scatters.some(({ kind }) => kinds.includes(kind));

test('excluding trees removes single trees and forests', () => {
  assertNever(['trees'], scene => hasScatter('tree', 'pine', 'palm', 'blossom')(scene));
  assertNever(['trees'], scene => scene.terrain.ranges.some(({ kind }) => kind === 'forest'));
});

test('excluding water removes sea, lake and river', () => {
  assertNever(['water'], ({ terrain }) => terrain.shore !== undefined || terrain.river !== undefined);
});

test('clouds, birds, stars, moon, flowers, buildings and mountains can be excluded', () => {
  assertNever(['clouds'], ({ sky }) => sky.cover > 0);
  assertNever(['birds'], ({ birds }) => birds > 0);
  assertNever(['animals'], ({ birds }) => birds > 0);
  assertNever(['stars'], ({ sky }) => sky.stars > 0);
  assertNever(['moon'], ({ light }) => light.body === 'moon');
  assertNever(['flowers'], hasScatter('flowers'));
  assertNever(['buildings'], hasScatter('house', 'tower-block'));
  assertNever(['mountains'], ({ terrain }) => terrain.ranges.some(({ kind }) => kind === 'mountains'));
});

test('weirdness does not add excluded things', () => {
  const visitors = ['whale', 'jellyfish', 'tropical-fish', 'octopus', 'turtle'];
  for (let seed = 0; seed < 12; seed++) {
    const options = { ...size, seed, candidate: 0, weird: 3000 };
    const { things } = composeScene(readPrompt('a lighthouse', ['animals']), options);
    assert.ok(!things.some(({ kind }) => visitors.includes(kind)));
  }
});

test('additional places in the prompt are in the picture', () => {
  for (const scene of scenes('a lake with mountains behind', [])) {
    assert.ok(scene.terrain.shore);
    assert.ok(scene.terrain.ranges.filter(({ kind }) => kind === 'mountains').length > 1);
  }
  for (const scene of scenes('a meadow with a city in the distance', []))
    assert.ok(hasScatter('tower-block')(scene));
});

test('an excluded color is not visible', async () => {
  for (const [name, prompt, isIt] of [
    ['red', 'a red lighthouse on a cliff at noon', ([r, g, b]: Tone) => r > 110 && r - Math.max(g, b) > 70],
    [
      'blue',
      'a sailboat at sea under a clear blue sky at noon',
      ([r, g, b]: Tone) => b > 90 && b - Math.max(r, g) > 36,
    ],
    ['green', 'green hills at noon in summer', ([r, g, b]: Tone) => g > 70 && g - Math.max(r, b) > 16],
  ] as const) {
    const [before, after] = await Promise.all(
      [[], [name]].map(exclude =>
        share(composeScene(readPrompt(prompt, exclude), { ...size, seed: 3, candidate: 0 }), isIt),
      ),
    );
    assert.ok(before > 0.002 && after < before * 0.12, `${name} ${before} ${after}`);
  }
});

type Tone = readonly [number, number, number];

async function share(scene: Scene, isIt: (tone: Tone) => boolean): Promise<number> {
  const canvas = await paintScene({ ...scene, style: 'illustration' }, size);
  const { data } = canvas.getContext('2d').getImageData(0, 0, size.width, size.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if (isIt([data[at], data[at + 1], data[at + 2]])) count++;
  return count / (data.length / 4);
}
