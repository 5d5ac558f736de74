/** A form field with label, hint and error, associated for screen readers. */
import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import { classes } from '../class-names.ts';
import { scrollMargin, useErrorFocus } from '../use-scroll-into-view.ts';

interface FieldLabels {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** The label is visible to screen readers only. */
  readonly isQuiet?: boolean;
}

interface FieldProps extends FieldLabels {
  readonly className?: string | undefined;
  readonly children: (inputProps: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean;
  }) => ReactNode;
}

export function Field({ label, hint, error, isQuiet, className, children }: FieldProps) {
  const id = useId();
  const descriptionId = error || hint ? `${id}-about` : undefined;
  const fieldRef = useErrorFocus<HTMLDivElement>(error);
  return (
    <div ref={fieldRef} className={classes('min-w-0', scrollMargin, className)}>
      <label htmlFor={id} className={isQuiet ? 'sr-only' : 'mb-1 block text-sm font-medium'}>
        {label}
      </label>
      {children({ id, 'aria-describedby': descriptionId, 'aria-invalid': Boolean(error) })}
      {descriptionId && (
        <p
          id={descriptionId}
          className={classes('mt-1 text-xs', error ? 'text-bad' : 'text-muted')}
          role={error ? 'alert' : undefined}
          data-field-error={error ? '' : undefined}
        >
          {error || hint}
        </p>
      )}
    </div>
  );
}

type TextProps = FieldLabels & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>;

export function TextField({ label, hint, error, isQuiet, className, ...input }: TextProps) {
  return (
    <Field {...{ label, hint, error, isQuiet: isQuiet ?? false, className }}>
      {inputProps => <input className="field" type="text" {...inputProps} {...input} />}
    </Field>
  );
}

type AreaProps = FieldLabels & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>;

export function TextArea({ label, hint, error, isQuiet, className, ...area }: AreaProps) {
  return (
    <Field {...{ label, hint, error, isQuiet: isQuiet ?? false, className }}>
      {inputProps => <textarea className="field block" rows={3} {...inputProps} {...area} />}
    </Field>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

type SelectProps = FieldLabels &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & { readonly choices: readonly Choice[] };

export function SelectField({ label, hint, error, isQuiet, className, choices, ...select }: SelectProps) {
  return (
    <Field {...{ label, hint, error, isQuiet: isQuiet ?? false, className }}>
      {inputProps => (
        <select className="field" {...inputProps} {...select}>
          {choices.map(({ value, label: choiceLabel }) => (
            <option key={value} value={value}>
              {choiceLabel}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface SwitchProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export function SwitchField({ label, hint, checked, onChange, disabled }: SwitchProps) {
  return (
    <label
      className={classes('flex min-h-9 items-start gap-3', disabled ? 'text-disabled' : 'cursor-pointer')}
    >
      <input
        type="checkbox"
        role="switch"
        className="peer sr-only"
        checked={checked}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
      />
      <span
        aria-hidden
        className="relative mt-0.5 h-5 w-9 shrink-0 rounded-full border border-line-strong bg-raised transition-colors duration-120 peer-checked:border-accent peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent after:absolute after:top-0.5 after:left-0.5 after:size-3.5 after:rounded-full after:bg-muted after:transition-transform after:duration-120 peer-checked:after:translate-x-4 peer-checked:after:bg-on-accent"
      />
      <span>
        {label}
        {hint && <span className="block text-xs text-muted">{hint}</span>}
      </span>
    </label>
  );
}
