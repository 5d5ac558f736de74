import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainDecimal } from './plain-decimal.ts';

test('an amount has no exponent, unless plain digits would change it', () => {
  const amounts = [0, 100, 0.04, 6.539e-8, 1e-10, 1e-11, -1e-11, 1e20, 1e300];
  assert.deepEqual(amounts.map(plainDecimal), [
    '0',
    '100',
    '0.04',
    '0.0000000654',
    '0.0000000001',
    '1e-11',
    '-1e-11',
    '100000000000000000000',
    '1e+300',
  ]);
});
