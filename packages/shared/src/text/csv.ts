/** Writes rows as CSV (RFC 4180) and as JSON lines. */

type Cells = Readonly<Record<string, unknown>>;

/**
 * A header with the fields of the first row, then one line per row. Lines end with
 * CRLF, as the format requires.
 */
export function toCsv(rows: readonly Cells[]): string {
  const fields = Object.keys(rows[0] ?? {});
  return csvLine(fields.map(toCell)) + toCsvRows(rows);
}

/** The rows without a header, to continue a file whose rows have the same fields. */
export function toCsvRows(rows: readonly Cells[]): string {
  const fields = Object.keys(rows[0] ?? {});
  return rows.map(row => csvLine(fields.map(field => toCell(row[field])))).join('');
}

function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

export function toJsonLines(rows: readonly unknown[]): string {
  return rows.map(row => `${JSON.stringify(row)}\n`).join('');
}

/** Marks text that a spreadsheet would run as a formula. Numbers stay numbers. */
function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const isFormula = /^[=+@\t\r-]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
