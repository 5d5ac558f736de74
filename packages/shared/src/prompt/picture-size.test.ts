import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidateSize, enlargedSize, selectedSize } from './picture-size.ts';

const square = { width: 1, height: 1 };

test('common aspect ratios have fixed sizes', () => {
  assert.deepEqual(candidateSize('7', square), { width: 1024, height: 1024 });
  assert.deepEqual(candidateSize('7', { width: 32, height: 18 }), { width: 1456, height: 816 });
  assert.deepEqual(candidateSize('niji 6', { width: 2, height: 3 }), { width: 896, height: 1344 });
  assert.deepEqual(candidateSize('5', { width: 4, height: 5 }), { width: 960, height: 1200 });
  assert.deepEqual(candidateSize('8.1', { width: 21, height: 9 }), { width: 1680, height: 720 });
});

test('older versions generate smaller images', () => {
  assert.deepEqual(candidateSize('3', square), { width: 256, height: 256 });
  assert.deepEqual(candidateSize('4', square), { width: 512, height: 512 });
  assert.deepEqual(candidateSize('niji 4', square), { width: 512, height: 512 });
});

test('hd doubles both sides and draft halves them', () => {
  assert.deepEqual(candidateSize('8.2', square, { hd: true }), { width: 2048, height: 2048 });
  assert.deepEqual(candidateSize('8.2', square, { draft: true }), { width: 512, height: 512 });
  assert.deepEqual(candidateSize('7', { width: 16, height: 9 }, { draft: true }), {
    width: 736,
    height: 416,
  });
});

test('other aspect ratios have about the default area, in multiples of sixteen, and nearly their shape', () => {
  for (const [width, height] of [
    [4, 1],
    [1, 4],
    [14, 1],
    [1, 14],
    [6, 5],
    [7, 11],
    [239, 100],
  ] as const) {
    const size = candidateSize('7', { width, height });
    assert.ok(size.width % 16 === 0 && size.height % 16 === 0);
    assert.ok(Math.abs((size.width * size.height) / 1.17e6 - 1) < 0.05, JSON.stringify(size));
    assert.ok(Math.abs(size.width / size.height / (width / height) - 1) < 0.05, JSON.stringify(size));
  }
});

test('a selected candidate keeps its size, except in the oldest versions, which enlarge it', () => {
  const wide = { width: 1456, height: 816 };
  for (const version of ['5', '7', '8.2', 'niji 5']) assert.deepEqual(selectedSize(version, wide), wide);
  assert.deepEqual(selectedSize('2', { width: 256, height: 256 }), { width: 1024, height: 1024 });
  assert.deepEqual(selectedSize('niji 4', { width: 512, height: 512 }), { width: 1024, height: 1024 });
});

test('an upscale multiplies both sides', () => {
  assert.deepEqual(enlargedSize({ width: 1456, height: 816 }, 2), { width: 2912, height: 1632 });
  assert.deepEqual(enlargedSize({ width: 1024, height: 1024 }, 4), { width: 4096, height: 4096 });
});
