/** Exact sums of money: decimal strings with up to six places. */
import { formatMicros } from '@kinora/shared/money';

/** The sum of `-0.25` and `1.00` is `0.75`. */
export function sumAmounts(amounts: readonly string[]): string {
  return formatMicros(amounts.reduce((total, amount) => total + toMicros(amount), 0n));
}

export function negative(amount: string): string {
  return formatMicros(-toMicros(amount));
}

function toMicros(amount: string): bigint {
  const [, sign, units = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(amount.trim()) ?? [];
  const micros = BigInt(units) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  return sign === '-' ? -micros : micros;
}
