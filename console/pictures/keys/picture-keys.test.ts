import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findKeyAction } from './picture-keys.ts';

test('keys trigger actions on an image, except with Ctrl or if letter shortcuts are off', () => {
  const keyPress = {
    key: 'v',
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
  };
  assert.deepEqual(findKeyAction(keyPress, true), { kind: 'vary' });
  assert.deepEqual(findKeyAction({ ...keyPress, key: 'V', shiftKey: true }, true), { kind: 'vary strongly' });
  assert.deepEqual(findKeyAction({ ...keyPress, key: '3' }, true), { kind: 'pick', n: 3 });
  assert.equal(findKeyAction({ ...keyPress, ctrlKey: true }, true), undefined);
  assert.equal(findKeyAction(keyPress, false), undefined);
  assert.deepEqual(findKeyAction({ ...keyPress, key: 'ArrowLeft' }, false), { kind: 'step', by: -1 });
  assert.deepEqual(findKeyAction({ ...keyPress, key: 'Delete' }, false), { kind: 'delete' });
});

test('a key that is held down repeats navigation only', () => {
  const heldKey = { key: 'u', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: true };
  for (const key of ['u', 'r', 'v', 'Delete', 'Enter', ' ', 's', '2'])
    assert.equal(findKeyAction({ ...heldKey, key }, true), undefined, key);
  assert.deepEqual(findKeyAction({ ...heldKey, key: 'ArrowRight' }, true), { kind: 'step', by: 1 });
});
