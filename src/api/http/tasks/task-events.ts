/**
 * Changes of tasks as server-sent events, of one task or of all that the key sees. Each interface has its own
 * records and names of events.
 */
import { z } from 'zod';
import type { Queryable } from '../../../platform/db/open.ts';
import { isInScope, isSameScope, scopeOfToken } from '../../../core/tasks/task-scope.ts';
import { isEnded, type Interface } from '../../../core/tasks/task.ts';
import {
  changeBefore,
  lastChange,
  viewAnyTask,
  viewChanges,
  type TaskView,
} from '../../../core/tasks/read/task-view.ts';
import type { Call } from '../route.ts';
import { streamEvents, type EventSource, type StreamEvent } from '../streams/event-stream.ts';
import { lastEventId } from '../streams/last-event-id.ts';
import type { OpenStreams } from '../streams/open-streams.ts';
import type { TaskBus } from '../streams/task-bus.ts';
import { ownTask } from './own-task.ts';

export interface EventDependencies {
  readonly db: Queryable;
  readonly bus: TaskBus;
  readonly streams: OpenStreams;
}

/** Defines how an interface writes the events of its tasks. */
export interface EventFormat {
  readonly interface: Interface;
  /** The event of a task that was not deleted. */
  readonly toEvent: (task: TaskView, call: EventCall) => StreamEvent;
}

export const eventsQuery = z.strictObject({
  last_event_id: z
    .string()
    .regex(/^\d{1,15}$/, 'expected the number of an event')
    .optional()
    .describe('Alternative to the header Last-Event-ID: continue after that event.'),
});
export type EventCall = Call<unknown, z.infer<typeof eventsQuery>>;

/** Streams one task until it ends. A client that reconnects afterwards gets 204, so that it stops. */
export function getTaskEvents(parts: EventDependencies, format: EventFormat) {
  return async (call: EventCall) => {
    const { params, token, reply } = call;
    const id = params['id'] ?? '';
    parts.streams.count(reply, token.accountId);
    const task = await ownTask(parts.db, id, { token, interface: format.interface });
    const lastSeen = lastEventId(call);
    if (isEnded(task.phase) && task.change === lastSeen) return call.reply.code(204).send();
    // A number beyond the last one does not belong to this task.
    const from = lastSeen !== undefined && lastSeen <= task.change ? lastSeen : 0;
    const since = async (change: number) => {
      const now = await viewAnyTask(parts.db, id);
      return now && now.change > change ? [now] : [];
    };
    const isMine = ({ publicId }: TaskView) => publicId === id;
    const isOver = ({ phase, isDeleted }: TaskView) => isDeleted || isEnded(phase);
    const sharedSource = sourceFor(format, call);
    const source = { ...sharedSource, resumeFrom: async (change: number) => change, since, isMine, isOver };
    return start(parts, call, { from, source });
  };
}

/**
 * Streams all tasks of the interface until the client disconnects. Without a last event id, it
 * begins with the next change.
 */
export function getAccountEvents(parts: EventDependencies, format: EventFormat) {
  return async (call: EventCall) => {
    const { accountId } = call.token;
    parts.streams.count(call.reply, accountId);
    const scope = scopeOfToken(call.token);
    const kind = format.interface;
    const since = (change: number) => viewChanges(parts.db, { scope, interface: kind, change });
    const resumeFrom = (change: number) => changeBefore(parts.db, accountId, change);
    const newestChange = await lastChange(parts.db, accountId);
    // A number beyond the last one is from before the database was restored.
    const from = Math.min(lastEventId(call) ?? newestChange, newestChange);
    const seenTasks = lastEventId(call) === undefined ? await since(await resumeFrom(newestChange)) : [];
    const isMine = (task: TaskView) => task.interface === kind && isInScope(task, scope);
    const source = { ...sourceFor(format, call), resumeFrom, since, isMine, isOver: () => false };
    return start(parts, call, { from, seenTasks, source });
  };
}

/** The source of events that both streams share. */
function sourceFor(
  format: EventFormat,
  call: EventCall,
): Pick<EventSource, 'isAllowed' | 'load' | 'toEvent'> {
  return {
    load: ({ view }) => view(),
    isAllowed: async () => {
      const now = await call.readToken();
      return now !== undefined && isSameScope(scopeOfToken(now), scopeOfToken(call.token));
    },
    toEvent: task =>
      task.isDeleted
        ? { name: `${format.interface}.deleted`, data: JSON.stringify({ id: task.publicId }) }
        : format.toEvent(task, call),
  };
}

function start(
  { bus }: EventDependencies,
  { reply, token }: EventCall,
  stream: Pick<Parameters<typeof streamEvents>[0], 'source' | 'from' | 'seenTasks'>,
) {
  // With a session, the user may change or the session may end while the token stays.
  const callerIds = token.userId === undefined ? [token.id] : [token.id, token.userId];
  streamEvents({ reply, callerIds, bus, ...stream });
  return reply;
}
