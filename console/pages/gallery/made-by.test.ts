import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeBy } from './made-by.ts';

const names = { reroll: 'Re-roll', action: { PAN: 'Pan', EDIT: 'Edit' } };

test('a picture says the button that made it, and nothing where it was a prompt', () => {
  assert.equal(madeBy({ action: 'UPSCALE', button: 'U1' }, names), 'U1');
  assert.equal(madeBy({ action: 'ZOOM', button: 'Zoom Out 2x' }, names), 'Zoom Out 2x');
  assert.equal(madeBy({ action: 'IMAGINE', button: null }, names), undefined);
});

test('what is drawn on a button, or has none, is said in words', () => {
  assert.equal(madeBy({ action: 'IMAGINE', button: '🔄' }, names), 'Re-roll');
  assert.equal(madeBy({ action: 'PAN', button: '⬅️' }, names), 'Pan');
  assert.equal(madeBy({ action: 'EDIT', button: null }, names), 'Edit');
});
