/** Finds a task that the caller may see. Tasks of others are reported as unknown. */
import type { Token } from '../../../core/accounts/tokens.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import type { Interface } from '../../../core/tasks/task.ts';
import { isInScope, scopeOfToken } from '../../../core/tasks/task-scope.ts';
import { viewTask, type TaskView } from '../../../core/tasks/read/task-view.ts';

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
