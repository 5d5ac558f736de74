import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropParts } from './drop-parts.ts';

const boat = '<g fill="none"><path d="sail"/><g filter="url(#f)"><path d="hull"/></g><path d="water"/></g>';

test('a part is dropped with everything inside it', () => {
  assert.equal(dropParts(boat, [1]), '<g fill="none"><path d="sail"/><path d="water"/></g>');
  assert.equal(dropParts(boat, [0, 2]), '<g fill="none"><g filter="url(#f)"><path d="hull"/></g></g>');
});

test('a picture without parts to drop stays unchanged', () => {
  assert.equal(dropParts(boat, []), boat);
  assert.equal(dropParts(boat, [9]), boat);
});
