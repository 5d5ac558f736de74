import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPressKeys } from './press-keys.ts';

let last = 0;
const newKey = () => String(++last);
const button = { pressId: 'task 1, U1', parent: 'task 1', name: 'U1' };

test('a repeated press without a response reuses its idempotency key for two minutes', () => {
  let now = 0;
  const keys = openPressKeys(() => now, newKey);
  const first = keys.pressKey(button);
  now = 119_000;
  assert.equal(keys.pressKey(button), first);
  assert.notEqual(keys.pressKey({ ...button, pressId: 'task 1, V1' }), first);
  now = 120_000;
  assert.notEqual(keys.pressKey(button), first);
});

test('a key is discarded after the response, or when the task that it created appears', () => {
  const at = Date.parse('2025-01-01T00:00:10Z');
  const keys = openPressKeys(() => at, newKey);
  const first = keys.pressKey(button);
  keys.confirm({ parent: 'task 1', button: 'U1', created: '2025-01-01T00:00:00Z' });
  keys.confirm({ parent: 'task 1', button: 'V1', created: '2025-01-01T00:00:11Z' });
  keys.confirm({ parent: 'task 2', button: 'U1', created: '2025-01-01T00:00:11Z' });
  assert.equal(keys.pressKey(button), first, 'other tasks do not confirm it');
  keys.confirm({ parent: 'task 1', button: 'U1', created: '2025-01-01T00:00:11Z' });
  const second = keys.pressKey(button);
  assert.notEqual(second, first);
  keys.forget(button.pressId);
  assert.notEqual(keys.pressKey(button), second);
});
