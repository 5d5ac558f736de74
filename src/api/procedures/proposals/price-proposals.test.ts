import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountMicros } from './price-proposals.ts';

test('an amount is a plain decimal number, rounded up to a millionth', () => {
  assert.equal(amountMicros('0.0398'), 39_800n);
  assert.equal(amountMicros('2'), 2_000_000n);
  assert.equal(amountMicros('0.0000001'), 1n);
  assert.equal(amountMicros('0.123456000'), 123_456n);
  assert.equal(amountMicros('0'), 0n);
});

test('anything else is not an amount', () => {
  for (const text of [
    '-1',
    'NaN',
    'Infinity',
    '1e400',
    '1e-7',
    '',
    ' 1',
    '0x1',
    '1,5',
    '.5',
    '99999999',
    '１',
  ])
    assert.equal(amountMicros(text), undefined, text);
});
