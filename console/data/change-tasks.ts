/** Cancelling, deleting and taking that back, for one task or many; what is shown follows at once. */
import type { QueryClient } from '@tanstack/react-query';
import { run } from './api.ts';
import { dropTasks } from './task-cache.ts';

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
  for (const some of inChunks(ids)) {
    await run('task delete', { tasks: some });
    dropTasks(client, some);
  }
}

export async function undeleteTasks(client: QueryClient, ids: readonly string[]): Promise<void> {
  for (const some of inChunks(ids)) await run('task undelete', { tasks: some });
  await client.invalidateQueries({ queryKey: ['tasks'] });
  await readAgain(client);
}

/** More at once are refused. */
const mostAtOnce = 200;

function inChunks(ids: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(ids.length / mostAtOnce);
  return Array.from({ length: count }, (_, index) => ids.slice(index * mostAtOnce, (index + 1) * mostAtOnce));
}

async function readAgain(client: QueryClient): Promise<void> {
  await Promise.all(
    ['task facets', 'task', 'balance'].map(key => client.invalidateQueries({ queryKey: [key] })),
  );
}
