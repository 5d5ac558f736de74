/** The prompt of a task: its description, and its parameters as chips. */
import { useState } from 'react';
import type { Task } from '../../data/tasks/tasks.ts';
import { classes } from '../../ui/class-names.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { listChips, chipText, shownPrompt } from './chips.ts';
import { pictureMessages } from '../messages.ts';

const longPrompt = 180;

export function PromptView({ task, isWhole }: { readonly task: Task; readonly isWhole?: boolean }) {
  const t = useMessages(pictureMessages);
  const [isOpen, setOpen] = useState(false);
  const words = shownPrompt(task);
  const isLong = words.length > longPrompt && !isWhole;
  return (
    <div className="min-w-0">
      <p className={classes('wrap-anywhere', isLong && !isOpen && 'line-clamp-4', !words && 'text-muted')}>
        {words || (task.action === 'DESCRIBE' ? t.describe : t.noPrompt)}
      </p>
      {isLong && (
        <button
          type="button"
          className="mt-0.5 min-h-6 text-sm text-muted underline hover:text-text"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t.showLess : t.showAll}
        </button>
      )}
      <Chips task={task} />
    </div>
  );
}

export function Chips({ task }: { readonly task: Task }) {
  const chips = listChips(task);
  if (chips.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-1">
      {chips.map((chip, index) => (
        <li
          key={`${chip.name} ${index}`}
          title={chip.value}
          className="max-w-full truncate rounded-sm border border-line px-1.5 font-mono text-xs text-muted"
        >
          {task.kind === 'video' ? `${chip.name} ${chip.value}` : chipText(chip)}
        </li>
      ))}
    </ul>
  );
}
