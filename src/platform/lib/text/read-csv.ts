/**
 * Reads CSV (RFC 4180), also with semicolons or tabs: cells in quotes may contain
 * separators, quotes and line ends.
 */

export interface CsvRow {
  /** The line on which the row begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** What spreadsheets write between cells. Which one depends on the country. */
const separators = [',', ';', '\t'] as const;

/**
 * The separator that the first line has most often outside of quotes. Spreadsheets may name
 * it in a line of its own: `sep=;`.
 */
function detectSeparator(text: string): string {
  const head = (text.split(/\r?\n/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (separator: string) => head.split(separator).length;
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** A cell in quotes or a plain one, and what ends it. */
function cellPattern(separator: string): RegExp {
  return new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'y');
}

/**
 * Empty lines are left out. Throws RangeError, whose message is the line, if a
 * quote is misplaced or not closed.
 */
export function readCsv(file: string): CsvRow[] {
  const fileText = file.replace(/^\uFEFF/, '');
  const separatorLine = /^sep=([,;\t])\r?\n/i.exec(fileText);
  const text = fileText.slice(separatorLine?.[0].length);
  const separator = separatorLine?.[1] ?? detectSeparator(text);
  const cell = cellPattern(separator);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = separatorLine ? 2 : 1;
  let firstLine = line;
  let at = 0;
  while (at < text.length || cells.length > 0) {
    cell.lastIndex = at;
    const [cellText, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (cellText === undefined) throw new RangeError(String(line));
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    at += cellText.length;
    line += cellText.split('\n').length - 1;
    if (end === separator) continue;
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: firstLine, cells });
    cells = [];
    firstLine = line;
  }
  return rows;
}
