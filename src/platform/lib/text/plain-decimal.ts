/**
 * Writes an amount that was parsed from JSON without an exponent. One that ten places cannot
 * show, or that is too large for plain digits, keeps its exponent, so that readers of amounts
 * reject it instead of misreading it.
 */
export function plainDecimal(amount: number): string {
  const plain = amount.toFixed(10);
  const isVanished = amount !== 0 && !/[1-9]/.test(plain);
  return isVanished || plain.includes('e') ? String(amount) : plain.replace(/\.?0+$/, '');
}
