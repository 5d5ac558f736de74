/** Merges events of tasks into cached lists. Pure. */
import { isMatchButWords } from '../tasks/matches-filter.ts';
import type { Task, TaskFilter } from '../tasks/tasks.ts';

/** The latest known state of a task. Without `task` it was deleted. */
export interface News {
  readonly id: string;
  readonly change: number;
  readonly task?: Task;
}

export interface Merged<Data> {
  readonly data: Data;
  /** Only the server can tell whether the list gains a task. */
  readonly isUnsure: boolean;
}

interface Pages {
  readonly pages: Task[][];
}

/** Keeps the newest event of each task, in whatever order they arrive. Of two with the same number, the later one wins. */
export function gather(gathered: Map<string, News>, news: News): void {
  const before = gathered.get(news.id);
  if (!before || before.change <= news.change) gathered.set(news.id, news);
}

/** `isAll`: the list includes the oldest tasks. Returns the same object if nothing changes. */
export function mergeTasks<Data extends Pages>(
  data: Data,
  news: readonly News[],
  { filter, isAll }: { readonly filter: TaskFilter; readonly isAll: boolean },
): Merged<Data> {
  const unlisted = new Map(news.map(one => [one.id, one]));
  const kept = data.pages.map(page => replaced(page, unlisted, filter));
  const belonging = [...unlisted.values()].flatMap(({ task }) =>
    task && isMatchButWords(task, filter) ? [task] : [],
  );
  // Only the server can match search words and the user of a token.
  const isUnsure = Boolean(filter.q || filter.user) && belonging.length > 0;
  const pages = isUnsure ? kept : belonging.reduce((all, task) => inserted(all, task, isAll), kept);
  const isSame = pages.every((page, index) => page === data.pages[index]);
  return { data: isSame ? data : { ...data, pages }, isUnsure };
}

/** Updates the tasks of a page, and removes them from `unlisted`. */
function replaced(page: Task[], unlisted: Map<string, News>, filter: TaskFilter): Task[] {
  if (!page.some(({ id }) => unlisted.has(id))) return page;
  return page.flatMap(old => {
    const news = unlisted.get(old.id);
    unlisted.delete(old.id);
    if (!news || news.change < old.change) return [old];
    return news.task && isMatchButWords(news.task, filter) ? [news.task] : [];
  });
}

/** Inserts a task at its place, newest first, unless it is older than the tasks read so far. */
function inserted(pages: Task[][], task: Task, isAll: boolean): Task[][] {
  for (const [index, page] of pages.entries()) {
    const place = page.findIndex(({ created }) => created <= task.created);
    if (place >= 0) return pages.with(index, page.toSpliced(place, 0, task));
  }
  const last = pages.at(-1);
  return isAll && last ? [...pages.slice(0, -1), [...last, task]] : pages;
}

/** Every field that facets and totals depend on. If these are equal, only the progress changed. */
export function countedOf({ state, starred, collections, expired, price, model, tier, token }: Task): string {
  return JSON.stringify([state, starred, collections, expired, price, model, tier, token.id]);
}
