/**
 * Money: integer micro-units (millionths of the currency) as bigint; decimal strings at the edges. No floats.
 */
export type Micros = bigint;

const decimal = /^(\d{1,12})(?:\.(\d{1,6}))?$/;

/** `"0.05"` -> 50000n. Throws on anything but a plain decimal with at most six places. */
export function parseMicros(text: string): Micros {
  const match = decimal.exec(text);
  if (!match) throw new RangeError(`Not an amount of money: ${JSON.stringify(text)}`);
  return BigInt(match[1] as string) * 1_000_000n + BigInt((match[2] ?? '').padEnd(6, '0'));
}

/** 50000n -> `"0.05"`: at least two places, at most six. */
export function formatMicros(micros: Micros): string {
  const sign = micros < 0n ? '-' : '';
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, '0');
  const places = digits.slice(-6).replace(/0{1,4}$/, '');
  return `${sign}${digits.slice(0, -6)}.${places}`;
}

/** Multiplies an amount by a factor in millionths. Half a millionth is rounded up. */
export function timesFactor(micros: Micros, factorMicros: Micros): Micros {
  return (micros * factorMicros + 500_000n) / 1_000_000n;
}
