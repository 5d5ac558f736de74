/**
 * The smallest amount of a currency. Facts: https://docs.stripe.com/currencies#zero-decimal, November 2026.
 */

/** Currencies whose smallest amount is one. */
const withoutHundredths = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'UGX',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
]);

/** Returns it in millionths. */
export function currencyUnit(currency: string): bigint {
  return withoutHundredths.has(currency.toUpperCase()) ? 1_000_000n : 10_000n;
}
