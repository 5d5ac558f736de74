/** The changes of an audit entry, field by field. */
export interface Difference {
  readonly field: string;
  /** Undefined if the field did not exist. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Formats a field of a record in a list, such as a condition of a price rule: `Resolution 480p`. */
export type DescribeField = (field: string, value: string) => string;

const asNoted: DescribeField = (field, value) => `${field} ${value}`;

/**
 * The changed fields. `describe` formats the fields of records in lists; by default they keep their names.
 */
export function findDifferences(before: unknown, after: unknown, describe = asNoted): Difference[] {
  const [was, is] = [flattenFields(before, describe), flattenFields(after, describe)];
  // A field on one side only is not a removal or an addition: a change records only the fields that it sets.
  const names = [...new Set([...was.keys(), ...is.keys()])];
  return names
    .map(field => ({ field, before: was.get(field), after: is.get(field) }))
    .filter(one => one.before !== one.after);
}

/** Flattens `{"price": {"unit": "clip"}}` to `price.unit`. A list is one value, with a line per record. */
function flattenFields(value: unknown, describe: DescribeField, path = ''): Map<string, string> {
  if (value === null || value === undefined) return new Map();
  const isNested = typeof value === 'object' && !Array.isArray(value);
  if (!isNested) return new Map([[path, valueText(value, describe)]]);
  return new Map(
    Object.entries(value).flatMap(([name, inner]): [string, string][] => {
      const place = path ? `${path}.${name}` : name;
      return inner === null ? [[place, '—']] : [...flattenFields(inner, describe, place)];
    }),
  );
}

function valueText(value: unknown, describe: DescribeField): string {
  if (!Array.isArray(value)) return String(value);
  const isPlain = value.every(one => typeof one !== 'object');
  return isPlain ? value.join(', ') : value.map(one => recordText(one, describe)).join('\n');
}

/** `size small, unitPrice 0.01`, or the output of `describe`. */
function recordText(value: unknown, describe: DescribeField): string {
  return [...flattenFields(value, describe)]
    .map(([path, text]) => describe(path.split('.').at(-1) ?? path, text))
    .join(', ');
}
