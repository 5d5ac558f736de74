import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeScene } from '../compose/compose-scene.ts';
import { paintScene } from './paint-scene.ts';
import type { Style } from '../scene/reading.ts';
import { readPrompt } from '../words/read-prompt.ts';

const size = { width: 240, height: 200 };
const styles: readonly Style[] = [
  'illustration',
  'watercolor',
  'oil',
  'pencil',
  'ink',
  'woodcut',
  'mosaic',
  'pixel',
  'photo',
  'neon',
  'noir',
  'poster',
  'anime',
  'flat',
  'pastel',
];

async function draw(prompt: string, style: Style, candidate: number): Promise<Uint8ClampedArray> {
  const reading = { ...readPrompt(prompt, []), style };
  const scene = composeScene(reading, { ...size, seed: 4, candidate, tile: true });
  const canvas = await paintScene(scene, size);
  return canvas.getContext('2d').getImageData(0, 0, size.width, size.height).data;
}

/** The mean difference of two columns or rows. */
function between(
  pixels: Uint8ClampedArray,
  [one, other]: readonly [number, number],
  axis: 'x' | 'y',
): number {
  const length = axis === 'x' ? size.height : size.width;
  let sum = 0;
  for (let index = 0; index < length; index++) {
    const at = (place: number) =>
      (axis === 'x' ? index * size.width + place : place * size.width + index) * 4;
    for (let channel = 0; channel < 3; channel++)
      sum += Math.abs(pixels[at(one) + channel] - pixels[at(other) + channel]);
  }
  return sum / length / 3;
}

test('a tile has no seam in either direction, in any style', async () => {
  for (const [index, style] of styles.entries()) {
    const pixels = await draw('a village in the mountains', style, index % 4);
    for (const axis of ['x', 'y'] as const) {
      const last = (axis === 'x' ? size.width : size.height) - 1;
      const inside = Array.from({ length: last }, (_, index) =>
        between(pixels, [index, index + 1], axis),
      ).sort((one, other) => one - other);
      const seam = between(pixels, [last, 0], axis);
      const usual = inside[Math.floor(inside.length * 0.97)];
      assert.ok(seam <= usual + 1, `${style} ${axis}: ${seam.toFixed(1)}, inside ${usual.toFixed(1)}`);
    }
  }
});

test('a tile is a pattern of the things of its prompt', () => {
  const scene = composeScene(readPrompt('lighthouses and sailboats at sea', []), {
    ...size,
    seed: 4,
    candidate: 0,
    tile: true,
  });
  const { pattern } = scene;
  const kinds = pattern?.motifs.filter(({ main }) => main).map(({ kind }) => kind);
  assert.deepEqual(kinds?.toSorted(), ['lighthouse', 'sailboat']);
  assert.equal(pattern?.ground, 'water');
});

test('zooming out of a tile repeats the pattern', async () => {
  const scene = composeScene(readPrompt('a forest', []), {
    width: 128,
    height: 128,
    seed: 4,
    candidate: 1,
    tile: true,
  });
  const frame = { x: -0.5, y: -0.5, width: 2, height: 2 };
  const canvas = await paintScene(scene, { width: 256, height: 256, frame });
  const at = (x: number, y: number) => [...canvas.getContext('2d').getImageData(x, y, 24, 24).data];
  assert.deepEqual(at(10, 20), at(138, 20));
  assert.deepEqual(at(10, 20), at(10, 148));
});
