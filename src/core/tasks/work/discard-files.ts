/** Discards the files that an engine keeps of work that has ended. */
import { holdsFiles } from '../../../engines/contract/engine-traits.ts';
import type { Execution } from './execution.ts';

/**
 * Has an engine that holds the files of its results discard those of the task. Files in our storage are
 * deleted with the folder of the task.
 */
export async function discardFiles({ task, engine }: Pick<Execution, 'task' | 'engine'>): Promise<void> {
  if (holdsFiles(engine.traits) && task.handle !== undefined)
    await engine.cancel(task.handle).catch(() => {});
}
