/** The rows that every topic makes, and the table of them. */

export interface Row {
  readonly label: string;
  readonly measured: string;
  /** Empty if it is measured for the record only. */
  readonly target: string;
  readonly isMet: boolean | undefined;
}

/** A ratio that should be at least `target`; absent: no target. */
export function atLeast(
  label: string,
  value: number,
  { target, note }: { readonly target?: number; readonly note?: string },
): Row {
  return {
    label,
    measured: `${value.toFixed(2)}${note ? ` (${note})` : ''}`,
    target: target === undefined ? '' : `>= ${target}`,
    isMet: target === undefined ? undefined : value >= target,
  };
}

export interface Amount {
  readonly value: number;
  /** Absent if there is no target. */
  readonly target?: number;
  readonly unit: string;
  readonly places?: number;
  /** A remark about the measurement. */
  readonly note?: string;
}

/** A row whose value should be at most `target`. */
export function atMost(label: string, { value, target, unit, places = 1, note }: Amount): Row {
  return {
    label,
    measured: `${value.toFixed(places)} ${unit}${note ? ` (${note})` : ''}`,
    target: target === undefined ? '' : `<= ${target} ${unit}`,
    isMet: target === undefined ? undefined : value <= target,
  };
}

/** A Markdown table with aligned columns. */
export function asTable(rows: readonly Row[]): string {
  const lines = [
    ['what', 'measured', 'target', 'met'],
    ...rows.map(({ label, measured: measuredValue, target, isMet }) => [
      label,
      measuredValue,
      target,
      isMet === undefined ? '' : isMet ? 'yes' : 'NO',
    ]),
  ];
  const widths = [0, 1, 2, 3].map(column => Math.max(...lines.map(line => line[column]?.length ?? 0)));
  const asLine = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  return [
    asLine(head),
    `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`,
    ...body.map(asLine),
  ].join('\n');
}
