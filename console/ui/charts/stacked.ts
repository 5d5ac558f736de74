/** The data of a stacked bar chart. */

export interface Series {
  /** Null means the sum of all smaller parts. Undefined means the only series. */
  readonly name: string | null | undefined;
  readonly values: readonly number[];
}

/** Stacks each series on the previous ones, as the chart requires: topmost first. */
export function stacked(series: readonly Series[]): readonly (readonly number[])[] {
  const sums: number[][] = [];
  for (const { values } of series) {
    const below = sums.at(-1);
    sums.push(values.map((value, index) => value + (below?.[index] ?? 0)));
  }
  return sums.toReversed();
}
