/** Having a task made again: one key per task until it is answered, wherever it is pressed, so that nothing is made twice. */
import { newPress } from './act.ts';
import { run } from './api.ts';

const keys = new Map<string, string>();

/** The id of the new task; throws what the server refused. */
export async function retryTask(task: string): Promise<string> {
  const key = keys.get(task) ?? newPress();
  keys.set(task, key);
  const { id } = await run<{ id: string }>('task retry', { task, key });
  keys.delete(task);
  return id;
}
