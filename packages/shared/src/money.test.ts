import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatMicros, parseMicros } from './money.ts';

test('an amount is formatted with two to six decimal places', () => {
  assert.equal(formatMicros(0n), '0.00');
  assert.equal(formatMicros(50_000n), '0.05');
  assert.equal(formatMicros(1_000_000_000n), '1000.00');
  assert.equal(formatMicros(1n), '0.000001');
  assert.equal(formatMicros(-1_234_500n), '-1.2345');
});

test('a written amount is read back exactly', () => {
  fc.assert(fc.property(fc.bigInt(0n, 10n ** 17n), micros => parseMicros(formatMicros(micros)) === micros));
});

test('anything but a plain decimal is rejected', () => {
  for (const text of ['', '1e3', '-1', '1.2345678', '0x10', ' 1', '1,5', 'NaN']) {
    assert.throws(() => parseMicros(text), RangeError, text);
  }
});
