import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeMask, type Mask } from '../picture/mask-file.ts';
import { prepareMask } from './prepare-mask.ts';

const size = { width: 60, height: 40 };
/** A mask with a white rectangle of 20x10 pixels in the middle. */
const middle = rectangle({ left: 20, top: 15, right: 40, bottom: 25 });

test('without options, a mask keeps its shape', async () => {
  assert.deepEqual(rows(await prepareMask(await encodeMask(middle), size)), rows(middle));
});

test('a grown mask is larger on all sides, with round corners', async () => {
  const mask = await prepareMask(await encodeMask(middle), size, { grow: 6 });
  assert.deepEqual(at(mask, [14, 20], [13, 20], [45, 20], [46, 20]), [255, 0, 255, 0]);
  assert.deepEqual(at(mask, [30, 9], [30, 8], [30, 30], [30, 31]), [255, 0, 255, 0]);
  assert.deepEqual(at(mask, [14, 9], [16, 11]), [0, 255]);
});

test('a feathered mask fades outside of the white area, which stays white', async () => {
  const mask = await prepareMask(await encodeMask(middle), size, { grow: 2, feather: 4 });
  const fading = at(mask, [20, 20], [18, 20], [17, 20], [16, 20], [15, 20], [14, 20], [13, 20]);
  assert.deepEqual(fading, [255, 255, 204, 153, 102, 51, 0]);
});

test('a mask that is all white or all black stays unchanged', async () => {
  for (const value of [0, 255]) {
    const even = { ...size, data: new Uint8Array(size.width * size.height).fill(value) };
    const mask = await prepareMask(await encodeMask(even), size, { grow: 5, feather: 5 });
    assert.deepEqual(rows(mask), rows(even));
  }
});

function rectangle(edges: { left: number; top: number; right: number; bottom: number }): Mask {
  const data = Uint8Array.from({ length: size.width * size.height }, (_, pixel) => {
    const [x, y] = [pixel % size.width, Math.floor(pixel / size.width)];
    return x >= edges.left && x < edges.right && y >= edges.top && y < edges.bottom ? 255 : 0;
  });
  return { ...size, data };
}

function at({ data, width }: Mask, ...places: readonly [number, number][]): number[] {
  return places.map(([x, y]) => data[y * width + x] ?? -1);
}

function rows({ data, width, height }: Mask): string[] {
  return Array.from({ length: height }, (_, y) => data.subarray(y * width, (y + 1) * width).join(' '));
}
