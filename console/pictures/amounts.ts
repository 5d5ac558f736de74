/** Sums of money as the server tells it, exact. */
import { formatMicros, parseMicros } from '../../src/lib/money.ts';

/** Undefined: one of them is not known. */
export function sumOf(amounts: readonly (string | null)[]): string | undefined {
  let sum = 0n;
  for (const amount of amounts) {
    if (amount === null) return undefined;
    sum += parseMicros(amount);
  }
  return formatMicros(sum);
}
