/** The fields of a form that is generated from a JSON Schema, such as the settings of a kind of engine. */

export interface SettingSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly title?: string;
  readonly titleZh?: string;
  readonly description?: string;
  readonly descriptionZh?: string;
}

export interface SettingField {
  /** Empty if the field holds all settings, because their schema is not a list of properties. */
  readonly name: string;
  readonly schema: SettingSchema;
  /** `json`: no other control suits the schema. */
  readonly control: 'switch' | 'select' | 'number' | 'text' | 'json';
}

/** The texts of the fields, by setting. Undefined or empty: not set, so the default applies. */
export type SettingTexts = Readonly<Record<string, string | undefined>>;

export function settingFields(schema: Readonly<Record<string, unknown>>): readonly SettingField[] {
  const { type, properties } = schema;
  if (type !== 'object' || !isObject(properties)) return [{ name: '', schema, control: 'json' }];
  return Object.entries(properties).map(([name, property]) => {
    const propertySchema: SettingSchema = isObject(property) ? property : {};
    return { name, schema: propertySchema, control: chooseControl(propertySchema) };
  });
}

function chooseControl({ type, enum: values }: SettingSchema): SettingField['control'] {
  if (values) return values.every(value => typeof value === 'string') ? 'select' : 'json';
  if (type === 'boolean') return 'switch';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' ? 'text' : 'json';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The name of the field in a request and in the server's errors. */
export function settingPath(name: string): string {
  return name === '' ? 'settings' : `settings.${name}`;
}

/** The fields as they are filled in for existing settings. */
export function fillTexts(
  fields: readonly SettingField[],
  settings: Readonly<Record<string, unknown>>,
): SettingTexts {
  return Object.fromEntries(
    fields.map(({ name, control }) => {
      const value = name === '' ? settings : settings[name];
      const isPlain = control !== 'json';
      return [name, value === undefined ? undefined : isPlain ? String(value) : JSON.stringify(value)];
    }),
  );
}

export interface ReadSettings {
  readonly values: Readonly<Record<string, unknown>>;
  /** Names of the fields whose text is not JSON. */
  readonly unreadable: readonly string[];
}

/** The values of the fields whose text differs from `before`. The server checks them. */
export function readSettings(
  fields: readonly SettingField[],
  texts: SettingTexts,
  before: SettingTexts = {},
): ReadSettings {
  const values: Record<string, unknown> = {};
  const unreadable: string[] = [];
  for (const field of fields) {
    const { name } = field;
    const text = texts[name] ?? '';
    if (text === (before[name] ?? '')) continue;
    const value = parseValue(field, text);
    if (value === undefined) unreadable.push(name);
    else if (name === '') Object.assign(values, value);
    else values[name] = value;
  }
  return { values, unreadable };
}

/** Returns undefined if the text is not JSON. */
function parseValue({ name, schema, control }: SettingField, text: string): unknown {
  if (text === '') return schema.default ?? (control === 'text' ? '' : name === '' ? {} : null);
  if (control === 'switch') return text === 'true';
  if (control === 'number') return Number.isFinite(Number(text)) ? Number(text) : text;
  return control === 'json' ? parseJson(text) : text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `pollMs` and `poll_ms` -> `Poll ms` */
export function plainName(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .split(' ')
    .map(word => (/^[A-Z]+$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
