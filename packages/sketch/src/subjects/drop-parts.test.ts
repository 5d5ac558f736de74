import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropParts } from './drop-parts.ts';

const boat = '<g fill="none"><path d="sail"/><g filter="url(#f)"><path d="hull"/></g><path d="water"/></g>';

test('a part goes with all that is in it', () => {
  assert.equal(dropParts(boat, [1]), '<g fill="none"><path d="sail"/><path d="water"/></g>');
  assert.equal(dropParts(boat, [0, 2]), '<g fill="none"><g filter="url(#f)"><path d="hull"/></g></g>');
});

test('without parts to drop the picture stays as it is', () => {
  assert.equal(dropParts(boat, []), boat);
  assert.equal(dropParts(boat, [9]), boat);
});
