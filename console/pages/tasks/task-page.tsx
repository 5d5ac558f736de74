/** The page of a single task. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { ArrowLeft } from '../../icons/icons.ts';
import { taskQuery } from '../../data/tasks/tasks.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { detailMessages } from './detail/messages.ts';
import { TaskDetails } from './task-details.tsx';
import { UndoDeleted } from './undo-deleted.tsx';

export function TaskPage() {
  const t = useMessages(detailMessages);
  const { id } = useParams({ strict: false }) as { id: string };
  const navigate = useNavigate();
  const [deleted, setDeleted] = useState<readonly string[]>();
  const { data: task } = useQuery({ ...taskQuery(id), enabled: deleted === undefined });
  const open = (otherId: string) => void navigate({ to: `/task/${otherId}` });
  const leave = useCallback(() => void navigate({ to: '/tasks' }), [navigate]);
  const title = task?.prompt ?? t.task;
  return (
    <Page
      title={title.length > 90 ? `${title.slice(0, 90)}…` : title}
      intro={task && <StateBadge state={task.state} progress={task.progress} />}
      actions={
        <Link to="/tasks" className={buttonClasses('quiet')}>
          <ArrowLeft size={16} aria-hidden />
          {t.backToList}
        </Link>
      }
    >
      {deleted ? (
        <UndoDeleted ids={deleted} onDone={leave} />
      ) : (
        <TaskDetails key={id} id={id} onOpen={open} onDeleted={setDeleted} />
      )}
    </Page>
  );
}
