/** Decodes JSON as Go does into a struct: null and absent become the zero value, a wrong type is an error. */

export type GoShape = 'string' | 'int' | 'any' | readonly [GoShape] | { readonly [field: string]: GoShape };

export function decodeGo(shape: GoShape, value: unknown): any {
  if (shape === 'any') return value ?? null;
  if (shape === 'string') return decodeText(value);
  if (shape === 'int') return decodeInteger(value);
  if (Array.isArray(shape)) return value == null ? null : decodeGoList(shape[0], value);
  if (value == null) return null;
  if (typeof value !== 'object' || Array.isArray(value))
    throw new TypeError(`json: cannot unmarshal ${JSON.stringify(value)} into a struct`);
  // Fields that the struct does not have are ignored.
  const fields = Object.entries(shape as Record<string, GoShape>);
  return Object.fromEntries(
    fields.map(([name, shape]) => [name, decodeGo(shape, (value as Record<string, unknown>)[name])]),
  );
}

export function decodeGoList(shape: GoShape, value: unknown): any[] {
  if (!Array.isArray(value))
    throw new TypeError(`json: cannot unmarshal ${JSON.stringify(value)} into a slice`);
  return value.map(item => decodeGo(shape, item));
}

function decodeText(value: unknown): string {
  if (value != null && typeof value !== 'string')
    throw new TypeError(`json: cannot unmarshal ${JSON.stringify(value)} into a string`);
  return value ?? '';
}

function decodeInteger(value: unknown): number {
  if (value != null && !Number.isSafeInteger(value))
    throw new TypeError(`json: cannot unmarshal ${JSON.stringify(value)} into an int64`);
  return (value ?? 0) as number;
}
