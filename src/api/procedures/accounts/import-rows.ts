/**
 * Reads an import: CSV with a row for each token, and the account that the token belongs to with its balance.
 */
import { z } from 'zod';
import { isStrongKey } from '../../../core/accounts/key-strength.ts';
import { tokenScopes } from '../../../core/accounts/token-settings.ts';
import { fieldInvalid } from '@kinora/shared/errors/errors';
import { reasonCode } from '@kinora/shared/errors/reason-code';
import { reason, reasonTexts } from '@kinora/shared/errors/reason';
import { issueReason, parseInput } from '../../../platform/errors/issue-reason.ts';
import { readCsv, type CsvRow } from '../../../platform/lib/text/read-csv.ts';
import { amount, name } from '../fields/fields.ts';
import { limitInputs } from '../records/token-fields.ts';

/** The columns of the file, in any order. Only `account` is required. */
const importRow = z.strictObject({
  account: name,
  balance: amount.optional(),
  name: name.optional(),
  key: z.string().refine(isStrongKey, reasonCode('import_key')).optional(),
  group: z.string().optional(),
  scope: z.enum(tokenScopes).default('own'),
  ...limitInputs,
});

export interface ImportRow extends z.output<typeof importRow> {
  readonly line: number;
}

/** Why a row cannot be imported. It never contains the key. */
export interface Problem {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
  readonly reasonZh?: string;
}

const maxRows = 10_000;

/** Throws AppError `field_invalid` if the file as a whole is not usable. */
export function readImport(file: string): { rows: readonly ImportRow[]; problems: readonly Problem[] } {
  const [head, ...lines] = parseRows(file);
  const columns = readColumns(head?.cells ?? []);
  if (lines.length > maxRows)
    throw fieldInvalid('file', 'too_big', { limit: `${maxRows} rows`, limitZh: `${maxRows} 行` });
  const readings = lines.map(line => readRow(columns, line));
  return {
    rows: readings.flatMap(({ row }) => row ?? []),
    problems: readings.flatMap(({ problems }) => problems),
  };
}

function parseRows(file: string): CsvRow[] {
  try {
    return readCsv(file);
  } catch (error) {
    throw fieldInvalid('file', 'csv_quote', { line: (error as Error).message });
  }
}

function readColumns(cells: readonly string[]): string[] {
  const columns = cells.map(cell => cell.trim().toLowerCase());
  const allowedColumns = Object.keys(importRow.shape);
  const invalidColumn = columns.find(
    (name, index) => !allowedColumns.includes(name) || columns.indexOf(name) !== index,
  );
  const details = { column: invalidColumn ?? '', allowed: allowedColumns.join(', ') };
  if (!columns.includes('account')) throw fieldInvalid('file', 'import_account', details);
  if (invalidColumn !== undefined) throw fieldInvalid('file', 'import_column', details);
  return columns;
}

function readRow(
  columns: readonly string[],
  { line, cells }: CsvRow,
): { row?: ImportRow; problems: Problem[] } {
  if (cells.length !== columns.length) {
    const texts = reasonTexts(reason('import_cells', { expected: columns.length, actual: cells.length }));
    return { problems: [{ line, field: 'row', ...texts }] };
  }
  const cellEntries = columns.map((column, index) => [column, cells[index]?.trim()] as const);
  const values = Object.fromEntries(cellEntries.filter(([, value]) => value !== ''));
  const parsed = parseInput(importRow, values);
  if (parsed.success) return { row: { ...parsed.data, line }, problems: [] };
  const problems = parsed.error.issues.map(issue => {
    const field = String(issue.path[0]);
    return { line, field, ...reasonTexts(issueReason(issue, importRow)) };
  });
  return { problems };
}
