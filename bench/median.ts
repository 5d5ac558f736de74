/** Medians, of values and of the ratio of two sides that are measured in turn. */

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/**
 * The median of `one / other` over rounds that measure both, one right after the other and in changing order,
 * so that other load on the machine affects both.
 */
export async function medianRatio(
  rounds: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const first = await one();
      ratios.push(first / (await other()));
    } else {
      const first = await other();
      ratios.push((await one()) / first);
    }
  }
  return median(ratios);
}
