import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { includedTax } from './included-tax.ts';

const cases = [
  ['119.00 with 19%', 119_000_000n, 19_000_000n, 'EUR', 19_000_000n],
  ['20.00 with 19%', 20_000_000n, 19_000_000n, 'EUR', 3_190_000n],
  ['1.00 with 7.7%', 1_000_000n, 7_700_000n, 'CHF', 70_000n],
  ['half a cent is rounded up', 10_000n, 100_000_000n, 'EUR', 10_000n],
  ['yen have no hundredths', 1_000_000_000n, 10_000_000n, 'JPY', 91_000_000n],
  ['no tax', 20_000_000n, 0n, 'EUR', 0n],
] as const;
for (const [description, amount, percent, currency, tax] of cases)
  test(`the tax that is included in ${description}`, () =>
    assert.equal(includedTax(amount, percent, currency), tax));

test('the tax is never more than half a unit off, and the rest is the net price', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 12n),
      fc.bigInt(0n, 50_000_000n),
      fc.constantFrom('EUR', 'JPY'),
      (amount, percent, currency) => {
        const tax = includedTax(amount, percent, currency);
        const unit = currency === 'JPY' ? 1_000_000n : 10_000n;
        const difference = tax * (100_000_000n + percent) - amount * percent;
        assert.ok(2n * (difference < 0n ? -difference : difference) <= unit * (100_000_000n + percent));
        assert.equal(tax % unit, 0n);
      },
    ),
  );
});
