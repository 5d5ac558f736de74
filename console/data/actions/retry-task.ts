/** Having a task made again: one key per task until it is answered, wherever it is pressed, so that nothing is made twice. */
import { newPress } from './submit-task.ts';
import { callProcedure } from '../api.ts';

const keys = new Map<string, string>();

/** `token`: id of another one than the task's. The id of the new task; throws what the server refused. */
export async function retryTask(task: string, token?: string): Promise<string> {
  const key = keys.get(task) ?? newPress();
  keys.set(task, key);
  const { id } = await callProcedure('task retry', {
    task,
    key,
    ...(token !== undefined && { token }),
  });
  keys.delete(task);
  return id;
}
