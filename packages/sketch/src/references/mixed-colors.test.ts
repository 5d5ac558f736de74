import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { sceneOfJob } from '../draw/draw-grid.ts';
import { pixelsOf } from '../raster/pixels-of.ts';
import { factsOf } from './analyse-picture.ts';
import { chromaOf, hueOf } from './find-palette.ts';
import { hasMixedColors, mixedColorTargets } from './mixed-colors.ts';
import { greenField, gridJob, inputOfCanvas } from '../testing/sample-pictures.ts';
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

test('several strong colours of a picture are used separately and not averaged to grey', () => {
  const facts = factsOf(makeSmall(pixelsOf(fourColors())));
  assert.ok(hasMixedColors(facts));
  const { top, low, cloudLight, grass } = mixedColorTargets(facts);
  assert.ok([top, low, cloudLight, grass].every(color => chromaOf(color) > 0.1));
  const hues = [top, low, cloudLight, grass].map(hueOf).toSorted((one, other) => one - other);
  hues.slice(1).forEach((hue, index) => assert.ok(hue - hues[index] > 30, hues.join(' ')));
});

test('a landscape is not a picture of mixed colours', () => {
  assert.ok(!hasMixedColors(factsOf(makeSmall(pixelsOf(greenField())))));
});

test('flat areas in a foreign style reference do not select the flat style', async () => {
  const inputs = [inputOfCanvas('style', fourColors())];
  const scene = await sceneOfJob(gridJob('a castle on a hill', { inputs, styleWeight: 1000 }), 0);
  assert.notEqual(scene.style, 'flat');
});
