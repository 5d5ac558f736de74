/** A single choice of a few options, side by side: radio buttons styled as one control. */
import { useId, type ReactNode } from 'react';
import { classes } from '../class-names.ts';

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  /** A second line under the label: a price, a waiting time. */
  readonly note?: ReactNode;
  readonly disabled?: boolean;
}

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly segments: readonly Segment<Value>[];
  readonly onChange: (value: Value) => void;
  /** The label is visible to screen readers only. */
  readonly isQuiet?: boolean;
  readonly className?: string;
}

export function SegmentedControl<Value extends string>({
  label,
  value,
  segments,
  onChange,
  isQuiet,
  className,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className={classes('min-w-0', className)}>
      <legend className={isQuiet ? 'sr-only' : 'mb-1 text-sm font-medium'}>{label}</legend>
      <div className="flex flex-wrap gap-1 rounded-md border border-line bg-bg p-0.5">
        {segments.map(segment => (
          <label
            key={segment.value}
            className={classes(
              'min-h-8 content-center flex-auto rounded-sm px-2.5 py-1 text-center text-sm transition-colors duration-120 has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:min-h-10',
              segment.value === value
                ? 'bg-raised font-medium shadow-[inset_0_0_0_1px_var(--line-strong)]'
                : 'text-muted',
              segment.disabled ? 'text-disabled' : 'cursor-pointer hover:text-text',
            )}
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={segment.value}
              checked={segment.value === value}
              disabled={segment.disabled}
              onChange={() => onChange(segment.value)}
            />
            {segment.label}
            {segment.note !== undefined && (
              <span className="tabular block text-xs font-normal text-muted">{segment.note}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
