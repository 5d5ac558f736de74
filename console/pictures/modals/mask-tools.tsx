/**
 * The tools for a mask: brush, rectangle or lasso, paint or erase, undo and redo,
 * and rectangles by coordinates.
 */
import { useState } from 'react';
import { Redo2, Undo2 } from '../../icons/icons.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SwitchField, TextField } from '../../ui/fields/field.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { Slider } from '../../ui/fields/slider.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { percentsToBox, isEmptyStep, record, redo, undo, type History, type Size } from './mask.ts';
import { modalMessages } from './messages.ts';

export interface Tool {
  readonly kind: 'brush' | 'box' | 'lasso';
  /** The brush size, in pixels of the picture. */
  readonly size: number;
  readonly isErasing: boolean;
}

export const defaultTool: Tool = { kind: 'brush', size: 100, isErasing: false };

interface MaskToolsProps {
  readonly tool: Tool;
  readonly history: History;
  readonly picture: Size;
  readonly onTool: (tool: Tool) => void;
  readonly onHistory: (history: History) => void;
}

export function MaskTools({ tool, history, picture, onTool, onHistory }: MaskToolsProps) {
  const t = useMessages(modalMessages);
  return (
    <>
      <SegmentedControl
        label={t.tool}
        isQuiet
        value={tool.kind}
        segments={[
          { value: 'brush', label: t.brush },
          { value: 'box', label: t.rectangle },
          { value: 'lasso', label: t.lasso },
        ]}
        onChange={kind => onTool({ ...tool, kind })}
      />
      {tool.kind === 'brush' && (
        <Slider
          label={t.size}
          min={10}
          max={400}
          step={5}
          value={tool.size}
          onChange={size => onTool({ ...tool, size })}
        />
      )}
      <SwitchField
        label={t.erase}
        checked={tool.isErasing}
        onChange={isErasing => onTool({ ...tool, isErasing })}
      />
      <div className="flex flex-wrap items-center gap-1">
        <IconButton
          icon={Undo2}
          label={t.undo}
          disabled={history.steps.length === 0}
          onClick={() => onHistory(undo(history))}
        />
        <IconButton
          icon={Redo2}
          label={t.redo}
          disabled={history.undoneSteps.length === 0}
          onClick={() => onHistory(redo(history))}
        />
        <Button size="s" onClick={() => onHistory(record(history, { kind: 'invert' }))}>
          {t.invert}
        </Button>
        <Button
          size="s"
          disabled={history.steps.length === 0}
          onClick={() => onHistory(record(history, { kind: 'clear' }))}
        >
          {t.clear}
        </Button>
      </div>
      <RectangleForm {...{ history, picture, onHistory }} />
    </>
  );
}

/** The keyboard alternative to the rectangle tool. */
function RectangleForm({
  history,
  picture,
  onHistory,
}: Pick<MaskToolsProps, 'history' | 'picture' | 'onHistory'>) {
  const t = useMessages(modalMessages);
  const [box, setBox] = useState({ x: 25, y: 25, width: 50, height: 50 });
  const field = (name: keyof typeof box, label: string) => (
    <TextField
      label={label}
      type="number"
      min={0}
      max={100}
      value={box[name]}
      onChange={event => setBox({ ...box, [name]: Number(event.target.value) })}
    />
  );
  const add = (isErasing: boolean) => {
    const step = { kind: 'box', box: percentsToBox(box, picture), isErasing } as const;
    if (!isEmptyStep(step)) onHistory(record(history, step));
  };
  return (
    <details>
      <summary className="min-h-6 text-sm text-muted">{t.byNumbers}</summary>
      <div className="mt-2 grid grid-cols-2 gap-2">
        {field('x', t.left)}
        {field('y', t.top)}
        {field('width', t.width)}
        {field('height', t.height)}
        <Button size="s" onClick={() => add(false)}>
          {t.addRectangle}
        </Button>
        <Button size="s" onClick={() => add(true)}>
          {t.takeRectangle}
        </Button>
      </div>
    </details>
  );
}
