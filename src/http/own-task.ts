/** A task of the account that asks. Those of others are as unknown as those that never were. */
import type { Queryable } from '../db/open.ts';
import { AppError } from '../errors.ts';
import type { Interface } from '../tasks/task.ts';
import { viewTask, type TaskView } from '../tasks/task-view.ts';

export interface OwnTask {
  readonly accountId: string;
  readonly interface: Interface;
  /** The field that names it, where that is not the address. */
  readonly param?: string;
}

/** Throws AppError `task_unknown`. */
export async function ownTask(
  db: Queryable,
  publicId: string,
  { accountId, interface: kind, param }: OwnTask,
): Promise<TaskView> {
  const task = await viewTask(db, publicId, kind);
  if (task?.accountId === accountId) return task;
  throw new AppError('task_unknown', { task: publicId, ...(param !== undefined && { param }) });
}
