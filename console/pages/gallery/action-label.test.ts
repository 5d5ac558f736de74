import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionLabel } from './action-label.ts';

const names = { button: (label: string) => (label === '🔄' ? 'Re-roll' : label), action: { EDIT: 'Edit' } };

test('an image names the button that created it, and none if it came from a prompt', () => {
  assert.equal(actionLabel({ action: 'UPSCALE', button: 'U1' }, names), 'U1');
  assert.equal(actionLabel({ action: 'IMAGINE', button: '🔄' }, names), 'Re-roll');
  assert.equal(actionLabel({ action: 'IMAGINE', button: null }, names), undefined);
  assert.equal(actionLabel({ action: 'EDIT', button: null }, names), 'Edit');
});
