/** Merges events of tasks into cached lists. Pure. */
import { matchesExceptWords } from '../tasks/matches-filter.ts';
import type { Task, TaskFilter } from '../tasks/tasks.ts';

/** The latest known state of a task. Without `task` it was deleted. */
export interface TaskEvent {
  readonly id: string;
  readonly change: number;
  readonly task?: Task;
}

export interface MergedTasks<Data> {
  readonly data: Data;
  /** Only the server can decide whether the list gains a task. */
  readonly needsRefetch: boolean;
}

interface Pages {
  readonly pages: Task[][];
}

/**
 * Keeps the newest event of each task, in any order of arrival. Of two with the
 * same number, the later one wins.
 */
export function keepNewest(newest: Map<string, TaskEvent>, event: TaskEvent): void {
  const before = newest.get(event.id);
  if (!before || before.change <= event.change) newest.set(event.id, event);
}

/** `includesOldest`: the list includes the oldest tasks. Returns the same object if nothing changes. */
export function mergeTasks<Data extends Pages>(
  data: Data,
  events: readonly TaskEvent[],
  { filter, includesOldest }: { readonly filter: TaskFilter; readonly includesOldest: boolean },
): MergedTasks<Data> {
  const unlistedEvents = new Map(events.map(event => [event.id, event]));
  const updated = data.pages.map(page => updatePage(page, unlistedEvents, filter));
  const newTasks = [...unlistedEvents.values()].flatMap(({ task }) =>
    task && matchesExceptWords(task, filter) ? [task] : [],
  );
  // Only the server can match search words and the user of a token.
  const needsRefetch = Boolean(filter.q || filter.user) && newTasks.length > 0;
  const pages = needsRefetch ? updated : newTasks.reduce((mergedPages, task) => insertTask(mergedPages, task, includesOldest), updated);
  const isSame = pages.every((page, index) => page === data.pages[index]);
  return { data: isSame ? data : { ...data, pages }, needsRefetch };
}

/** Updates the tasks of a page, and removes them from `unlistedEvents`. */
function updatePage(page: Task[], unlistedEvents: Map<string, TaskEvent>, filter: TaskFilter): Task[] {
  if (!page.some(({ id }) => unlistedEvents.has(id))) return page;
  return page.flatMap(cachedTask => {
    const event = unlistedEvents.get(cachedTask.id);
    unlistedEvents.delete(cachedTask.id);
    if (!event || event.change < cachedTask.change) return [cachedTask];
    return event.task && matchesExceptWords(event.task, filter) ? [event.task] : [];
  });
}

/** Inserts a task at its place, newest first, unless it is older than the tasks read so far. */
function insertTask(pages: Task[][], task: Task, includesOldest: boolean): Task[][] {
  for (const [index, page] of pages.entries()) {
    const position = page.findIndex(({ created }) => created <= task.created);
    if (position >= 0) return pages.with(index, page.toSpliced(position, 0, task));
  }
  const lastPage = pages.at(-1);
  return includesOldest && lastPage ? [...pages.slice(0, -1), [...lastPage, task]] : pages;
}

/** Every field that facets and totals depend on, as JSON. If it is equal, only the progress changed. */
export function facetFields({
  state,
  starred,
  collections,
  expired,
  price,
  model,
  tier,
  token,
}: Task): string {
  return JSON.stringify([state, starred, collections, expired, price, model, tier, token.id]);
}
