import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeScene } from '../../compose/compose-scene.ts';
import type { Scene } from '../../scene/scene.ts';
import { readPrompt } from '../../words/read-prompt.ts';
import { paintLayers } from '../paint-stage.ts';
import { createStage } from '../stage/stage.ts';
import { paintWater, type WaterView } from './water.ts';

const size = { width: 320, height: 180 };

interface PaintedWater {
  readonly water: WaterView;
  readonly pixels: Uint8ClampedArray;
}

/** The water of a scene with land only, calm and without glitter. */
function paintPrompt(prompt: string, seed: number): PaintedWater {
  const composedScene = composeScene(readPrompt(prompt, []), { seed, candidate: 0, ...size });
  const scene: Scene = {
    ...composedScene,
    scatters: [],
    things: [],
    birds: 0,
    light: { ...composedScene.light, body: 'none' },
    terrain: { ...composedScene.terrain, waves: 0 },
  };
  const stage = createStage(scene, size);
  const { water } = paintLayers(stage, {});
  assert.ok(water, 'water is visible');
  const canvas = paintWater(stage, water);
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return { water, pixels: data };
}

/** The mean difference between this column and the next, over the rows in which both are water. */
function stepAt({ water, pixels }: PaintedWater, column: number): number {
  let sum = 0;
  let rows = 0;
  for (let row = 0; row < water.bottom - water.top; row++) {
    const at = row * size.width + column;
    if (water.mask[at] !== 255 || water.mask[at + 1] !== 255) continue;
    for (let channel = 0; channel < 3; channel++)
      sum += Math.abs(pixels[at * 4 + channel] - pixels[at * 4 + channel + 4]);
    rows++;
  }
  return rows < 12 ? 0 : sum / (rows * 3);
}

for (const [prompt, seed] of [
  ['a lighthouse on an island in the sea, sunset', 5],
  ['an island in the sea, evening', 3],
  ['three islands in the sea', 4],
  ['a fox on a small island', 5],
  ['a sailboat on a lake, mountains, afternoon', 5],
] as const)
  test(`neighboring columns of a reflection fit together: ${prompt}`, () => {
    const view = paintPrompt(prompt, seed);
    const steps = Array.from({ length: size.width - 1 }, (_, column) => stepAt(view, column));
    const cut = steps.findIndex((step, column) => {
      const beside = Math.max(steps[column - 2] ?? 0, steps[column + 2] ?? 0);
      return step > 4 && step > beside * 3;
    });
    assert.equal(cut, -1, `${steps[cut]} between columns ${cut} and ${cut + 1}`);
  });
