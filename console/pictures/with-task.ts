import type { Task, TaskLife } from '../data/tasks.ts';

type Lineage = TaskLife['lineage'];

/** The family of the task `of` after one was told of: in its place, or a new child. */
export function withTask(
  lineage: Lineage,
  { told, of }: { readonly told: Task; readonly of: string },
): Lineage {
  const put = (old: Task) => (old.id === told.id && told.change >= old.change ? told : old);
  const isNew = told.parent === of && !lineage.children.some(({ id }) => id === told.id);
  const children = lineage.children.map(put);
  return {
    parent: lineage.parent && put(lineage.parent),
    siblings: lineage.siblings.map(put),
    children: isNew ? [...children, told] : children,
  };
}
