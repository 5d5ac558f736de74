/** A filter as a chip that shows the selected values; pressing it lists all values with counts. */
import { ChevronDown } from '../../icons/icons.ts';
import { formatCount } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { classes } from '../class-names.ts';
import { Popover } from '../popover.tsx';
import { uiMessages } from '../messages.ts';

export interface FacetChoice {
  readonly value: string;
  readonly label: string;
  readonly count?: number | undefined;
}

interface FacetChipProps {
  readonly label: string;
  /** The selected values, separated by commas. With `isSingle`, one value, which can contain commas. */
  readonly value: string | undefined;
  readonly choices: readonly FacetChoice[];
  /** Allows at most one value. */
  readonly isSingle?: boolean;
  readonly onChange: (value: string | undefined) => void;
}

export function chipClasses(isOn: boolean): string {
  return classes(
    'inline-flex min-h-7 max-w-60 items-center gap-1.5 rounded-full border px-3 text-sm whitespace-nowrap transition-colors duration-120 pointer-coarse:min-h-10',
    isOn
      ? 'border-accent bg-accent-soft text-text'
      : 'border-line text-muted hover:border-line-strong hover:text-text',
  );
}

export function FacetChip({ label, value, choices, isSingle, onChange }: FacetChipProps) {
  const t = useMessages(uiMessages);
  const chosenValues = !value ? [] : isSingle ? [value] : value.split(',');
  const optionLabel = (value: string) => choices.find(choice => choice.value === value)?.label ?? value;
  const summary =
    chosenValues.length > 2 ? formatCount(chosenValues.length) : chosenValues.map(optionLabel).join(', ');
  const toggle = (toggledValue: string) => {
    const otherValues = chosenValues.filter(other => other !== toggledValue);
    const nextValues =
      otherValues.length < chosenValues.length
        ? otherValues
        : isSingle
          ? [toggledValue]
          : [...chosenValues, toggledValue];
    onChange(nextValues.length > 0 ? nextValues.join(',') : undefined);
  };
  return (
    <Popover
      label={label}
      className="min-w-56"
      trigger={triggerProps => (
        <button type="button" className={chipClasses(chosenValues.length > 0)} {...triggerProps}>
          <span>{label}</span>
          {summary && <span className="truncate font-medium">{summary}</span>}
          <ChevronDown size={14} aria-hidden className="shrink-0" />
        </button>
      )}
    >
      <ul>
        {withChosenValues(choices, chosenValues).map(choice => (
          <li key={choice.value}>
            <label className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2 hover:bg-bg pointer-coarse:min-h-11">
              <input
                type="checkbox"
                className="size-4 accent-(--accent)"
                checked={chosenValues.includes(choice.value)}
                onChange={() => toggle(choice.value)}
              />
              <span className="min-w-0 flex-1 truncate">{choice.label}</span>
              {choice.count !== undefined && (
                <span className="tabular text-sm text-muted">{formatCount(choice.count)}</span>
              )}
            </label>
          </li>
        ))}
      </ul>
      {chosenValues.length > 0 && (
        <button
          type="button"
          className="mt-1 min-h-8 w-full rounded-md px-2 text-left text-sm text-accent hover:bg-bg"
          onClick={() => onChange(undefined)}
        >
          {t.clearFilter}
        </button>
      )}
    </Popover>
  );
}

/** Selected values stay in the list even if no item has them, so that they can be removed. */
function withChosenValues(
  choices: readonly FacetChoice[],
  chosenValues: readonly string[],
): readonly FacetChoice[] {
  const missing = chosenValues.filter(one => !choices.some(({ value }) => value === one));
  return [...choices, ...missing.map(value => ({ value, label: value, count: 0 }))];
}

/** A filter with only the states on and off. */
export function SwitchChip({
  label,
  count,
  isOn,
  onChange,
}: {
  readonly label: string;
  readonly count?: number | undefined;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <button type="button" aria-pressed={isOn} className={chipClasses(isOn)} onClick={() => onChange(!isOn)}>
      {label}
      {count !== undefined && <span className="tabular">{formatCount(count)}</span>}
    </button>
  );
}
