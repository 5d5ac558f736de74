/** A choice of aspect ratios drawn as shapes. */
import { useId } from 'react';
import { classes } from '../ui/class-names.ts';
import { parseRatio } from './field-kind.ts';

interface RatioShapesProps {
  readonly label: string;
  readonly value: string;
  readonly ratios: readonly string[];
  readonly onChange: (value: string) => void;
}

const side = 22;

export function RatioShapes({ label, value, ratios, onChange }: RatioShapesProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(52px,1fr))] gap-1.5">
        {ratios.map(ratio => (
          <label
            key={ratio}
            className={classes(
              'flex cursor-pointer flex-col items-center gap-1 rounded-md border px-1 py-1.5 transition-colors duration-120 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              ratio === value ? 'border-accent bg-accent-soft' : 'border-line hover:border-line-strong',
            )}
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={ratio}
              checked={ratio === value}
              onChange={() => onChange(ratio)}
            />
            <Shape ratio={parseRatio(ratio) ?? 1} isChosen={ratio === value} />
            <span className={classes('tabular text-xs', ratio === value ? 'text-text' : 'text-muted')}>
              {ratio}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Shape({ ratio, isChosen }: { readonly ratio: number; readonly isChosen: boolean }) {
  const width = ratio >= 1 ? side : Math.round(side * ratio);
  const height = ratio >= 1 ? Math.round(side / ratio) : side;
  return (
    <span aria-hidden className="flex size-6 items-center justify-center">
      <span
        className={classes('block rounded-sm border-2', isChosen ? 'border-accent' : 'border-line-strong')}
        style={{ width, height }}
      />
    </span>
  );
}
