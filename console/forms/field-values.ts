/** Values of a form: strings in the URL, typed for the request, kept or dropped when the model changes. */
import type { ParameterSchema } from '../data/models/models.ts';
import { listNumbers } from './field-kind.ts';

export type Value = string | number | boolean;
export type Values = Readonly<Record<string, Value>>;
/** The strings of the URL, by parameter. */
export type Texts = Readonly<Record<string, string | undefined>>;
export type Properties = Readonly<Record<string, ParameterSchema>>;

/** Returns undefined if the schema does not allow the value. */
export function readText(schema: ParameterSchema, text: string): Value | undefined {
  const { type, enum: allowedValues, minimum = -Infinity, maximum = Infinity, maxLength = Infinity } = schema;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (allowedValues) return allowedValues.find(value => String(value) === text);
  if (type !== 'integer' && type !== 'number') return text.length <= maxLength ? text : undefined;
  const number = Number(text);
  const isWhole = type === 'number' || (/^-?\d{1,15}$/.test(text) && Number.isInteger(number));
  const isStep = schema.multipleOf === undefined || listNumbers(schema).includes(number);
  const isInRange = text.trim() !== '' && number >= minimum && number <= maximum;
  return isWhole && isInRange && isStep ? number : undefined;
}

/** The values that are set and allowed. */
export function readValues(properties: Properties, texts: Texts): Values {
  const entries = Object.entries(properties).flatMap(([name, schema]) => {
    const text = texts[name];
    const value = text === undefined ? undefined : readText(schema, text);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** Adds the model's default values. */
export function withDefaults(properties: Properties, values: Values): Values {
  const defaults = Object.entries(properties).flatMap(([name, schema]) =>
    schema.default === undefined ? [] : [[name, schema.default as Value] as const],
  );
  return { ...Object.fromEntries(defaults), ...values };
}

/** The names of the values that differ from the defaults. */
export function listChanged(properties: Properties, values: Values, names: readonly string[]): string[] {
  return names.filter(name => name in values && values[name] !== properties[name]?.default);
}

export interface DroppedValue {
  readonly name: string;
  readonly value: string;
  /** `not taken`: the model does not have the parameter. `not allowed`: it does not allow this value. */
  readonly reason: 'not taken' | 'not allowed';
}

/**
 * Splits the strings into those that the model accepts and those that it rejects. Default values are dropped
 * silently, because dropping them changes nothing.
 */
export function fitTexts(
  properties: Properties,
  texts: Texts,
  before: Properties = {},
): { readonly keptTexts: Texts; readonly droppedValues: readonly DroppedValue[] } {
  const keptTexts: Record<string, string> = {};
  const droppedValues: DroppedValue[] = [];
  for (const [name, text] of Object.entries(texts)) {
    if (text === undefined) continue;
    const schema = properties[name];
    if (schema && readText(schema, text) !== undefined) keptTexts[name] = text;
    else if (text !== 'false' && text !== String(before[name]?.default))
      droppedValues.push({ name, value: text, reason: schema ? 'not allowed' : 'not taken' });
  }
  return { keptTexts, droppedValues };
}
