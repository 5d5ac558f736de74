/** Downloads a file of a task, named after its prompt. */
import type { Task } from '../../data/tasks/tasks.ts';
import { saveFile } from './save-file.ts';

/** `mark`: which file of the task; empty if there is only one. */
export async function saveOutput(task: Task, address: string, mark = ''): Promise<void> {
  // Loaded on the first download, so that it does not delay pages.
  const names = await import('./file-name.ts').catch(() => undefined);
  saveFile(address, names?.toFileName(task, address, mark) ?? task.id);
}
