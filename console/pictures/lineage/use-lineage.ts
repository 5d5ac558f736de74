/**
 * The lineage of a task, kept up to date: new descendants appear, and show their picture when they finish.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeToTasks } from '../../data/events/live-updates.ts';
import { taskQuery, type Task, type TaskDetail } from '../../data/tasks/tasks.ts';
import { withTask } from './merge-into-lineage.ts';

export function useLineage({ id }: Pick<Task, 'id'>): TaskDetail['lineage'] | undefined {
  const client = useQueryClient();
  const { data } = useQuery(taskQuery(id));
  useEffect(
    () =>
      subscribeToTasks(task => {
        client.setQueryData<TaskDetail>(
          taskQuery(id).queryKey,
          detail => detail && { ...detail, lineage: withTask(detail.lineage, { task, viewedId: id }) },
        );
      }),
    [client, id],
  );
  return data?.lineage;
}
