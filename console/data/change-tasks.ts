/** Cancelling, deleting and taking that back, for one task or many; what is shown follows at once. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { run } from './api.ts';
import type { Task } from './tasks.ts';

export type CancelResult = 'ended' | 'asked' | 'too_late';

export async function cancelTask(client: QueryClient, id: string): Promise<CancelResult> {
  const { result } = await run<{ result: CancelResult }>('task cancel', { task: id });
  await readAgain(client);
  return result;
}

/** One after the other, so that a fault in one leaves it plain which were cancelled. */
export async function cancelTasks(client: QueryClient, ids: readonly string[]): Promise<void> {
  for (const id of ids) await run('task cancel', { task: id });
  await readAgain(client);
}

export async function deleteTasks(client: QueryClient, ids: readonly string[]): Promise<void> {
  await run('task delete', { tasks: ids });
  const gone = new Set(ids);
  client.setQueriesData<InfiniteData<Task[]>>(
    { queryKey: ['tasks'] },
    data => data && { ...data, pages: data.pages.map(page => page.filter(({ id }) => !gone.has(id))) },
  );
  void client.invalidateQueries({ queryKey: ['task facets'] });
}

export async function undeleteTasks(client: QueryClient, ids: readonly string[]): Promise<void> {
  await run('task undelete', { tasks: ids });
  await client.invalidateQueries({ queryKey: ['tasks'] });
  await readAgain(client);
}

async function readAgain(client: QueryClient): Promise<void> {
  await Promise.all(
    ['task facets', 'task', 'balance'].map(key => client.invalidateQueries({ queryKey: [key] })),
  );
}
