/**
 * Reads rows as values: a column `created_at` becomes the property `createdAt`, and null becomes undefined.
 * The content of a JSON column stays as it is. Where a property has another name than its column, the
 * statement renames it with `as`.
 */
import type { Queryable } from './open.ts';
import type { Statement } from './statement.ts';

/** The row of a value, as PostgreSQL returns it. */
export type RowOf<Value> = {
  readonly [Name in keyof Value & string as SnakeCase<Name>]-?: undefined extends Value[Name]
    ? Exclude<Value[Name], undefined> | null
    : Value[Name];
};

/**
 * Rejects values with a property that can be null, because reading turns null into undefined. JSON, which can
 * hold a null anywhere, is allowed.
 */
type WithoutNull<Value> = {
  [Name in keyof Value]: null[] extends Value[Name] ? Value[Name] : Exclude<Value[Name], null>;
};

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** Returns the rows of the statement as values. */
export async function readRows<Value extends WithoutNull<Value>>(
  db: Queryable,
  statement: Statement,
  values?: readonly unknown[],
): Promise<Value[]> {
  return (await db.query<RowOf<Value>>(statement, values)).map(row => readRow<Value>(row));
}

/** Returns the first row of the statement as a value, or undefined if there is none. */
export async function readFirst<Value extends WithoutNull<Value>>(
  db: Queryable,
  statement: Statement,
  values?: readonly unknown[],
): Promise<Value | undefined> {
  const [row] = await db.query<RowOf<Value>>(statement, values);
  return row && readRow<Value>(row);
}

export function readRow<Value extends WithoutNull<Value>>(row: RowOf<Value>): Value {
  const value: Record<string, unknown> = {};
  for (const [column, content] of Object.entries(row)) value[toPropertyName(column)] = content ?? undefined;
  return value as Value;
}

/** The names of properties by their columns, so that each name is converted once. */
const properties = new Map<string, string>();

function toPropertyName(column: string): string {
  const cachedProperty = properties.get(column);
  if (cachedProperty !== undefined) return cachedProperty;
  const property = column.replace(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase());
  properties.set(column, property);
  return property;
}
