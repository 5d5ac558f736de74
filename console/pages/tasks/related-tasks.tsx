/** The ancestors and descendants of a task. */
import type { Task, TaskDetail } from '../../data/tasks/tasks.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { describeAction } from '../../pictures/actions/button-labels.ts';
import { pictureMessages } from '../../pictures/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { detailMessages } from './detail/messages.ts';
import { Part } from './detail/task-facts.tsx';
import { Thumb } from './task-cells.tsx';

interface RelatedTasksProps {
  readonly task: TaskDetail;
  readonly onOpen: (id: string) => void;
}

export function RelatedTasks({ task: { lineage }, onOpen }: RelatedTasksProps) {
  const t = useMessages(detailMessages);
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
  const ui = useMessages(uiMessages);
  const pictures = useMessages(pictureMessages);
  return (
    <button
      type="button"
      onClick={() => onOpen(task.id)}
      className="card flex max-w-60 items-center gap-2 p-1.5 text-left text-sm hover:border-line-strong"
    >
      <Thumb task={task} className="size-10" />
      <span className="min-w-0">
        <span className="block truncate">
          {task.button
            ? describeAction({ button: task.button, action: task.action }, pictures)
            : ui.action[task.action]}
        </span>
        <StateBadge state={task.state} />
      </span>
    </button>
  );
}
