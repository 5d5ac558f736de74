import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSameBytes } from '../../../test/support/media/same-bytes.ts';
import { photograph } from '../../../test/support/media/photograph.ts';
import type { Mask } from '../picture/mask-file.ts';
import { putBack } from './put-back.ts';

const size = { width: 200, height: 150 };
const old = photograph({ ...size, grain: 6 });
const result = flat([200, 30, 90]);
const mask = roundMask(50);

test('old pixels are kept exactly where the mask is black, and new ones where it is white', async () => {
  const merged = await putBack(result, old, { mask });
  for (const [pixel, value] of mask.data.entries())
    assert.deepEqual(color(merged, pixel), color(value === 0 ? old : result, pixel));
});

test('with a feather, old pixels are kept and blend only inside the white area', async () => {
  const merged = await putBack(result, old, { mask, feather: 10 });
  const shares: number[] = [];
  for (const [pixel, value] of mask.data.entries()) {
    if (value === 0) assert.deepEqual(color(merged, pixel), color(old, pixel));
    const [x, y] = [pixel % size.width, Math.floor(pixel / size.width)];
    const isDeepInside = Math.hypot(x - 100, y - 75) < 50 - 13;
    if (isDeepInside) assert.deepEqual(color(merged, pixel), color(result, pixel));
    if (y === 75 && x >= 50 && x < 64) shares.push(newShare(pixel, merged));
  }
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => a - b),
  );
  assert.ok((shares[1] ?? 1) < 0.2 && (shares.at(-1) ?? 0) > 0.95, shares.join(' '));
});

test('a gray mask pixel counts as black or white, whichever is nearer', async () => {
  const gray: Mask = { ...size, data: mask.data.map(value => (value === 0 ? 127 : 128)) };
  assertSameBytes(
    (await putBack(result, old, { mask: gray })).data,
    (await putBack(result, old, { mask })).data,
  );
});

test('a mask without white returns the old picture, and one without black the new one', async () => {
  const even = (value: number) => ({ ...size, data: new Uint8Array(size.width * size.height).fill(value) });
  const fromBlack = await putBack(result, old, { mask: even(0), feather: 8 });
  const fromWhite = await putBack(result, old, { mask: even(255), feather: 8 });
  assertSameBytes(fromBlack.data, old.data);
  assertSameBytes(fromWhite.data, result.data);
});

test('the inputs stay unchanged', async () => {
  const before = result.data.slice();
  await putBack(result, old, { mask, feather: 4 });
  assertSameBytes(result.data, before);
});

test('pictures of different sizes are rejected', async () => {
  const other = photograph({ width: 10, height: 10, grain: 0 });
  await assert.rejects(putBack(other, old, { mask }), {
    code: 'wrong_size',
    message: '200x150 does not fit 10x10.',
  });
  const tornPicture = { ...old, data: old.data.subarray(4) };
  await assert.rejects(putBack(result, tornPicture, { mask }), { code: 'wrong_size' });
});

function flat(rgb: readonly number[]) {
  const data = Uint8Array.from({ length: size.width * size.height * 4 }, (_, index) => rgb[index % 4] ?? 255);
  return { ...size, data };
}

function roundMask(radius: number): Mask {
  const data = Uint8Array.from({ length: size.width * size.height }, (_, pixel) =>
    Math.hypot((pixel % size.width) - 100, Math.floor(pixel / size.width) - 75) <= radius ? 255 : 0,
  );
  return { ...size, data };
}

function color({ data }: { data: Uint8Array | Uint8ClampedArray }, pixel: number): number[] {
  return [...data.subarray(pixel * 4, pixel * 4 + 4)];
}

/** The share of the new picture, measured in the red channel, where the pictures differ everywhere. */
function newShare(pixel: number, merged: { data: Uint8Array | Uint8ClampedArray }): number {
  const [before = 0, after = 0, now = 0] = [old, result, merged].map(({ data }) => data[pixel * 4] ?? 0);
  return (now - before) / (after - before);
}
