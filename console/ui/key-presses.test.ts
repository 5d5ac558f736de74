import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCommit } from './key-presses.ts';

test('Enter commits unless the key is held down or an input method is composing', () => {
  const enter = { key: 'Enter', repeat: false, isComposing: false, keyCode: 13 };
  assert.equal(isCommit(enter), true);
  assert.equal(isCommit({ nativeEvent: enter }), true);
  assert.equal(isCommit({ ...enter, repeat: true }), false);
  assert.equal(isCommit({ ...enter, isComposing: true }), false);
  assert.equal(isCommit({ ...enter, keyCode: 229 }), false);
  assert.equal(isCommit({ ...enter, key: 'a' }), false);
});
