import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { readPixels } from '../../raster/read-pixels.ts';
import { drawJob, maskInput, toInput } from '../../testing/follow-up-jobs.ts';
import { noBorder, paperBorder } from './paper-border.ts';

const painting = await drawJob({ prompt: 'watercolor of a lake with mountains at dawn', seed: 5 });

test('the paper margin of a watercolor is found, and none in a picture without margin', async () => {
  const { left, top, right, bottom } = paperBorder(painting.pixels);
  for (const side of [left, top, right, bottom]) assert.ok(side > 4 && side < 26, `${side}`);
  const plain = await drawJob({ prompt: 'a lake with mountains at dawn', seed: 5 });
  assert.deepEqual(paperBorder(plain.pixels), noBorder);
});

test('bars around a film frame are found almost to the pixel', () => {
  const canvas = createCanvas(200, 120);
  const context = canvas.getContext('2d');
  context.fillRect(0, 0, 200, 120);
  context.fillStyle = '#c08040';
  context.fillRect(8, 8, 184, 104);
  const { left, bottom } = paperBorder(readPixels(canvas));
  assert.ok(left >= 8 && left <= 10 && bottom >= 8 && bottom <= 10);
});

test('an edit behind a mask that covers only paper changes nothing', async () => {
  const mask = maskInput({ x: 0, y: 0, width: 0.0125, height: 1 });
  const inputs = [toInput('picture', painting.pixels), mask];
  const { pixels } = await drawJob({ prompt: 'a stone', kind: 'edit', inputs });
  assert.deepEqual(pixels.data, painting.pixels.data);
});

test('no paper is filled into a hole that crosses the edge of the picture', async () => {
  const mask = maskInput({ x: 0, y: 0.55, width: 0.4, height: 0.35 });
  const { pixels } = await drawJob({
    prompt: 'a stone',
    kind: 'edit',
    inputs: [toInput('picture', painting.pixels), mask],
  });
  let white = 0;
  for (let y = 150; y < 215; y++)
    for (let x = 20; x < 95; x++) {
      const at = (y * 256 + x) * 4;
      if (Math.min(pixels.data[at], pixels.data[at + 1], pixels.data[at + 2]) > 235) white++;
    }
  assert.ok(white < 20, `${white} pixels of paper`);
});
