import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitted, isFitted, moved, toggled, zoomed } from './zoom.ts';

const bounds = { picture: { width: 1000, height: 500 }, stage: { width: 500, height: 500 } };

test('an image is scaled to fit the stage', () => {
  assert.deepEqual(fitted(bounds), { scale: 0.5, x: 0, y: 0 });
  assert.equal(fitted({ ...bounds, picture: { width: 100, height: 100 } }).scale, 2);
});

test('zooming keeps the point under the pointer in place and stops at the actual size', () => {
  const transform = zoomed(fitted(bounds), { by: 1.5, at: { x: 100, y: 0 } }, bounds);
  assert.deepEqual(transform, { scale: 0.75, x: -50, y: 0 });
  const most = zoomed(transform, { by: 9, at: { x: 0, y: 0 } }, bounds);
  assert.equal(most.scale, 1);
  assert.equal(isFitted(zoomed(most, { by: 0.01, at: { x: 0, y: 0 } }, bounds), bounds), true);
});

test('an image can be dragged only up to its edges', () => {
  const most = toggled(fitted(bounds), { x: 0, y: 0 }, bounds);
  assert.deepEqual(moved(most, { x: 9999, y: 9999 }, bounds), { scale: 1, x: 250, y: 0 });
  assert.deepEqual(moved(fitted(bounds), { x: 10, y: 10 }, bounds), fitted(bounds));
});

test('a double click switches between the actual size and the fitted size', () => {
  const large = toggled(fitted(bounds), { x: 0, y: 0 }, bounds);
  assert.equal(large.scale, 1);
  assert.deepEqual(toggled(large, { x: 0, y: 0 }, bounds), fitted(bounds));
});
