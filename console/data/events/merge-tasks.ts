/** What happened to tasks -> the lists that are shown. Pure. */
import { isMatchButWords } from '../tasks/matches-filter.ts';
import type { Task, TaskFilter } from '../tasks/tasks.ts';

/** What is known last of a task; without `task` it was deleted. */
export interface News {
  readonly id: string;
  readonly change: number;
  readonly task?: Task;
}

export interface Merged<Data> {
  readonly data: Data;
  /** Something may belong in the list that only the server can tell. */
  readonly isUnsure: boolean;
}

interface Pages {
  readonly pages: Task[][];
}

/** Keeps the newest of each task, however they come in; what is as new as what is there counts as newer. */
export function gather(gathered: Map<string, News>, news: News): void {
  const before = gathered.get(news.id);
  if (!before || before.change <= news.change) gathered.set(news.id, news);
}

/** `isAll`: the server has no older ones than those of the list. The same data where nothing changes. */
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
  // Which words it has, and whose token made it, is the server's to say.
  const isUnsure = Boolean(filter.q || filter.user) && belonging.length > 0;
  const pages = isUnsure ? kept : belonging.reduce((all, task) => inserted(all, task, isAll), kept);
  const isSame = pages.every((page, index) => page === data.pages[index]);
  return { data: isSame ? data : { ...data, pages }, isUnsure };
}

/** Those that are listed, as they are now; they are taken out of `unlisted`. */
function replaced(page: Task[], unlisted: Map<string, News>, filter: TaskFilter): Task[] {
  if (!page.some(({ id }) => unlisted.has(id))) return page;
  return page.flatMap(old => {
    const news = unlisted.get(old.id);
    unlisted.delete(old.id);
    if (!news || news.change < old.change) return [old];
    return news.task && isMatchButWords(news.task, filter) ? [news.task] : [];
  });
}

/** Where it belongs, newest first; nowhere, when it is older than what was read so far. */
function inserted(pages: Task[][], task: Task, isAll: boolean): Task[][] {
  for (const [index, page] of pages.entries()) {
    const place = page.findIndex(({ created }) => created <= task.created);
    if (place >= 0) return pages.with(index, page.toSpliced(place, 0, task));
  }
  const last = pages.at(-1);
  return isAll && last ? [...pages.slice(0, -1), [...last, task]] : pages;
}

/** All that facets and totals are counted by: while it stays the same, only its progress changed. */
export function countedOf({ state, starred, collections, expired, price, model, tier, token }: Task): string {
  return JSON.stringify([state, starred, collections, expired, price, model, tier, token.id]);
}
