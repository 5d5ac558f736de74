import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSameBytes } from '../../../test/support/media/same-bytes.ts';
import { photograph } from '../../../test/support/media/photograph.ts';
import { resizePicture, type RawPicture } from '../picture/picture.ts';
import { extendCanvas } from './extend-canvas.ts';
import type { Rectangle } from '../picture/rectangle.ts';

const picture = photograph({ width: 120, height: 80, grain: 5 });

test('a pan keeps every pixel of the picture, and its mask is white in the new area', async () => {
  const frame = { x: -0.5, y: 0, width: 1.5, height: 1 };
  const { canvas, mask, keptArea } = await extendCanvas(picture, { frame, width: 180, height: 80 });
  assert.deepEqual(keptArea, { left: 60, top: 0, width: 120, height: 80 });
  assert.deepEqual([canvas.width, canvas.height], [180, 80]);
  assertSameBytes(cut(canvas, keptArea), plain(picture));
  for (let pixel = 0; pixel < mask.data.length; pixel++)
    assert.equal(mask.data[pixel], pixel % 180 < 60 ? 255 : 0);
});

test('rounding to whole pixels does not scale the picture', async () => {
  const frame = { x: 0, y: 0, width: 181 / 120, height: 1 };
  const { canvas, keptArea } = await extendCanvas(picture, { frame, width: 180, height: 80 });
  assertSameBytes(cut(canvas, keptArea), plain(picture));
});

test('zooming out by two keeps the picture in the middle, downscaled', async () => {
  const frame = { x: -0.5, y: -0.5, width: 2, height: 2 };
  const { canvas, keptArea } = await extendCanvas(picture, { frame, width: 120, height: 80 });
  assert.deepEqual(keptArea, { left: 30, top: 20, width: 60, height: 40 });
  assertSameBytes(cut(canvas, keptArea), plain(await resizePicture(picture, { width: 60, height: 40 })));
});

test('a frame that cuts into the picture keeps only what is inside', async () => {
  const frame = { x: 0.5, y: 0, width: 1, height: 1 };
  const { canvas, keptArea } = await extendCanvas(picture, { frame, width: 120, height: 80 });
  assert.deepEqual(keptArea, { left: 0, top: 0, width: 60, height: 80 });
  assertSameBytes(cut(canvas, keptArea), cut(picture, { left: 60, top: 0, width: 60, height: 80 }));
});

test('a frame outside the picture is rejected', async () => {
  const frame = { x: 2, y: 0, width: 1, height: 1 };
  await assert.rejects(extendCanvas(picture, { frame, width: 120, height: 80 }), { code: 'wrong_size' });
});

test('the border has a single color on request', async () => {
  const frame = { x: 0, y: -1, width: 1, height: 2 };
  const { canvas, keptArea } = await extendCanvas(picture, {
    frame,
    width: 120,
    height: 160,
    fill: [0, 255, 0],
  });
  const border = cut(canvas, { left: 0, top: 0, width: 120, height: 80 });
  for (let at = 0; at < border.length; at += 4)
    assert.deepEqual([...border.subarray(at, at + 4)], [0, 255, 0, 255]);
  assertSameBytes(cut(canvas, keptArea), plain(picture));
});

test('the border continues the edge and becomes smoother toward the outside', async () => {
  const wide = photograph({ width: 400, height: 400, grain: 8 });
  const frame = { x: -0.5, y: 0, width: 1.5, height: 1 };
  const { canvas } = await extendCanvas(wide, { frame, width: 600, height: 400 });
  const atEdge = greenColumn(canvas, 200);
  const beside = greenColumn(canvas, 195);
  const outside = greenColumn(canvas, 20);
  assert.ok(meanDifference(blurValues(atEdge), blurValues(beside)) < 6, 'continues the colors');
  assert.ok(roughness(outside) < 1.5, `smooth outside: ${roughness(outside)}`);
  assert.ok(roughness(beside) > 3, `textured at the edge: ${roughness(beside)}`);
});

test('a border around a picture of one color has this color', async () => {
  const data = new Uint8Array(32 * 32 * 4).map((_, index) => [40, 90, 200, 255][index % 4] ?? 0);
  const frame = { x: -1, y: -1, width: 3, height: 3 };
  const { canvas } = await extendCanvas({ data, width: 32, height: 32 }, { frame, width: 96, height: 96 });
  for (let at = 0; at < canvas.data.length; at += 4)
    assert.deepEqual([...canvas.data.subarray(at, at + 4)], [40, 90, 200, 255]);
});

test('pictures of a single pixel, and canvases as small, are supported', async () => {
  const dot = photograph({ width: 1, height: 1, grain: 0 });
  const frame = { x: -1, y: -1, width: 3, height: 3 };
  const { canvas, keptArea } = await extendCanvas(dot, { frame, width: 3, height: 3 });
  assert.deepEqual(keptArea, { left: 1, top: 1, width: 1, height: 1 });
  assert.deepEqual(cut(canvas, { left: 0, top: 0, width: 1, height: 1 }), plain(dot));
});

test('a canvas that takes too much memory is rejected', async () => {
  const frame = { x: -50, y: -50, width: 101, height: 101 };
  await assert.rejects(extendCanvas(picture, { frame, width: 8000, height: 8000 }), { code: 'too_costly' });
});

function cut({ data, width }: RawPicture, rectangle: Rectangle): Uint8Array {
  const rows = Array.from({ length: rectangle.height }, (_, row) => {
    const from = ((rectangle.top + row) * width + rectangle.left) * 4;
    return data.subarray(from, from + rectangle.width * 4);
  });
  return Uint8Array.from(rows.flatMap(row => [...row]));
}

function plain({ data }: RawPicture): Uint8Array {
  return new Uint8Array(data);
}

/** The green values of a column. */
function greenColumn({ data, width, height }: RawPicture, x: number): number[] {
  return Array.from({ length: height }, (_, y) => data[(y * width + x) * 4 + 1] ?? 0);
}

function blurValues(values: readonly number[]): number[] {
  return values.map((_, index) => {
    const nearbyValues = values.slice(Math.max(0, index - 8), index + 9);
    return nearbyValues.reduce((sum, value) => sum + value, 0) / nearbyValues.length;
  });
}

function meanDifference(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;
}

/** The mean difference between neighboring pixels. */
function roughness(values: readonly number[]): number {
  return meanDifference(values.slice(1), values.slice(0, -1));
}
