/** Downloads a file of a task, named after its prompt. */
import type { Task } from '../../data/tasks/tasks.ts';
import { saveFile } from './save-file.ts';

/** `suffix` identifies the file among those of the task. Empty if there is only one. */
export async function saveOutput(task: Task, address: string, suffix = ''): Promise<void> {
  // Loaded on the first download, so that it does not delay pages.
  const names = await import('./file-name.ts').catch(() => undefined);
  saveFile(address, names?.toFileName(task, address, suffix) ?? task.id);
}
