/**
 * Whether a task matches a filter. Same rules as on the server, except for search words (`q`),
 * which only the server can match.
 */
import type { Task, TaskFilter } from './tasks.ts';

export function matchesExceptWords(task: Task, filter: TaskFilter): boolean {
  const isRequested = (requestedValues: string | undefined, value: string) =>
    !requestedValues || requestedValues.split(',').includes(value);
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

function ranSeconds({ started: startedAt, finished: finishedAt }: Task): number {
  return startedAt && finishedAt ? (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000 : 0;
}
