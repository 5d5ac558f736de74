import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCanvas, Image } from '@napi-rs/canvas';
import { readPixels } from '../raster/read-pixels.ts';
import { cutOut } from './cut-out.ts';
import { findFigure } from './find-figure.ts';
import { greenField, redVase } from '../testing/sample-pictures.ts';
import { makeSmall } from './small-picture.ts';

test('a vase on a plain background is found, and little else', () => {
  const figure = findFigure(makeSmall(readPixels(redVase())));
  assert.ok(figure && figure.confidence > 0.7);
  const isVase = (index: number) => {
    const [x, y] = [(index % 240) - 120, Math.floor(index / 240) - 90];
    return (x / 30) ** 2 + (y / 50) ** 2 <= 1;
  };
  const wrong = figure.mask.filter((value, index) => value > 0.5 !== isVase(index)).length;
  assert.ok(wrong < Math.PI * 30 * 50 * 0.06, `${wrong} pixels`);
});

test('a landscape without things has no figure', () => {
  const figure = findFigure(makeSmall(readPixels(greenField())));
  assert.ok(figure === undefined || figure.confidence < 0.5);
});

test('the opaque part of a transparent picture is its figure', () => {
  const canvas = createCanvas(120, 80);
  canvas.getContext('2d').fillRect(40, 20, 30, 50);
  const figure = findFigure(makeSmall(readPixels(canvas)));
  assert.equal(figure?.confidence, 1);
  assert.deepEqual(figure?.box, { left: 40, top: 20, right: 70, bottom: 70 });
});

test('a cut-out is small, transparent outside and opaque inside', () => {
  const picture = makeSmall(readPixels(redVase()));
  const figure = findFigure(picture);
  assert.ok(figure);
  const { webp, aspect } = cutOut(picture, figure, 4000);
  assert.ok(webp.length <= 4000 * 1.4);
  const image = new Image();
  image.src = Buffer.from(webp, 'base64');
  assert.ok(Math.abs(image.width / image.height - aspect) < 0.01);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  assert.equal(context.getImageData(0, 0, 1, 1).data[3], 0);
  const [red = 0, green = 0, , alpha] = context.getImageData(image.width / 2, image.height / 2, 1, 1).data;
  assert.equal(alpha, 255);
  assert.ok(red > 150 && green < 90);
});
