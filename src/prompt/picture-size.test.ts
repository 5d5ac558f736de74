import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidateSize, upscaledSize } from './picture-size.ts';

test('the known ratios have their known sizes', () => {
  assert.deepEqual(candidateSize('7', { width: 1, height: 1 }), { width: 1024, height: 1024 });
  assert.deepEqual(candidateSize('7', { width: 32, height: 18 }), { width: 1456, height: 816 });
  assert.deepEqual(candidateSize('niji 6', { width: 2, height: 3 }), { width: 896, height: 1344 });
});

test('older versions draw smaller', () => {
  assert.deepEqual(candidateSize('3', { width: 1, height: 1 }), { width: 256, height: 256 });
  assert.deepEqual(candidateSize('4', { width: 1, height: 1 }), { width: 512, height: 512 });
});

test('any other ratio has about the usual area, in multiples of sixteen, and nearly its shape', () => {
  for (const [width, height] of [
    [4, 1],
    [1, 4],
    [21, 9],
    [5, 4],
    [7, 11],
    [239, 100],
  ] as const) {
    const size = candidateSize('7', { width, height });
    assert.ok(size.width % 16 === 0 && size.height % 16 === 0);
    assert.ok(Math.abs((size.width * size.height) / 1.17e6 - 1) < 0.05, JSON.stringify(size));
    assert.ok(Math.abs(size.width / size.height / (width / height) - 1) < 0.05, JSON.stringify(size));
  }
});

test('an upscale has twice the pixels each way, of the smallest versions four times', () => {
  assert.deepEqual(upscaledSize('7', { width: 1456, height: 816 }), { width: 2912, height: 1632 });
  assert.deepEqual(upscaledSize('2', { width: 256, height: 256 }), { width: 1024, height: 1024 });
});
