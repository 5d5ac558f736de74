/** A number in a range: a slider, an input, and a button that resets it to the default. */
import { useId } from 'react';
import { RotateCcw } from '../../icons/icons.ts';
import { IconButton } from '../button.tsx';
import { uiMessages } from '../messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** The default value. */
  readonly defaultValue?: number;
  readonly onChange: (value: number) => void;
  readonly hint?: string;
}

export function Slider({ label, value, min, max, step = 1, defaultValue, onChange, hint }: SliderProps) {
  const id = useId();
  const t = useMessages(uiMessages);
  const change = (text: string) => {
    const number = Number(text);
    if (text !== '' && Number.isFinite(number)) onChange(Math.min(max, Math.max(min, number)));
  };
  return (
    <div>
      <div className="mb-1 flex items-center justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {defaultValue !== undefined && value !== defaultValue && (
          <IconButton
            size="s"
            icon={RotateCcw}
            label={t.backTo(label, String(defaultValue))}
            onClick={() => onChange(defaultValue)}
          />
        )}
      </div>
      <div className="flex items-center gap-3">
        <input
          id={id}
          type="range"
          className="h-6 min-w-0 flex-1 accent-(--accent)"
          {...{ min, max, step, value }}
          onChange={event => change(event.target.value)}
        />
        <input
          type="number"
          aria-label={label}
          className="field tabular w-20! text-right"
          {...{ min, max, step, value }}
          onChange={event => change(event.target.value)}
        />
      </div>
      {hint && <p className="mt-1 text-xs text-muted">{hint}</p>}
    </div>
  );
}
