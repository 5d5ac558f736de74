/** What a task was made from, and what was made of it. */
import type { Task, TaskLife } from '../../data/tasks.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { uiWords } from '../../ui/words.ts';
import { wordsOfLabel } from '../../pictures/words-of-buttons.ts';
import { pictureWords } from '../../pictures/words.ts';
import { useWords } from '../../words/words.ts';
import { detailWords } from './detail-words.ts';
import { Part } from './task-facts.tsx';
import { Thumb } from './task-cells.tsx';

interface FamilyProps {
  readonly task: TaskLife;
  readonly onOpen: (id: string) => void;
}

export function TaskFamily({ task: { lineage }, onOpen }: FamilyProps) {
  const t = useWords(detailWords);
  const parts = [
    { title: t.parent, tasks: lineage.parent ? [lineage.parent] : [] },
    { title: t.children, tasks: lineage.children },
    { title: t.siblings, tasks: lineage.siblings },
  ].filter(({ tasks }) => tasks.length > 0);
  if (parts.length === 0) return null;
  return (
    <Part title={t.lineage}>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        {parts.map(({ title, tasks }) => (
          <div key={title} className="min-w-0">
            <h3 className="mb-1 text-xs text-muted">{title}</h3>
            <ul className="flex flex-wrap gap-2">
              {tasks.map(one => (
                <li key={one.id}>
                  <Relative task={one} onOpen={onOpen} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Part>
  );
}

function Relative({ task, onOpen }: { readonly task: Task; readonly onOpen: (id: string) => void }) {
  const ui = useWords(uiWords);
  const pictures = useWords(pictureWords);
  return (
    <button
      type="button"
      onClick={() => onOpen(task.id)}
      className="card flex max-w-60 items-center gap-2 p-1.5 text-left text-sm hover:border-line-strong"
    >
      <Thumb task={task} className="size-10" />
      <span className="min-w-0">
        <span className="block truncate">
          {task.button ? wordsOfLabel(task.button, pictures) : ui.action[task.action]}
        </span>
        <StateBadge state={task.state} />
      </span>
    </button>
  );
}
