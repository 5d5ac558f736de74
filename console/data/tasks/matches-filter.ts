/**
 * Whether a task matches a filter. Same rules as on the server, except for search words (`q`),
 * which only the server can match.
 */
import type { Task, TaskFilter } from './tasks.ts';

export function matchesExceptWords(task: Task, filter: TaskFilter): boolean {
  const isRequested = (requested: string | undefined, value: string) =>
    !requested || requested.split(',').includes(value);
  return (
    (!filter.kind || filter.kind === task.kind) &&
    isRequested(filter.state, task.state) &&
    isRequested(filter.model, task.model) &&
    isRequested(filter.tier, task.tier) &&
    isRequested(filter.action, task.action) &&
    (!filter.token || filter.token === task.token.id) &&
    (!filter.end_user || filter.end_user === task.end_user) &&
    (!filter.starred || task.starred) &&
    (!filter.collection || task.collections.includes(filter.collection)) &&
    (!filter.account || [task.account, task.account_name].includes(filter.account)) &&
    (!filter.from || task.created >= filter.from) &&
    (!filter.to || task.created < filter.to) &&
    (!filter.slower || ranSeconds(task) >= filter.slower)
  );
}

function ranSeconds({ started, finished }: Task): number {
  return started && finished ? (Date.parse(finished) - Date.parse(started)) / 1000 : 0;
}
