/** The aspect ratio: drawn shapes, or a custom ratio. */
import { useId, useState } from 'react';
import { classes } from '../../ui/class-names.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import type { Create } from './state/use-create.ts';
import { imageMessages } from './messages.ts';

const shapes = ['1:1', '5:4', '3:2', '16:9', '21:9', '4:5', '2:3', '9:16', '9:21'] as const;

export function AspectChoice({ create: { draft, set } }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  const name = useId();
  const { width, height } = draft.read.aspect;
  const value = `${width}:${height}`;
  const isListed = (shapes as readonly string[]).includes(value);
  const [isFree, setFree] = useState(!isListed);
  const choose = (shape: string) => set('aspect', shape === '1:1' ? undefined : `--ar ${shape}`);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{t.aspect}</legend>
      <div className="grid grid-cols-5 gap-1">
        {shapes.map(shape => (
          <Shape
            key={shape}
            {...{ name, shape }}
            isChosen={!isFree && shape === value}
            onChoose={() => {
              setFree(false);
              choose(shape);
            }}
          />
        ))}
        <Shape name={name} shape={undefined} isChosen={isFree || !isListed} onChoose={() => setFree(true)} />
      </div>
      {(isFree || !isListed) && (
        <div className="mt-2 flex items-center gap-2">
          <SideField label={t.across} value={width} onChange={side => choose(`${side}:${height}`)} />
          <span aria-hidden>:</span>
          <SideField label={t.down} value={height} onChange={side => choose(`${width}:${side}`)} />
        </div>
      )}
    </fieldset>
  );
}

interface ShapeProps {
  readonly name: string;
  /** Undefined means a custom ratio. */
  readonly shape: string | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const edge = 24;

function Shape({ name, shape, isChosen, onChoose }: ShapeProps) {
  const t = useMessages(imageMessages);
  const [w = 1, h = 1] = shape?.split(':').map(Number) ?? [];
  const scale = edge / Math.max(w, h);
  return (
    <label
      className={classes(
        'flex min-h-14 cursor-pointer flex-col items-center justify-end gap-1 rounded-md border p-1.5 text-xs has-focus-visible:outline-2 has-focus-visible:outline-accent',
        isChosen
          ? 'border-accent bg-accent-soft text-text'
          : 'border-line text-muted hover:border-line-strong hover:text-text',
      )}
    >
      <input type="radio" className="sr-only" name={name} checked={isChosen} onChange={onChoose} />
      <span className="grid h-6 place-items-center" aria-hidden>
        <span
          className={classes(
            'block rounded-xs border-[1.5px] border-current',
            shape === undefined && 'border-dashed',
          )}
          style={{ width: w * scale, height: h * scale }}
        />
      </span>
      <span className="tabular">{shape ?? t.freeAspect}</span>
    </label>
  );
}

interface SideFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function SideField({ label, value, onChange }: SideFieldProps) {
  return (
    <input
      type="number"
      aria-label={label}
      className="field tabular w-24!"
      min={1}
      max={99_999}
      value={value}
      onChange={({ target }) => {
        const side = Number(target.value);
        if (Number.isInteger(side) && side > 0) onChange(side);
      }}
    />
  );
}
