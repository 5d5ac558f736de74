/**
 * Retries a task. Each task has one idempotency key until the server responds, so that
 * repeated clicks create one task.
 */
import { newIdempotencyKey } from './submit-task.ts';
import { callProcedure } from '../api.ts';

const keys = new Map<string, string>();

/**
 * Returns the id of the new task. `token` is the id of a token to use instead of the task's own. Throws
 * ApiError.
 */
export async function retryTask(task: string, token?: string): Promise<string> {
  const key = keys.get(task) ?? newIdempotencyKey();
  keys.set(task, key);
  const { id } = await callProcedure('task retry', {
    task,
    key,
    ...(token !== undefined && { token }),
  });
  keys.delete(task);
  return id;
}
