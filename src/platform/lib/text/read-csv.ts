/**
 * Reads CSV (RFC 4180), also with semicolons or tabs: cells in quotes may contain
 * separators, quotes and line ends.
 */

export interface CsvRow {
  /** The line on which the row begins, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The characters that spreadsheets write between cells, depending on the country. */
const separators = [',', ';', '\t'] as const;

/**
 * Returns the separator that the first line has most often outside of quotes. Spreadsheets may name it in a
 * line of its own: `sep=;`.
 */
function detectSeparator(text: string): string {
  const head = (text.split(/\r?\n/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (separator: string) => head.split(separator).length;
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Matches a cell in quotes or a plain one, and the separator or line end after it. */
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
  const pattern = cellPattern(separator);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = separatorLine ? 2 : 1;
  let firstLine = line;
  let position = 0;
  while (position < text.length || cells.length > 0) {
    pattern.lastIndex = position;
    const [cellText, quotedText, plainText = '', end] = pattern.exec(text) ?? [];
    if (cellText === undefined) throw new RangeError(String(line));
    cells.push(quotedText?.replaceAll('""', '"') ?? plainText);
    position += cellText.length;
    line += cellText.split('\n').length - 1;
    if (end === separator) continue;
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: firstLine, cells });
    cells = [];
    firstLine = line;
  }
  return rows;
}
