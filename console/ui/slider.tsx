/** A number in a range: a slider, a box to type it in, and a way back to the usual. */
import { RotateCcw } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from './button.tsx';
import { uiWords } from './words.ts';
import { useWords } from '../words/words.ts';

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** What it is when nobody says anything. */
  readonly usual?: number;
  readonly onChange: (value: number) => void;
  readonly hint?: string;
}

export function Slider({ label, value, min, max, step = 1, usual, onChange, hint }: SliderProps) {
  const id = useId();
  const t = useWords(uiWords);
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
        {usual !== undefined && value !== usual && (
          <IconButton
            size="s"
            icon={RotateCcw}
            label={t.backTo(label, String(usual))}
            onClick={() => onChange(usual)}
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
