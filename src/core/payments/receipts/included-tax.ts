import { currencyUnit } from '../../billing/currency-unit.ts';

const hundredPercent = 100_000_000n;

/**
 * The tax that an amount includes, in millionths, rounded to the smallest amount of its currency.
 * `percentMicros`: millionths of a percent.
 */
export function includedTax(amountMicros: bigint, percentMicros: bigint, currency: string): bigint {
  const unit = currencyUnit(currency);
  const divisor = (hundredPercent + percentMicros) * unit;
  return ((2n * amountMicros * percentMicros + divisor) / (2n * divisor)) * unit;
}
