import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withZoom, zoomIn } from './zoom-parameter.ts';

test('the zoom of a prompt is read and written', () => {
  assert.equal(zoomIn('a cat --zoom 1.5 --raw'), 1.5);
  assert.equal(zoomIn('a cat --zoom 5'), undefined);
  assert.equal(withZoom('a cat --zoom 2 --raw', 1.25), 'a cat --zoom 1.25 --raw');
  assert.equal(withZoom('a cat', 1.5), 'a cat --zoom 1.5');
});
