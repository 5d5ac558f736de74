/** Applies the Console's own changes to the cached lists without waiting for the server's event. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { readProcedure } from '../api.ts';
import { applyTasks } from '../events/live-updates.ts';
import type { Task, TaskDetail } from '../tasks/tasks.ts';

/** Reads tasks and merges them into the cached lists. */
export async function showTasks(client: QueryClient, ids: readonly string[]): Promise<Task[]> {
  const tasks = await Promise.all(ids.map(id => readProcedure('task show', { task: id })));
  applyTasks(client, tasks);
  return tasks;
}

/** Removes deleted tasks from every list. */
export function dropTasks(client: QueryClient, ids: readonly string[]): void {
  const deletedIds = new Set(ids);
  client.setQueriesData<InfiniteData<Task[]>>(
    { queryKey: ['tasks'] },
    data => data && { ...data, pages: data.pages.map(page => page.filter(({ id }) => !deletedIds.has(id))) },
  );
  void client.invalidateQueries({ queryKey: ['task facets'] });
  void client.invalidateQueries({ queryKey: ['collections'] });
}

/** Changes cached tasks before the server confirms it. Returns a function that rolls the change back. */
export function changeTasks(
  client: QueryClient,
  ids: readonly string[],
  change: (task: Task) => Partial<Task>,
): () => void {
  const changedIds = new Set(ids);
  const before = client.getQueriesData<InfiniteData<Task[]>>({ queryKey: ['tasks'] });
  const singles = ids.map(id => [id, client.getQueryData<TaskDetail>(['task', id])] as const);
  for (const [key, data] of before)
    if (data)
      client.setQueryData<InfiniteData<Task[]>>(key, {
        ...data,
        pages: data.pages.map(page =>
          page.some(({ id }) => changedIds.has(id))
            ? page.map(task => (changedIds.has(task.id) ? { ...task, ...change(task) } : task))
            : page,
        ),
      });
  for (const [id, task] of singles)
    if (task) client.setQueryData<TaskDetail>(['task', id], { ...task, ...change(task) });
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
    for (const [id, task] of singles) client.setQueryData(['task', id], task);
  };
}
