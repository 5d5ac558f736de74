import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grainField, noise } from './noise.ts';
import { addGrain, addNoise } from './noise-rows.ts';

const unit = 640;

test('a row has the noise of its single pixels, added to what was there', () => {
  for (const [y, scale, shift] of [
    [0.31, 170, 0],
    [0, 57, 9],
    [0.999, 700, 0],
    [0.5, 3, -2.5],
  ] as const) {
    const row = new Float32Array(900).fill(2);
    addNoise(row, { y, unit }, { scale, weight: 0.6, shift });
    for (const [column, value] of row.entries())
      assert.ok(Math.abs(value - 2 - 0.6 * noise((column / unit) * scale + shift, y * scale)) < 1e-5);
    assert.ok(new Set(row).size > 100);
  }
});

test('a row has the grain of its single pixels', () => {
  const row = new Float32Array(300);
  addGrain(row, { y: 0.4, unit }, { scale: 1.7, weight: 0.3 });
  for (const [column, value] of row.entries())
    assert.ok(Math.abs(value - 0.3 * grainField((column / unit) * 1.7, 0.4 * 1.7)) < 1e-5);
  assert.ok(new Set(row).size > 100);
});
