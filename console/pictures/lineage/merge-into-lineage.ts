import type { Task, TaskDetail } from '../../data/tasks/tasks.ts';

type Lineage = TaskDetail['lineage'];

/** The lineage of the task `of` after an event: replaces a member, or adds a new child. */
export function withTask(
  lineage: Lineage,
  { task, of }: { readonly task: Task; readonly of: string },
): Lineage {
  const put = (old: Task) => (old.id === task.id && task.change >= old.change ? task : old);
  const isNew = task.parent === of && !lineage.children.some(({ id }) => id === task.id);
  const children = lineage.children.map(put);
  return {
    parent: lineage.parent && put(lineage.parent),
    siblings: lineage.siblings.map(put),
    children: isNew ? [...children, task] : children,
  };
}
