/** A JSON Schema in a readable form, and an example of it. */

export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}

export type Kind = 'text' | 'whole' | 'number' | 'bool' | 'object' | 'list' | 'file' | 'any';

export interface Shape {
  /** Several alternatives: any of them is valid. */
  readonly kinds: readonly Kind[];
  /** The element type of a list. */
  readonly itemKinds: readonly Kind[];
  readonly isNullable: boolean;
  readonly values: readonly string[];
  readonly defaultValue: string | undefined;
  /** For numbers, characters or elements. */
  readonly limits: readonly Limit[];
  readonly pattern: string | undefined;
  readonly fields: readonly Field[];
}

export interface Limit {
  readonly measure: 'number' | 'characters' | 'members';
  readonly min: number | undefined;
  readonly max: number | undefined;
}

export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

export function readShape(schema: Schema): Shape {
  const all = flattenOptions(schema);
  const options = all.filter(option => !isNull(option));
  const members = options.flatMap(option => (option.items ? flattenOptions(option.items) : []));
  const values = options.flatMap(option => option.enum ?? ('const' in option ? [option.const] : []));
  return {
    kinds: unique(options.map(readKind)),
    itemKinds: unique(members.filter(member => !isNull(member)).map(readKind)),
    isNullable: all.some(isNull) || options.some(({ type }) => Array.isArray(type) && type.includes('null')),
    values: unique(values.map(String)),
    defaultValue: schema.default === undefined ? undefined : JSON.stringify(schema.default),
    limits: unique(options.flatMap(readLimits).map(limit => JSON.stringify(limit))).map(
      text => JSON.parse(text) as Limit,
    ),
    pattern: options.length === 1 ? options[0]?.pattern : undefined,
    fields: readFields([...options, ...members]),
  };
}

/** Flattens nested `anyOf`. */
function flattenOptions(schema: Schema): Schema[] {
  const several = schema.anyOf ?? schema.oneOf;
  return several ? several.flatMap(flattenOptions) : [schema];
}

function isNull({ type }: Schema): boolean {
  return type === 'null';
}

function readKind({ type, format, properties, enum: values }: Schema): Kind {
  const [name] = [type].flat().filter(one => one !== 'null');
  if (name === 'string') return format === 'binary' ? 'file' : 'text';
  if (name === 'integer') return 'whole';
  if (name === 'number') return 'number';
  if (name === 'boolean') return 'bool';
  if (name === 'array') return 'list';
  if (name === 'object' || properties) return 'object';
  return values?.every(value => typeof value === 'string') ? 'text' : 'any';
}

/** The limits of every integer are not worth showing. */
const maxSafe = Number.MAX_SAFE_INTEGER;

function readLimits(schema: Schema): Limit[] {
  const real = (number: number | undefined) =>
    number === undefined || Math.abs(number) >= maxSafe ? undefined : number;
  const limits: readonly Limit[] = [
    { measure: 'number', min: real(schema.minimum), max: real(schema.maximum) },
    // A minimum length of 1 is not worth showing.
    {
      measure: 'characters',
      min: schema.minLength === 1 ? undefined : schema.minLength,
      max: schema.maxLength,
    },
    { measure: 'members', min: schema.minItems, max: schema.maxItems },
  ];
  return limits.filter(({ min, max }) => min !== undefined || max !== undefined);
}

function readFields(options: readonly Schema[]): Field[] {
  const fieldsByName = new Map<string, Field>();
  for (const { properties = {}, required = [] } of options)
    for (const [name, schema] of Object.entries(properties))
      if (!fieldsByName.has(name))
        fieldsByName.set(name, { name, schema, isRequired: required.includes(name) });
  return [...fieldsByName.values()].sort((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

/** The required fields, filled in. */
export function fillExample(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  const [example = schema.const] = schema.examples ?? schema.enum ?? [];
  if (example !== undefined) return example;
  const option = flattenOptions(schema).find(one => !isNull(one));
  if (option && option !== schema) return fillExample(option);
  const kind = readKind(schema);
  if (kind === 'list') return schema.items ? [fillExample(schema.items)] : [];
  if (kind === 'object') {
    const required = readFields([schema]).filter(({ isRequired }) => isRequired);
    return Object.fromEntries(required.map(field => [field.name, fillExample(field.schema)]));
  }
  if (kind === 'whole' || kind === 'number') return Math.max(schema.minimum ?? 1, 0);
  return kind === 'bool' ? true : '';
}
