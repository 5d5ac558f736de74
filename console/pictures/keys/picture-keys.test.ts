import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyActionOf } from './picture-keys.ts';

test('keys trigger actions on an image, except with Ctrl or if letter shortcuts are off', () => {
  const pressed = {
    key: 'v',
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
  };
  assert.deepEqual(keyActionOf(pressed, true), { kind: 'vary' });
  assert.deepEqual(keyActionOf({ ...pressed, key: 'V', shiftKey: true }, true), { kind: 'vary strongly' });
  assert.deepEqual(keyActionOf({ ...pressed, key: '3' }, true), { kind: 'pick', n: 3 });
  assert.equal(keyActionOf({ ...pressed, ctrlKey: true }, true), undefined);
  assert.equal(keyActionOf(pressed, false), undefined);
  assert.deepEqual(keyActionOf({ ...pressed, key: 'ArrowLeft' }, false), { kind: 'step', by: -1 });
  assert.deepEqual(keyActionOf({ ...pressed, key: 'Delete' }, false), { kind: 'delete' });
});

test('a key that is held down repeats navigation only', () => {
  const held = { key: 'u', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: true };
  for (const key of ['u', 'r', 'v', 'Delete', 'Enter', ' ', 's', '2'])
    assert.equal(keyActionOf({ ...held, key }, true), undefined, key);
  assert.deepEqual(keyActionOf({ ...held, key: 'ArrowRight' }, true), { kind: 'step', by: 1 });
});
