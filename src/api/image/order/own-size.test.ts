import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownSize } from './own-size.ts';

const square = { width: 1024, height: 1024 };
const sizeList = (...sizes: readonly (readonly [number, number])[]) => ({
  multiple: 1,
  list: sizes.map(([width, height]) => ({ width, height })),
});

test('a model without sizes makes any', () => {
  assert.deepEqual(ownSize(square, undefined), square);
  assert.deepEqual(ownSize(square, { multiple: 64 }), square);
});

test('a square has the pixels that the model makes', () => {
  assert.deepEqual(ownSize(square, { multiple: 64, maxPixels: 393_216 }), { width: 576, height: 576 });
  assert.deepEqual(ownSize(square, { multiple: 16, minPixels: 2048 * 2048 }), { width: 2048, height: 2048 });
  assert.deepEqual(ownSize(square, sizeList([1536, 1024], [1328, 1328])), { width: 1328, height: 1328 });
});

test('a model that lists no square gets one of as many pixels', () => {
  assert.deepEqual(ownSize(square, sizeList([1344, 768], [1152, 896])), { width: 1008, height: 1008 });
});
