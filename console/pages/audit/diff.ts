/** What an audit entry changed, field by field. */
export interface Difference {
  readonly field: string;
  /** Undefined: it was not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Writes a field of a record in a list, such as a condition of a price rule: `Resolution 480p`. */
export type DescribeField = (field: string, value: string) => string;

const asNoted: DescribeField = (field, value) => `${field} ${value}`;

/** The fields that changed. Fields of records in lists are written by `describe`, by default under the names in the entry. */
export function differencesOf(before: unknown, after: unknown, describe = asNoted): Difference[] {
  const [was, is] = [fieldsOf(before, describe), fieldsOf(after, describe)];
  // What is only noted of one side did not go or come: a change notes the fields that it touched.
  const names = [...new Set([...was.keys(), ...is.keys()])];
  return names
    .map(field => ({ field, before: was.get(field), after: is.get(field) }))
    .filter(one => one.before !== one.after);
}

/** `{"price": {"unit": "clip"}}` is `price.unit`; lists are one value, with a line for each record. */
function fieldsOf(value: unknown, describe: DescribeField, path = ''): Map<string, string> {
  if (value === null || value === undefined) return new Map();
  const isNested = typeof value === 'object' && !Array.isArray(value);
  if (!isNested) return new Map([[path, textOf(value, describe)]]);
  return new Map(
    Object.entries(value).flatMap(([name, inner]): [string, string][] => {
      const place = path ? `${path}.${name}` : name;
      return inner === null ? [[place, '—']] : [...fieldsOf(inner, describe, place)];
    }),
  );
}

function textOf(value: unknown, describe: DescribeField): string {
  if (!Array.isArray(value)) return String(value);
  const isPlain = value.every(one => typeof one !== 'object');
  return isPlain ? value.join(', ') : value.map(one => recordText(one, describe)).join('\n');
}

/** `size small, unitPrice 0.01`, or as `describe` writes it. */
function recordText(value: unknown, describe: DescribeField): string {
  return [...fieldsOf(value, describe)]
    .map(([path, text]) => describe(path.split('.').at(-1) ?? path, text))
    .join(', ');
}
