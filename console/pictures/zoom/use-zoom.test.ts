import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectSwipe } from './use-zoom.ts';

test('a swipe has a direction, and a touch that hardly moves is no swipe', () => {
  assert.equal(detectSwipe({ x: 0, y: 0 }, { x: -90, y: 20 }), 'left');
  assert.equal(detectSwipe({ x: 0, y: 0 }, { x: 10, y: 90 }), 'down');
  assert.equal(detectSwipe({ x: 0, y: 0 }, { x: 20, y: 20 }), undefined);
});
