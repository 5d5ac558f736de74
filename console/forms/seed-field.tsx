/** A seed: random or fixed, with a button that draws a new one. */
import { Dices, Lock, LockOpen } from '../icons/icons.ts';
import { IconButton } from '../ui/button.tsx';
import { Field } from '../ui/fields/field.tsx';
import { useMessages } from '../i18n/catalogue.ts';
import { formMessages } from './messages.ts';

interface SeedFieldProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  readonly text: string;
  readonly max: number;
  readonly onChange: (text: string | undefined) => void;
}

export function SeedField({ label, hint, error, text, max, onChange }: SeedFieldProps) {
  const t = useMessages(formMessages);
  const isKept = text !== '';
  const roll = () => onChange(String(randomSeed(max)));
  return (
    <Field label={label} hint={hint} error={error}>
      {inputProps => (
        <div className="flex gap-1.5">
          <input
            className="field tabular min-w-0 flex-1"
            inputMode="numeric"
            placeholder={t.random}
            {...inputProps}
            value={text}
            onChange={event => onChange(event.target.value.trim() || undefined)}
          />
          <IconButton kind="plain" icon={Dices} label={t.roll} onClick={roll} />
          <IconButton
            kind="plain"
            icon={isKept ? Lock : LockOpen}
            label={isKept ? t.freeSeed : t.keepSeed}
            className={isKept ? 'text-accent' : undefined}
            aria-pressed={isKept}
            onClick={() => (isKept ? onChange(undefined) : roll())}
          />
        </div>
      )}
    </Field>
  );
}

function randomSeed(max: number): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number % (Math.min(max, 2 ** 32 - 1) + 1);
}
