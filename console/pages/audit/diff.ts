/** What an audit entry changed, field by field. */
export interface Difference {
  readonly field: string;
  /** Undefined: it was not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What stayed as it was is left out. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  // What is only noted of one side did not go or come: a change notes the fields that it touched.
  const names = [...new Set([...was.keys(), ...is.keys()])];
  return names
    .map(field => ({ field, before: was.get(field), after: is.get(field) }))
    .filter(one => one.before !== one.after);
}

/** `{"price": {"unit": "clip"}}` is `price.unit`; lists are one value, with a line for each record. */
function fieldsOf(value: unknown, path = ''): Map<string, string> {
  if (value === null || value === undefined) return new Map();
  const isNested = typeof value === 'object' && !Array.isArray(value);
  if (!isNested) return new Map([[path, textOf(value)]]);
  return new Map(
    Object.entries(value).flatMap(([name, inner]): [string, string][] => {
      const place = path ? `${path}.${name}` : name;
      return inner === null ? [[place, '—']] : [...fieldsOf(inner, place)];
    }),
  );
}

function textOf(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  const isPlain = value.every(one => typeof one !== 'object');
  return isPlain ? value.join(', ') : value.map(recordText).join('\n');
}

/** `size small, unitPrice 0.01` */
function recordText(value: unknown): string {
  return [...fieldsOf(value)].map(([path, text]) => `${path.split('.').at(-1)} ${text}`).join(', ');
}
