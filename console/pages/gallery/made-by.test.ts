import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeBy } from './made-by.ts';

const names = { button: (label: string) => (label === '🔄' ? 'Re-roll' : label), action: { EDIT: 'Edit' } };

test('an image names the button that created it, and none if it came from a prompt', () => {
  assert.equal(madeBy({ action: 'UPSCALE', button: 'U1' }, names), 'U1');
  assert.equal(madeBy({ action: 'IMAGINE', button: '🔄' }, names), 'Re-roll');
  assert.equal(madeBy({ action: 'IMAGINE', button: null }, names), undefined);
  assert.equal(madeBy({ action: 'EDIT', button: null }, names), 'Edit');
});
