import type { Task, TaskDetail } from '../../data/tasks/tasks.ts';

type Lineage = TaskDetail['lineage'];

/** The lineage of the viewed task after an event: replaces a member, or adds a new child. */
export function withTask(
  lineage: Lineage,
  { task, viewedId }: { readonly task: Task; readonly viewedId: string },
): Lineage {
  const put = (old: Task) => (old.id === task.id && task.change >= old.change ? task : old);
  const isNew = task.parent === viewedId && !lineage.children.some(({ id }) => id === task.id);
  const children = lineage.children.map(put);
  return {
    parent: lineage.parent && put(lineage.parent),
    siblings: lineage.siblings.map(put),
    children: isNew ? [...children, task] : children,
  };
}
