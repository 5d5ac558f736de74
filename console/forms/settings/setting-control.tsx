/** A setting with the control that suits its schema. */
import { FieldError } from '../../ui/fields/field-error.tsx';
import { SelectField, SwitchField, TextArea, TextField } from '../../ui/fields/field.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/language.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { settingMessages } from './messages.ts';
import { plainName, type SettingField, type SettingSchema } from './setting-field.ts';

interface SettingControlProps {
  readonly field: SettingField;
  readonly text: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

export function SettingControl({ field, text = '', error, onChange }: SettingControlProps) {
  const { label, hint } = useTexts(field);
  const { schema, control } = field;
  const { default: defaultValue } = schema;
  const fallback =
    defaultValue === undefined || control === 'json'
      ? JSON.stringify(defaultValue) || ''
      : String(defaultValue);
  const isShort = { autoComplete: 'off', spellCheck: false, placeholder: fallback, value: text } as const;
  if (control === 'switch')
    return (
      <div>
        <SwitchField
          label={label}
          hint={hint}
          checked={(text || fallback) === 'true'}
          onChange={checked => onChange(String(checked))}
        />
        <FieldError error={error} className="mt-1" />
      </div>
    );
  if (control === 'select')
    return <Choices {...{ label, hint, error, schema, value: text || fallback, onChange }} />;
  if (control === 'json')
    return (
      <TextArea
        {...{ label, hint, error, ...isShort }}
        className="font-mono"
        onChange={event => onChange(event.target.value)}
      />
    );
  return (
    <TextField
      {...{ label, hint, error, ...isShort }}
      inputMode={control === 'number' ? 'decimal' : 'text'}
      maxLength={schema.maxLength}
      onChange={event => onChange(control === 'number' ? event.target.value.trim() : event.target.value)}
    />
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  readonly schema: SettingSchema;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function Choices({ schema, onChange, ...field }: ChoicesProps) {
  const t = useMessages(settingMessages);
  const values = (schema.enum ?? []).map(String);
  const choices = values.map(value => ({ value, label: plainName(value) }));
  return (
    <SelectField
      {...field}
      choices={schema.default === undefined ? [{ value: '', label: t.default }, ...choices] : choices}
      onChange={event => onChange(event.target.value)}
    />
  );
}

/** A kind of engine describes its settings in English, and in Chinese if it has the texts. */
function useTexts({ name, schema, control }: SettingField): {
  label: string;
  hint: string | undefined;
} {
  const t = useMessages(settingMessages);
  const isChinese = useLanguage() === 'zh';
  const label = (isChinese && schema.titleZh) || schema.title || (name === '' ? t.all : plainName(name));
  const description = (isChinese && schema.descriptionZh) || schema.description;
  const range = useRange(schema);
  const format = control === 'json' ? t.json : control === 'number' ? range : undefined;
  const hint = [description, format].filter(Boolean).join(' ');
  return { label, hint: hint || undefined };
}

/** Describes the allowed range. In a schema, whole numbers without a limit have the limits of JavaScript. */
function useRange({ minimum = -Infinity, maximum = Infinity }: SettingSchema): string | undefined {
  const t = useMessages(settingMessages);
  const hasMin = minimum > Number.MIN_SAFE_INTEGER;
  const hasMax = maximum < Number.MAX_SAFE_INTEGER;
  if (hasMin && hasMax) return t.between(formatCount(minimum), formatCount(maximum));
  if (hasMin) return t.atLeast(formatCount(minimum));
  return hasMax ? t.atMost(formatCount(maximum)) : undefined;
}
