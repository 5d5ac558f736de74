/** Keeps cached lists and records up to date from the server's events. */
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { language } from '../../i18n/language.ts';
import { withQuery } from '../api.ts';
import { withPosition } from './queue-positions.ts';
import type { MessageFromWorker, QueuePosition, StreamRequest, MessageToWorker } from './worker-messages.ts';
import { facetFields, keepNewest, mergeTasks, type TaskEvent } from './merge-tasks.ts';
import { openEventStream, type Events } from './event-stream.ts';
import { refetchInProgress, refetchSoon } from './refetch-soon.ts';
import { balanceQuery, followUser, isStillSignedIn, hasRole, type User } from '../session.ts';
import { isEnded, nextPage, type Task, type TaskFilter, type TaskDetail } from '../tasks/tasks.ts';
import { basePath } from '../server-path.ts';

const heartbeatMs = 20_000;
/** Events within this time are applied together. */
const batchMs = 80;
/** Tasks on the page are refetched sooner than counts. */
const taskRefetchDelayMs = 300;
/** One action may change several tokens, so their events are combined. */
const tokensRefetchDelayMs = 300;
const localModelsRefetchDelayMs = 200;

/** Queries whose changes a resumed stream does not replay. */
const queriesNotReplayed = [['task facets'], ['balance'], ['tokens']];

const maxLastFacetFields = 10_000;

/** What `facetFields` returned for each task when its last event was applied. */
const lastFacetFields = new Map<string, string>();

let isConnected = true;
const connectionListeners = new Set<() => void>();
const taskListeners = new Set<(task: Task) => void>();

/** False while the stream is interrupted and the page may be out of date. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    listener => {
      connectionListeners.add(listener);
      return () => connectionListeners.delete(listener);
    },
    () => isConnected,
  );
}

/**
 * Calls `listener` for every change of a task that the user can access. Returns a function that unsubscribes.
 */
export function subscribeToTasks(listener: (task: Task) => void): () => void {
  taskListeners.add(listener);
  return () => taskListeners.delete(listener);
}

/** Starts live updates for the signed-in user. Returns a function that stops them. */
export function startLive(client: QueryClient, user: User): () => void {
  const allAccounts = hasRole(user, 'operator') ? true : undefined;
  const address = withQuery(`${basePath}/api/events`, { language: language(), all: allAccounts });
  const onTaskEvent = batchEvents(client);
  const stopFollowing = followUser(user);
  let hasOpened = false;
  const leave = listen(user, address, message => {
    if (message.kind === 'task')
      onTaskEvent({ id: message.data.id, change: message.data.change, task: message.data });
    else if (message.kind === 'deleted') onTaskEvent({ id: message.data.id, change: message.change });
    else if (message.kind === 'balance')
      client.setQueryData(balanceQuery.queryKey, { ...message.data, account: user.account });
    else if (message.kind === 'queue') applyPositions(client, message.data.tasks);
    else if (message.kind === 'tokens') refetchSoon(client, ['tokens'], tokensRefetchDelayMs);
    else if (message.kind === 'local') refetchSoon(client, ['local models'], localModelsRefetchDelayMs);
    else if (message.kind === 'anew') refetchAll(client);
    else if (message.kind === 'state') {
      updateConnection(client, message.isOpen);
      if (message.isOpen && !hasOpened) catchUp(client);
      hasOpened ||= message.isOpen;
    }
  });
  return () => {
    stopFollowing();
    leave();
  };
}

type OnMessage = (message: MessageFromWorker) => void;

function listen(user: User, address: string, onMessage: OnMessage): () => void {
  const request = { address, user: user.id };
  const stopped = new AbortController();
  const join = () =>
    connect(request, message => (message.kind === 'other user' ? void reconnect() : onMessage(message)));
  const reconnect = async (): Promise<void> => {
    leave();
    const isSame = await isStillSignedIn(user).catch(() => undefined);
    if (stopped.signal.aborted || isSame === false) return;
    if (isSame === undefined)
      return void setTimeout(() => !stopped.signal.aborted && void reconnect(), heartbeatMs);
    leave = join();
    onMessage({ kind: 'anew' });
  };
  let leave = join();
  const { signal } = stopped;
  window.addEventListener('pagehide', () => leave(), { signal });
  // A page restored from the back/forward cache received no events in the meantime.
  window.addEventListener('pageshow', ({ persisted }) => void (persisted && reconnect()), { signal });
  return () => {
    stopped.abort();
    leave();
  };
}

function connect(request: StreamRequest, onMessage: OnMessage): () => void {
  const events = typeof SharedWorker === 'undefined' ? openEventStream(onMessage) : sharedEvents(onMessage);
  const requestStream = () => events.subscribe(request);
  requestStream();
  const timer = setInterval(requestStream, heartbeatMs);
  return () => {
    clearInterval(timer);
    events.close();
  };
}

function sharedEvents(onMessage: OnMessage): Pick<Events, 'subscribe' | 'close'> {
  const { port } = new SharedWorker(new URL('./event-worker.ts', import.meta.url), { type: 'module' });
  const post = (message: MessageToWorker) => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<MessageFromWorker>) => onMessage(data);
  return { subscribe: request => post({ kind: 'listen', ...request }), close: () => post({ kind: 'leave' }) };
}

/** Interruptions shorter than this are not shown. */
const graceMs = 1500;
let disconnectTimer: ReturnType<typeof setTimeout> | undefined;

