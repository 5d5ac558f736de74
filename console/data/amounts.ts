/** Sums of money as it is told, exactly: decimal texts with up to six places. */

/** `-0.25` and `1.00` are `0.75`. */
export function sumOf(amounts: readonly string[]): string {
  return toText(amounts.reduce((total, amount) => total + toMicros(amount), 0n));
}

export function negative(amount: string): string {
  return toText(-toMicros(amount));
}

function toMicros(amount: string): bigint {
  const [, sign, whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(amount.trim()) ?? [];
  const micros = BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'));
  return sign === '-' ? -micros : micros;
}

function toText(micros: bigint): string {
  const size = micros < 0n ? -micros : micros;
  const part = String(size % 1_000_000n)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${micros < 0n ? '-' : ''}${size / 1_000_000n}.${part}`;
}
