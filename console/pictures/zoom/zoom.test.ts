import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitTransform, isFitted, moveTransform, toggleTransform, zoomTransform } from './zoom.ts';

const bounds = { picture: { width: 1000, height: 500 }, stage: { width: 500, height: 500 } };

test('an image is scaled to fit the stage', () => {
  assert.deepEqual(fitTransform(bounds), { scale: 0.5, x: 0, y: 0 });
  assert.equal(fitTransform({ ...bounds, picture: { width: 100, height: 100 } }).scale, 2);
});

test('zooming keeps the point under the pointer in place and stops at the actual size', () => {
  const transform = zoomTransform(fitTransform(bounds), { by: 1.5, at: { x: 100, y: 0 } }, bounds);
  assert.deepEqual(transform, { scale: 0.75, x: -50, y: 0 });
  const most = zoomTransform(transform, { by: 9, at: { x: 0, y: 0 } }, bounds);
  assert.equal(most.scale, 1);
  assert.equal(isFitted(zoomTransform(most, { by: 0.01, at: { x: 0, y: 0 } }, bounds), bounds), true);
});

test('an image can be dragged only up to its edges', () => {
  const most = toggleTransform(fitTransform(bounds), { x: 0, y: 0 }, bounds);
  assert.deepEqual(moveTransform(most, { x: 9999, y: 9999 }, bounds), { scale: 1, x: 250, y: 0 });
  assert.deepEqual(moveTransform(fitTransform(bounds), { x: 10, y: 10 }, bounds), fitTransform(bounds));
});

test('a double click switches between the actual size and the fitted size', () => {
  const large = toggleTransform(fitTransform(bounds), { x: 0, y: 0 }, bounds);
  assert.equal(large.scale, 1);
  assert.deepEqual(toggleTransform(large, { x: 0, y: 0 }, bounds), fitTransform(bounds));
});
