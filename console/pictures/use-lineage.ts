/** The family of a task, kept up to date: what is made of it appears, and becomes a picture when it is finished. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onTask } from '../data/live.ts';
import { taskQuery, type Task, type TaskLife } from '../data/tasks.ts';
import { withTask } from './with-task.ts';

export function useLineage({ id }: Pick<Task, 'id'>): TaskLife['lineage'] | undefined {
  const client = useQueryClient();
  const { data } = useQuery(taskQuery(id));
  useEffect(
    () =>
      onTask(told => {
        client.setQueryData<TaskLife>(
          taskQuery(id).queryKey,
          life => life && { ...life, lineage: withTask(life.lineage, { told, of: id }) },
        );
      }),
    [client, id],
  );
  return data?.lineage;
}
