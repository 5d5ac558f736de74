/** The task of an earlier answer, which a message can continue. */
import { AppError } from '@kinora/shared/errors/errors';
import type { TaskView } from '../../core/tasks/read/task-view.ts';
import { taskNamedIn } from './conversation.ts';

/** Returns undefined if the answer is of another model, or its task is gone. `find` throws AppError. */
export async function findEarlierTask(
  previousAnswer: string,
  find: (id: string) => Promise<TaskView>,
): Promise<TaskView | undefined> {
  const id = taskNamedIn(previousAnswer);
  if (id === undefined) return undefined;
  return find(id).catch((error: unknown) => {
    if (error instanceof AppError && error.code !== 'database_unavailable') return undefined;
    throw error;
  });
}
