import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grainField, noise } from './noise.ts';
import { fillNoise } from './noise-rows.ts';

const unit = 640;

test('a row has the noise of its single pixels', () => {
  for (const [y, scale, shift] of [
    [0.31, 170, 0],
    [0, 57, 9],
    [0.999, 700, 0],
    [0.7, 3000, 0],
    [0.5, 3, -2.5],
  ] as const) {
    const row = new Float32Array(900).fill(2);
    fillNoise(row, { y, unit }, [{ scale, weight: 0.6, shift }]);
    for (const [column, value] of row.entries())
      assert.ok(Math.abs(value - 0.6 * noise((column / unit) * scale + shift, y * scale)) < 1e-5);
    assert.ok(new Set(row).size > 100);
  }
});

test('the layers of a row are added', () => {
  const row = new Float32Array(300);
  fillNoise(row, { y: 0.4, unit }, [
    { field: 'grain', scale: 1.7, weight: 0.3 },
    { scale: 57, weight: 0.5 },
  ]);
  for (const [column, value] of row.entries()) {
    const x = column / unit;
    const expected = 0.3 * grainField(x * 1.7, 0.4 * 1.7) + 0.5 * noise(x * 57, 0.4 * 57);
    assert.ok(Math.abs(value - expected) < 1e-5);
  }
});
