/** Discards the files that an engine keeps of work that has ended. */
import { holdsFiles } from '../../../engines/contract/engine-traits.ts';
import type { Execution } from './execution.ts';

/** Those that are left are deleted with the task's folder. */
export async function discardFiles({ task, engine }: Pick<Execution, 'task' | 'engine'>): Promise<void> {
  if (holdsFiles(engine.traits) && task.handle !== undefined)
    await engine.cancel(task.handle).catch(() => {});
}
