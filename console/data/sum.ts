/** Sums of money, exactly. */
import { formatMicros, parseMicros, type Micros } from '../../src/lib/money.ts';

export function sumOf(amounts: readonly (string | null | undefined)[]): string {
  return formatMicros(amounts.reduce((sum, amount) => sum + microsOf(amount ?? '0'), 0n));
}

/** Also of what is less than nothing. */
export function microsOf(amount: string): Micros {
  return amount.startsWith('-') ? -parseMicros(amount.slice(1)) : parseMicros(amount);
}
