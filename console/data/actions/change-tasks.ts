/** Cancels, deletes and restores one or many tasks, and updates the lists. */
import type { QueryClient } from '@tanstack/react-query';
import { callProcedure } from '../api.ts';
import { dropTasks } from './task-cache.ts';

/**
 * `ended`: the task was cancelled and is not charged. `asked`: its worker was notified. `bought`: its
 * provider charges for it and cannot cancel it. `too_late`: it had ended or does not exist.
 */
export type CancelResult = 'ended' | 'asked' | 'bought' | 'too_late';

export async function cancelTask(client: QueryClient, id: string): Promise<CancelResult> {
  const { result } = await callProcedure('task cancel', { task: id });
  await refetchCounts(client);
  return result;
}

/** Cancels one task after the other, so that after an error it is clear which were cancelled. */
export async function cancelTasks(client: QueryClient, ids: readonly string[]): Promise<void> {
  for (const id of ids) await callProcedure('task cancel', { task: id });
  await refetchCounts(client);
}

export async function deleteTasks(client: QueryClient, ids: readonly string[]): Promise<void> {
  for (const chunk of splitIntoChunks(ids)) {
    await callProcedure('task delete', { tasks: chunk });
    dropTasks(client, chunk);
  }
}

export async function undeleteTasks(client: QueryClient, ids: readonly string[]): Promise<void> {
  for (const chunk of splitIntoChunks(ids)) await callProcedure('task undelete', { tasks: chunk });
  await client.invalidateQueries({ queryKey: ['tasks'] });
  await refetchCounts(client);
}

/** The server rejects more tasks in one request. */
const maxPerRequest = 200;

function splitIntoChunks(ids: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(ids.length / maxPerRequest);
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * maxPerRequest, (index + 1) * maxPerRequest),
  );
}

async function refetchCounts(client: QueryClient): Promise<void> {
  await Promise.all(
    ['task facets', 'task', 'balance'].map(key => client.invalidateQueries({ queryKey: [key] })),
  );
}
