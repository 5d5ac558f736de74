/** A filter as chips, each with its number of results. Allows one or several values. */
import type { ReactNode } from 'react';
import { formatCount } from '../../i18n/format.ts';
import { classes } from '../class-names.ts';

export interface Chip {
  readonly value: string;
  readonly label: ReactNode;
  readonly count?: number | undefined;
}

interface FilterChipsProps {
  readonly label: string;
  readonly chips: readonly Chip[];
  /** The values as in the URL, separated by commas. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** The maximum number of selected values; selecting one more drops the oldest. */
  readonly max?: number;
  readonly isQuiet?: boolean;
}

export function FilterChips({ label, chips, value, onChange, max = 1, isQuiet }: FilterChipsProps) {
  const chosenValues = value ? value.split(',') : [];
  const press = (pressedValue: string) => {
    const nextValues = chosenValues.includes(pressedValue)
      ? chosenValues.filter(other => other !== pressedValue)
      : [...chosenValues, pressedValue].slice(-max);
    onChange(nextValues.join(',') || undefined);
  };
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-1.5">
      {!isQuiet && <span className="mr-0.5 text-sm text-muted">{label}</span>}
      {chips.map(chip => {
        const isOn = chosenValues.includes(chip.value);
        return (
          <button
            key={chip.value}
            type="button"
            aria-pressed={isOn}
            onClick={() => press(chip.value)}
            className={classes(
              'inline-flex min-h-7 items-center gap-1.5 rounded-full border px-2.5 text-sm transition-colors duration-120 pointer-coarse:min-h-10',
              isOn
                ? 'border-accent bg-accent-soft font-medium text-text'
                : 'border-line text-muted hover:border-line-strong hover:text-text',
            )}
          >
            {chip.label}
            {chip.count !== undefined && (
              <span className={classes('tabular text-xs', !isOn && 'text-muted')}>
                {formatCount(chip.count)}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
