import { useInfiniteQuery } from '@tanstack/react-query';
import { Page } from '../../ui/page.tsx';
import { tasksQuery } from '../../data/tasks.ts';
import { TaskRow } from '../../pictures/task-row.tsx';
import { PendingRows } from '../../pictures/pending-rows.tsx';
import { Lightbox } from '../../pictures/lightbox.tsx';

export function GalleryPage() {
  const { data } = useInfiniteQuery(tasksQuery({}));
  const tasks = data?.pages.flat() ?? [];
  return (
    <Page title="Gallery">
      <PendingRows />
      {tasks.map(task => (
        <TaskRow key={task.id} task={task} onUsePrompt={() => {}} />
      ))}
      <Lightbox tasks={tasks} />
    </Page>
  );
}
