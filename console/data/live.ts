/** Keeps what was read up to date: the server's events change the lists and records that are shown. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { language } from '../words/language.ts';
import { withQuery } from './api.ts';
import type { FromWorker, ToWorker } from './live-messages.ts';
import { openEvents } from './open-events.ts';
import { balanceQuery, mayAs, type User } from './session.ts';
import { isMatch } from './is-match.ts';
import { isEnded, type Task, type TaskFilter } from './tasks.ts';

const sayHereMs = 20_000;
/** Events that come close together are shown together. */
const gatherMs = 80;

let isOpen = true;
const stateListeners = new Set<() => void>();
const taskListeners = new Set<(task: Task) => void>();

/** False: what is shown may be old, and is being caught up with. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    listener => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    () => isOpen,
  );
}

/** Told of every change of a task that the user may see. Returns how to stop that. */
export function onTask(listener: (task: Task) => void): () => void {
  taskListeners.add(listener);
  return () => taskListeners.delete(listener);
}

/** While `user` is signed in. Returns how to end it. */
export function startLive(client: QueryClient, user: User): () => void {
  const all = mayAs(user, 'operator') ? true : undefined;
  const hear = gatheringIn(client);
  return listen(withQuery('/api/events', { language: language(), all }), message => {
    if (message.kind === 'task') hear(message.data);
    else if (message.kind === 'deleted') drop(client, [message.data.id]);
    else if (message.kind === 'balance')
      client.setQueryData(balanceQuery.queryKey, { ...message.data, account: user.account });
    else setOpen(client, message.isOpen);
  });
}

function listen(address: string, hear: (message: FromWorker) => void): () => void {
  if (typeof SharedWorker === 'undefined') {
    const events = openEvents(address, hear);
    return () => events.close();
  }
  const worker = new SharedWorker(new URL('./event-worker.ts', import.meta.url), { type: 'module' });
  const say = (message: ToWorker) => worker.port.postMessage(message);
  worker.port.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
  const here = () => say({ kind: 'listen', address });
  here();
  const timer = setInterval(here, sayHereMs);
  const leave = () => {
    clearInterval(timer);
    say({ kind: 'leave' });
  };
  addEventListener('pagehide', leave);
  return () => {
    removeEventListener('pagehide', leave);
    leave();
  };
}

function setOpen(client: QueryClient, now: boolean): void {
  if (now === isOpen) return;
  isOpen = now;
  stateListeners.forEach(listener => listener());
  // The stream goes on where it stopped; what it cannot tell (counts, totals) is asked for again.
  if (now) void client.invalidateQueries({ queryKey: ['task facets'] });
}

function gatheringIn(client: QueryClient): (task: Task) => void {
  let gathered = new Map<string, Task>();
  return task => {
    if (gathered.size === 0)
      setTimeout(() => {
        const tasks = [...gathered.values()];
        gathered = new Map();
        take(client, tasks);
      }, gatherMs);
    gathered.set(task.id, task);
  };
}

const ignored = new Set<string>();

/** Tasks that are being taken away, and must not come back by an event that was late. */
export function ignore(ids: readonly string[]): void {
  for (const id of ids) ignored.add(id);
}

/** Also for what the Console itself was just told, so that nobody waits for the event. */
export function take(client: QueryClient, told: readonly Task[]): void {
  const tasks = told.filter(({ id }) => !ignored.has(id));
  const queries = client.getQueryCache().findAll({ queryKey: ['tasks'] });
  for (const { queryKey } of queries) {
    client.setQueryData<InfiniteData<Task[]>>(
      queryKey,
      data => data && merged(data, tasks, queryKey[1] as TaskFilter),
    );
  }
  for (const task of tasks) {
    void client.invalidateQueries({ queryKey: ['task', task.id] });
    if (isEnded(task)) void client.invalidateQueries({ queryKey: ['usage'] });
    taskListeners.forEach(listener => listener(task));
  }
  void client.invalidateQueries({ queryKey: ['task facets'] });
}

/** Tasks that were deleted are in no list any more. */
export function drop(client: QueryClient, ids: readonly string[]): void {
  client.setQueriesData<InfiniteData<Task[]>>(
    { queryKey: ['tasks'] },
    data => data && { ...data, pages: data.pages.map(page => page.filter(({ id }) => !ids.includes(id))) },
  );
  void client.invalidateQueries({ queryKey: ['task facets'] });
}

/** Each in its place; one that is new to the list and belongs there comes first. */
function merged(
  data: InfiniteData<Task[]>,
  tasks: readonly Task[],
  filter: TaskFilter,
): InfiniteData<Task[]> {
  const news = new Map(tasks.map(task => [task.id, task]));
  const pages = data.pages.map(page =>
    page.flatMap(old => {
      const task = news.get(old.id);
      news.delete(old.id);
      if (!task || task.change < old.change) return [old];
      return isMatch(task, filter) ? [task] : [];
    }),
  );
  const newest = pages[0]?.[0]?.created ?? '';
  const added = [...news.values()].filter(task => task.created >= newest && isMatch(task, filter));
  const [first = [], ...rest] = pages;
  return { ...data, pages: [[...added.reverse(), ...first], ...rest] };
}
