/** The parameter map of a route in its form: a row for each parameter that is renamed or always set. */
import type { Route } from '../../../data/models/managed-models.ts';

export interface MappedParameter {
  readonly key: number;
  readonly does: 'rename' | 'set';
  /** The name that clients use; for a fixed value, the name that the engine uses. */
  readonly name: string;
  /** The engine's name of the parameter, or its fixed value, as typed. */
  readonly value: string;
}

type ParameterMap = Route['parameters'];

export function mapToRows({ rename, set }: ParameterMap): MappedParameter[] {
  const rows = [
    ...Object.entries(rename).map(([name, value]) => ({ does: 'rename' as const, name, value })),
    ...Object.entries(set).map(([name, value]) => ({ does: 'set' as const, name, value: quoteText(value) })),
  ];
  return rows.map((row, key) => ({ key, ...row }));
}

/** Rows without a name are left out. */
export function rowsToMap(rows: readonly MappedParameter[]): ParameterMap {
  const namedRows = rows.filter(({ name }) => name.trim() !== '');
  const entries = <Value>(does: MappedParameter['does'], parse: (text: string) => Value) =>
    Object.fromEntries(
      namedRows.filter(row => row.does === does).map(row => [row.name.trim(), parse(row.value)] as const),
    );
  return { rename: entries('rename', text => text.trim()), set: entries('set', parseValue) };
}

export function newRow(rows: readonly MappedParameter[]): MappedParameter {
  return { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, does: 'set', name: '', value: '' };
}

/** `30` is a number, `true` a boolean, `"30"` and any other text a text. */
function parseValue(text: string): string | number | boolean {
  const value = readJson(text.trim());
  return ['number', 'boolean', 'string'].includes(typeof value) ? (value as string | number | boolean) : text;
}

/** Quotes a text that would otherwise be read as something else. */
function quoteText(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  return parseValue(value) === value ? value : JSON.stringify(value);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
