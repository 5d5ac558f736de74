/** Reads CSV (RFC 4180): cells in quotes may contain commas, quotes and line ends. */

export interface CsvRow {
  /** The line on which the row begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A cell in quotes or a plain one, and what ends it. */
const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/** Empty lines are left out. Throws RangeError, whose message is the line, if a quote is misplaced or not closed. */
export function readCsv(file: string): CsvRow[] {
  const text = file.replace(/^\uFEFF/, '');
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let firstLine = 1;
  let at = 0;
  while (at < text.length || cells.length > 0) {
    cell.lastIndex = at;
    const [found, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (found === undefined) throw new RangeError(String(line));
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    at += found.length;
    line += found.split('\n').length - 1;
    if (end === ',') continue;
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: firstLine, cells });
    cells = [];
    firstLine = line;
  }
  return rows;
}
