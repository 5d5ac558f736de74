/** Finds a task that the caller may see. Tasks of others are reported as unknown. */
import type { Token } from '../../accounts/tokens.ts';
import type { Queryable } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import type { Interface } from '../../tasks/task.ts';
import { isInScope, scopeOfToken } from '../../tasks/task-scope.ts';
import { viewTask, type TaskView } from '../../tasks/read/task-view.ts';

export interface OwnTask {
  readonly token: Token;
  readonly interface: Interface;
  /** The field that names the task, if it is not in the path. */
  readonly param?: string;
}

/** Throws AppError `task_unknown`. */
export async function ownTask(
  db: Queryable,
  publicId: string,
  { token, interface: kind, param }: OwnTask,
): Promise<TaskView> {
  const task = await viewTask(db, publicId, kind);
  if (task && isInScope(task, scopeOfToken(token))) return task;
  throw new AppError('task_unknown', { task: publicId, ...(param !== undefined && { param }) });
}