/** Shows an interruption only if it lasts, and refetches what the resumed stream does not replay. */
function updateConnection(client: QueryClient, isOpen: boolean): void {
  const wasDisconnected = !isConnected || disconnectTimer !== undefined;
  if (isOpen !== wasDisconnected) return;
  clearTimeout(disconnectTimer);
  disconnectTimer = undefined;
  if (!isOpen) {
    disconnectTimer = setTimeout(() => setConnected(false), graceMs);
    return;
  }
  setConnected(true);
  // The stream resumes where it stopped, so only what it does not replay is refetched.
  queriesNotReplayed.forEach(queryKey => refetchSoon(client, queryKey, 0));
}

function setConnected(newValue: boolean): void {
  isConnected = newValue;
  connectionListeners.forEach(listener => listener());
}

/** Refetches everything that events keep up to date, because some events were lost. */
function refetchAll(client: QueryClient): void {
  for (const key of ['tasks', 'task', 'task facets', 'balance', 'usage', 'tokens'])
    void client.invalidateQueries({ queryKey: [key] });
}

/**
 * The page loads its data while the stream is connecting. A change between the two is neither in the data
 * nor an event, so what may have changed is refetched.
 */
function catchUp(client: QueryClient): void {
  const openTasks = client.getQueryCache().findAll({ predicate: mayShowOpenTask });
  for (const queryKey of [...openTasks.map(query => query.queryKey), ...queriesNotReplayed])
    refetchSoon(client, queryKey, taskRefetchDelayMs);
}

function mayShowOpenTask({ queryKey: [name], state: { data } }: Query): boolean {
  return name === 'tasks' || (name === 'task' && (data === undefined || !isEnded(data as Task)));
}

function batchEvents(client: QueryClient): (event: TaskEvent) => void {
  let batch = new Map<string, TaskEvent>();
  return event => {
    if (batch.size === 0)
      setTimeout(() => {
        const events = [...batch.values()];
        batch = new Map();
        applyTaskEvents(client, events);
      }, batchMs);
    keepNewest(batch, event);
  };
}

const discardedIds = new Set<string>();

/** Ignores later events of tasks that are being discarded, so that they do not reappear. */
export function ignoreTasks(ids: readonly string[]): void {
  for (const id of ids) discardedIds.add(id);
}

/**
 * Puts changed tasks into all lists. Called for events, and with responses to the Console's own requests,
 * which arrive before the event.
 */
export function applyTasks(client: QueryClient, tasks: readonly Task[]): void {
  applyTaskEvents(
    client,
    tasks.map(task => ({ id: task.id, change: task.change, task })),
  );
}

function applyTaskEvents(client: QueryClient, received: readonly TaskEvent[]): void {
  const events = received.filter(({ id, task }) => !task || !discardedIds.has(id));
  const nonProgressEvents = events.filter(changesMoreThanProgress);
  updateLists(client, events, nonProgressEvents);
  if (nonProgressEvents.length > 0) refetchInProgress(client, ['tasks'], taskRefetchDelayMs);
  for (const { id, task } of nonProgressEvents) {
    if (task) refetchSoon(client, ['task', id], taskRefetchDelayMs);
    if (task && isEnded(task)) refetchSoon(client, ['usage']);
  }
  for (const { task } of events) {
    if (!task) continue;
    client.setQueryData<TaskDetail>(['task', task.id], cachedTask =>
      cachedTask && cachedTask.change <= task.change ? { ...cachedTask, ...task } : cachedTask,
    );
    taskListeners.forEach(listener => listener(task));
  }
  // A token's spent and held amounts change with its tasks.
  if (nonProgressEvents.length > 0) [['task facets'], ['tokens']].forEach(key => refetchSoon(client, key));
}

function applyPositions(client: QueryClient, positions: readonly QueuePosition[]): void {
  client.setQueriesData<InfiniteData<Task[], string | undefined>>({ queryKey: ['tasks'] }, data => {
    const pages = data?.pages.map(page => page.map(task => withPosition(task, positions)));
    const isSame = pages?.every((page, index) =>
      page.every((task, position) => task === data?.pages[index]?.[position]),
    );
    return data && pages && !isSame ? { ...data, pages } : data;
  });
  for (const { id } of positions)
    client.setQueryData<TaskDetail>(['task', id], task => task && withPosition(task, positions));
}

function updateLists(
  client: QueryClient,
  events: readonly TaskEvent[],
  nonProgressEvents: readonly TaskEvent[],
): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: ['tasks'] })) {
    const data = client.getQueryData<InfiniteData<Task[], string | undefined>>(queryKey);
    if (!data) continue;
    const filter = queryKey[1] as TaskFilter;
    const includesOldest = nextPage(queryKey, data.pageParams.at(-1)) === undefined;
    const merged = mergeTasks(data, events, { filter, includesOldest });
    if (merged.data !== data) client.setQueryData(queryKey, merged.data);
    if (merged.needsRefetch && nonProgressEvents.length > 0) refetchSoon(client, queryKey);
  }
}

/** Whether more than the progress changed since the last event. */
function changesMoreThanProgress({ id, task }: TaskEvent): boolean {
  const fields = task ? facetFields(task) : 'deleted';
  if (lastFacetFields.get(id) === fields) return false;
  if (lastFacetFields.size >= maxLastFacetFields) lastFacetFields.clear();
  lastFacetFields.set(id, fields);
  return true;
}
