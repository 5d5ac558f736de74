/** Cancels, deletes and restores one or many tasks, and updates the lists. */
import type { QueryClient } from '@tanstack/react-query';
import { callProcedure } from '../api.ts';
import { dropTasks } from './task-cache.ts';

export type CancelResult = 'ended' | 'asked' | 'too_late';

export async function cancelTask(client: QueryClient, id: string): Promise<CancelResult> {
  const { result } = await callProcedure('task cancel', { task: id });
  await readAgain(client);
  return result;
}

/** Sequential, so that after an error it is clear which tasks were cancelled. */
export async function cancelTasks(client: QueryClient, ids: readonly string[]): Promise<void> {
  for (const id of ids) await callProcedure('task cancel', { task: id });
  await readAgain(client);
}

export async function deleteTasks(client: QueryClient, ids: readonly string[]): Promise<void> {
  for (const some of inChunks(ids)) {
    await callProcedure('task delete', { tasks: some });
    dropTasks(client, some);
  }
}

export async function undeleteTasks(client: QueryClient, ids: readonly string[]): Promise<void> {
  for (const some of inChunks(ids)) await callProcedure('task undelete', { tasks: some });
  await client.invalidateQueries({ queryKey: ['tasks'] });
  await readAgain(client);
}

/** The server rejects more tasks in one request. */
const maxAtOnce = 200;

function inChunks(ids: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(ids.length / maxAtOnce);
  return Array.from({ length: count }, (_, index) => ids.slice(index * maxAtOnce, (index + 1) * maxAtOnce));
}

async function readAgain(client: QueryClient): Promise<void> {
  await Promise.all(
    ['task facets', 'task', 'balance'].map(key => client.invalidateQueries({ queryKey: [key] })),
  );
}
