/** Has the browser keep a file of a task, named after its prompt. */
import type { Task } from '../../data/tasks/tasks.ts';
import { saveFile } from './save-file.ts';

/** `mark`: which of its files; empty when there is one only. */
export async function saveOutput(task: Task, address: string, mark = ''): Promise<void> {
  // Loaded when somebody downloads: no page waits for it.
  const names = await import('./file-name.ts').catch(() => undefined);
  saveFile(address, names?.fileNameOf(task, address, mark) ?? task.id);
}
