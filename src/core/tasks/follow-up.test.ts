import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requiredOperation, pannedSize } from './follow-up.ts';

test('a pan extends the image by half in its direction only', () => {
  assert.deepEqual(pannedSize('left', { width: 1024, height: 768 }), { width: 1536, height: 768 });
  assert.deepEqual(pannedSize('down', { width: 1024, height: 768 }), { width: 1024, height: 1152 });
});

test('a panned side stays a multiple of 16', () => {
  assert.equal(pannedSize('right', { width: 1000, height: 1000 }).width % 16, 0);
});

test('each follow-up names the operation that a model must offer', () => {
  assert.equal(requiredOperation({ kind: 'enhance', manner: 'subtle', factor: 2 }), 'upscale');
  assert.equal(requiredOperation({ kind: 'region' }), 'edit');
  assert.equal(requiredOperation({ kind: 'square' }), 'outpaint');
  assert.equal(requiredOperation({ kind: 'extend', motion: 'low', candidate: 0 }), 'clip');
});

test('select and bookmark require no operation of a model', () => {
  assert.equal(requiredOperation({ kind: 'select', candidate: 0 }), undefined);
  assert.equal(requiredOperation({ kind: 'bookmark' }), undefined);
});
