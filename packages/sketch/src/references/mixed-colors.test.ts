import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { composeJob } from '../draw/draw-grid.ts';
import { readPixels } from '../raster/read-pixels.ts';
import { collectFacts } from './analyze-picture.ts';
import { toChroma, toHue } from './find-palette.ts';
import { hasMixedColors, mixedColorTargets } from './mixed-colors.ts';
import { greenField, gridJob, toCanvasInput } from '../testing/sample-pictures.ts';
import { makeSmall } from './small-picture.ts';

function fourColors() {
  const canvas = createCanvas(240, 160);
  const context = canvas.getContext('2d');
  ['#1a5cff', '#ffd400', '#ff4fa0', '#00b8a9'].forEach((color, index) => {
    context.fillStyle = color;
    context.fillRect((index % 2) * 120, Math.floor(index / 2) * 80, 120, 80);
  });
  return canvas;
}

test('several strong colors of a picture are used separately and not averaged to gray', () => {
  const facts = collectFacts(makeSmall(readPixels(fourColors())));
  assert.ok(hasMixedColors(facts));
  const { top, low, cloudLight, grass } = mixedColorTargets(facts);
  assert.ok([top, low, cloudLight, grass].every(color => toChroma(color) > 0.1));
  const hues = [top, low, cloudLight, grass].map(toHue).toSorted((one, other) => one - other);
  hues.slice(1).forEach((hue, index) => assert.ok(hue - hues[index] > 30, hues.join(' ')));
});

test('a landscape is not a picture of mixed colors', () => {
  assert.ok(!hasMixedColors(collectFacts(makeSmall(readPixels(greenField())))));
});

test('flat areas in a foreign style reference do not select the flat style', async () => {
  const inputs = [toCanvasInput('style', fourColors())];
  const scene = await composeJob(gridJob('a castle on a hill', { inputs, styleWeight: 1000 }), 0);
  assert.notEqual(scene.style, 'flat');
});
