/** A parameter of a model, with the control that suits its schema. Values are strings, as in the URL. */
import type { ParameterSchema } from '../data/models/models.ts';
import { FieldError } from '../ui/fields/field-error.tsx';
import { SelectField, SwitchField, TextField } from '../ui/fields/field.tsx';
import { SegmentedControl } from '../ui/fields/segmented-control.tsx';
import { Slider } from '../ui/fields/slider.tsx';
import { fieldKind, listNumbers, type FieldKind } from './field-kind.ts';
import { readText } from './field-values.ts';
import { SeedField } from './seed-field.tsx';
import { RatioShapes } from './ratio-shapes.tsx';
import { TickSlider } from './tick-slider.tsx';
import { useParameterNames } from './messages.ts';

export interface ParameterFieldProps {
  readonly name: string;
  readonly schema: ParameterSchema;
  /** Undefined if it is not set, so the model's default applies. */
  readonly text: string | undefined;
  /** The value that applies if none is set, if it differs from the schema's default. */
  readonly defaultValue?: string | undefined;
  readonly error?: string | undefined;
  /** Undefined resets the parameter to its default. */
  readonly onChange: (text: string | undefined) => void;
}

export function ParameterField(props: ParameterFieldProps) {
  const { name, schema, error } = props;
  const kind = fieldKind(name, schema);
  const hasOwnError = kind === 'seed' || kind === 'number' || kind === 'text' || kind === 'select';
  return (
    <div id={`parameter-${name}`}>
      <Control {...props} kind={kind} />
      {!hasOwnError && <FieldError error={error} className="mt-1" />}
    </div>
  );
}

function Control({ kind, ...props }: ParameterFieldProps & { readonly kind: FieldKind }) {
  const { name, schema, text, defaultValue, error, onChange } = props;
  const { parameterName, parameterDescription, formatParameter } = useParameterNames();
  const label = parameterName(name);
  const hint = parameterDescription(name, schema.description);
  const fallback = defaultValue ?? (schema.default === undefined ? '' : String(schema.default));
  const value = text !== undefined && readText(schema, text) !== undefined ? text : fallback;
  const setValue = (nextText: string) => onChange(nextText === fallback ? undefined : nextText);
  const values = (schema.enum ?? []).map(String);
  const choices = values.map(one => ({ value: one, label: formatParameter(name, one) }));
  switch (kind) {
    case 'fixed':
      return <Fact label={label} value={formatParameter(name, values[0])} />;
    case 'switch':
      return (
        <SwitchField
          label={label}
          hint={hint}
          checked={value === 'true'}
          onChange={checked => setValue(String(checked))}
        />
      );
    case 'shapes':
      return <RatioShapes label={label} value={value} ratios={values} onChange={setValue} />;
    case 'ticks':
      return (
        <TickSlider
          label={label}
          valueText={formatParameter(name, value)}
          value={Number(value)}
          values={listNumbers(schema)}
          onChange={number => setValue(String(number))}
        />
      );
    case 'segmented':
      return <SegmentedControl label={label} value={value} segments={choices} onChange={setValue} />;
    case 'select':
      return (
        <SelectField
          {...{ label, hint, error, value, choices }}
          onChange={event => setValue(event.target.value)}
        />
      );
    case 'slider':
      return <RangeField {...{ label, hint, schema, value }} onChange={setValue} />;
    case 'seed':
      return (
        <SeedField
          {...{ label, hint, error, onChange }}
          text={text ?? ''}
          max={schema.maximum ?? 2 ** 32 - 1}
        />
      );
    default:
      return (
        <TextField
          {...{ label, hint, error }}
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          maxLength={schema.maxLength}
          placeholder={fallback}
          value={text ?? ''}
          onChange={event => onChange(event.target.value || undefined)}
        />
      );
  }
}

/** A parameter with only one allowed value. */
function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <p className="flex justify-between text-sm">
      <span className="font-medium">{label}</span>
      <span className="tabular text-muted">{value}</span>
    </p>
  );
}

interface RangeFieldProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly schema: ParameterSchema;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function RangeField({ label, hint, schema, value, onChange }: RangeFieldProps) {
  const { minimum, maximum, multipleOf = 1, default: defaultValue } = schema;
  const numbers = listNumbers(schema);
  return (
    <Slider
      label={label}
      {...(hint !== undefined && { hint })}
      value={Number(value)}
      min={minimum ?? numbers[0] ?? 0}
      max={maximum ?? numbers.at(-1) ?? 100}
      step={multipleOf}
      {...(typeof defaultValue === 'number' && { defaultValue })}
      onChange={number => onChange(String(number))}
    />
  );
}
