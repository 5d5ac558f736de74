import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { composeScene } from '../compose/compose-scene.ts';
import { paintScene } from './paint-scene.ts';
import type { Reading, Style } from '../scene/reading.ts';
import type { Scene } from '../scene/scene.ts';

const lake: Reading = {
  setting: 'lake',
  time: 'dawn',
  palette: [],
  landmarks: [{ kind: 'sailboat', count: 2, size: 1 }],
  subjects: [],
  relations: [],
};
const compose = (candidate: number, style?: Style): Scene =>
  composeScene(style ? { ...lake, style } : lake, { seed: 11, candidate, width: 192, height: 128 });
const paint = (scene: Scene, factor = 1): Promise<Canvas> =>
  paintScene(scene, { width: 192 * factor, height: 128 * factor });
const readBytes = (canvas: Canvas): Uint8ClampedArray =>
  canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;

function scaleCanvas(canvas: Canvas, width: number, height: number): Canvas {
  const target = createCanvas(width, height);
  const context = target.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, width, height);
  return target;
}

function meanDifference(one: Canvas, other: Canvas): number {
  const [a, b] = [readBytes(one), readBytes(other)];
  return a.reduce((sum, value, index) => sum + Math.abs(value - b[index]), 0) / a.length;
}

/** The mean difference of neighboring pixels: a measure of fine detail. */
function fineness(canvas: Canvas): number {
  const pixels = readBytes(canvas);
  let sum = 0;
  for (let at = 4; at < pixels.length; at++) sum += Math.abs(pixels[at] - pixels[at - 4]);
  return sum / pixels.length;
}

test('painting the same scene gives the same bytes', async () => {
  assert.deepEqual(readBytes(await paint(compose(0))), readBytes(await paint(compose(0))));
});

test('the four candidates are clearly different pictures', async () => {
  const pictures = await Promise.all([0, 1, 2, 3].map(candidate => paint(compose(candidate))));
  for (const [index, one] of pictures.entries())
    for (const other of pictures.slice(index + 1)) assert.ok(meanDifference(one, other) > 10);
});

test('twice the size gives the same picture with more detail than an enlargement', async () => {
  const scene = compose(0);
  const small = await paint(scene);
  const large = await paint(scene, 2);
  assert.ok(meanDifference(small, scaleCanvas(large, 192, 128)) < 9);
  assert.ok(fineness(large) > fineness(scaleCanvas(small, 384, 256)) * 1.15);
});

test('every style changes the picture', async () => {
  const plain = await paint(compose(0, 'illustration'));
  const styles: Style[] = [
    'photo',
    'watercolor',
    'oil',
    'ink',
    'pencil',
    'pastel',
    'pixel',
    'anime',
    'flat',
    'poster',
    'mosaic',
    'woodcut',
    'neon',
    'noir',
  ];
  for (const style of styles) assert.ok(meanDifference(plain, await paint(compose(0, style))) > 3, style);
});

test('every setting can be painted', async () => {
  const settings = [
    'sea',
    'coast',
    'lake',
    'river',
    'mountains',
    'hills',
    'plain',
    'forest',
    'jungle',
    'desert',
    'snowfield',
    'city',
    'village',
    'garden',
    'road',
    'sky',
    'space',
    'underwater',
    'room',
    'studio',
  ] as const;
  for (const setting of settings) {
    const scene = composeScene(
      { ...lake, setting, landmarks: [] },
      { seed: 2, candidate: 1, width: 96, height: 96 },
    );
    assert.ok(fineness(await paintScene(scene, { width: 96, height: 96 })) > 0.2, setting);
  }
});
