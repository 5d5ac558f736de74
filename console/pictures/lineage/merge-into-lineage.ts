import type { Task, TaskDetail } from '../../data/tasks/tasks.ts';

type Lineage = TaskDetail['lineage'];

/** The lineage of the viewed task after an event: replaces a member, or adds a new child. */
export function withTask(
  lineage: Lineage,
  { task, viewedId }: { readonly task: Task; readonly viewedId: string },
): Lineage {
  const replaceIfNewer = (listedTask: Task) =>
    listedTask.id === task.id && task.change >= listedTask.change ? task : listedTask;
  const isNew = task.parent === viewedId && !lineage.children.some(({ id }) => id === task.id);
  const children = lineage.children.map(replaceIfNewer);
  return {
    parent: lineage.parent && replaceIfNewer(lineage.parent),
    siblings: lineage.siblings.map(replaceIfNewer),
    children: isNew ? [...children, task] : children,
  };
}
