/** A multiple choice list of checkboxes. */
import { classes } from '../class-names.ts';

interface CheckListProps {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly note?: string }[];
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
  /** The label is visible to screen readers only. */
  readonly isQuiet?: boolean;
}

export function CheckList({ label, choices, values, onChange, isQuiet }: CheckListProps) {
  const toggle = (value: string) =>
    onChange(values.includes(value) ? values.filter(other => other !== value) : [...values, value]);
  return (
    <fieldset className="min-w-0">
      <legend className={isQuiet ? 'sr-only' : 'mb-1 text-sm font-medium'}>{label}</legend>
      <ul className="max-h-60 overflow-auto rounded-md border border-line bg-bg p-1" tabIndex={0}>
        {choices.map(({ value, label: choiceLabel, note }) => (
          <li key={value}>
            <label
              className={classes(
                'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2 hover:bg-raised pointer-coarse:min-h-11',
              )}
            >
              <input
                type="checkbox"
                className="size-4 accent-(--accent)"
                checked={values.includes(value)}
                onChange={() => toggle(value)}
              />
              <span className="min-w-0 flex-1 truncate">{choiceLabel}</span>
              {note && <span className="truncate font-mono text-xs text-muted">{note}</span>}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
