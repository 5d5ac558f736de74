/** A slider over a few allowed numbers, with a tick for each. */
import { useId } from 'react';
import { classes } from '../ui/class-names.ts';

interface TickSliderProps {
  readonly label: string;
  /** The formatted value, beside the label. */
  readonly valueText: string;
  readonly value: number;
  readonly values: readonly number[];
  readonly onChange: (value: number) => void;
}

export function TickSlider({ label, valueText, value, values, onChange }: TickSliderProps) {
  const name = useId();
  const selectedIndex = values.indexOf(value);
  const lastIndex = Math.max(1, values.length - 1);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 flex w-full items-baseline justify-between text-sm font-medium">
        {label}
        <span className="tabular text-text">{valueText}</span>
      </legend>
      <div className="relative flex justify-between">
        <span aria-hidden className="absolute inset-x-3.5 top-[11px] h-0.5 rounded-full bg-line-strong">
          <span
            className="block h-full rounded-full bg-accent transition-[width] duration-120"
            style={{ width: `${(Math.max(0, selectedIndex) / lastIndex) * 100}%` }}
          />
        </span>
        {values.map((tick, index) => (
          <label
            key={tick}
            className="group relative flex w-7 cursor-pointer flex-col items-center rounded-md pb-0.5 has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:pb-2"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={tick}
              checked={tick === value}
              onChange={() => onChange(tick)}
            />
            <span aria-hidden className="flex h-6 items-center">
              <span
                className={classes(
                  'block rounded-full transition-transform duration-120',
                  tick === value && 'size-4 bg-accent shadow-[0_0_0_3px_var(--bg)]',
                  tick !== value && 'size-2 group-hover:scale-150',
                  tick !== value && (index < selectedIndex ? 'bg-accent' : 'bg-line-strong'),
                )}
              />
            </span>
            <span
              className={classes(
                'tabular text-xs',
                tick === value ? 'font-semibold text-text' : 'text-muted',
              )}
            >
              {tick}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
