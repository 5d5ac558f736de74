/** The open task in a panel over the right side of the list. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Maximize2 } from '../../icons/icons.ts';
import { taskQuery } from '../../data/tasks/tasks.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { SidePanel } from '../../ui/dialogs/side-panel.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { detailMessages } from './detail/messages.ts';
import { TaskDetails } from './task-details.tsx';

interface PanelProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onOpen: (id: string) => void;
  readonly onDeleted: (ids: readonly string[]) => void;
}

export function TaskPanel({ id, onClose, onOpen, onDeleted }: PanelProps) {
  const t = useMessages(detailMessages);
  const { data: task } = useQuery(taskQuery(id));
  return (
    <SidePanel
      label={t.task}
      onClose={onClose}
      title={
        <span className="flex items-center gap-3">
          <span className="truncate">{task?.prompt ?? t.task}</span>
          {task && (
            <span className="shrink-0 text-sm font-normal">
              <StateBadge state={task.state} progress={task.progress} />
            </span>
          )}
        </span>
      }
      actions={
        <Link
          to={`/task/${id}`}
          aria-label={t.openPage}
          title={`${t.openPage} (Enter)`}
          className={`${buttonClasses('quiet')} w-9 px-0!`}
        >
          <Maximize2 size={16} aria-hidden />
        </Link>
      }
    >
      <TaskDetails id={id} onOpen={onOpen} onDeleted={onDeleted} />
    </SidePanel>
  );
}
