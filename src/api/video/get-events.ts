/** GET /v1/videos/{id}/events and /v1/events: changes as server-sent events, of one clip or of all that the key sees. */
import type { z } from 'zod';
import type { Queryable } from '../../platform/db/open.ts';
import { isInScope, isSameScope, scopeOfToken } from '../../core/tasks/task-scope.ts';
import { isEnded } from '../../core/tasks/task.ts';
import {
  changeBefore,
  lastChange,
  viewAnyTask,
  viewChanges,
  type TaskView,
} from '../../core/tasks/read/task-view.ts';
import type { Call } from '../http/route.ts';
import type { eventsQuery } from './bodies.ts';
import { statusOf, toVideoRecord } from './wire.ts';
import { streamEvents, type EventSource, type StreamRequest } from '../http/streams/event-stream.ts';
import { lastEventId } from '../http/streams/last-event-id.ts';
import { ownTask } from '../http/tasks/own-task.ts';
import type { OpenStreams } from '../http/streams/open-streams.ts';
import type { TaskBus } from '../http/streams/task-bus.ts';

export interface EventParts {
  readonly db: Queryable;
  readonly bus: TaskBus;
  readonly currency: string;
  readonly streams: OpenStreams;
}

type EventCall = Call<unknown, z.infer<typeof eventsQuery>>;

/** Streams one clip until it ends. A client that reconnects afterwards gets 204, so that it stops. */
export function getVideoEvents(parts: EventParts) {
  return async (call: EventCall) => {
    const { params, token, reply } = call;
    const id = params['id'] ?? '';
    parts.streams.count(reply, token.accountId);
    const task = await ownTask(parts.db, id, { token, interface: 'video' });
    const seen = lastEventId(call);
    if (isEnded(task.phase) && task.change === seen) return call.reply.code(204).send();
    // A number beyond the last one does not belong to this clip.
    const from = seen !== undefined && seen <= task.change ? seen : 0;
    const since = async (change: number) => {
      const now = await viewAnyTask(parts.db, id);
      return now && now.change > change ? [now] : [];
    };
    const isMine = ({ publicId }: TaskView) => publicId === id;
    const isOver = ({ phase, isDeleted }: TaskView) => isDeleted || isEnded(phase);
    return start(parts, call, {
      from,
      source: { ...sourceFor(parts, call), resumeFrom: async change => change, since, isMine, isOver },
    });
  };
}

/** Streams all clips until the client disconnects. Without a last event id, it begins with the next change. */
export function getAccountEvents(parts: EventParts) {
  return async (call: EventCall) => {
    const { accountId } = call.token;
    parts.streams.count(call.reply, accountId);
    const scope = scopeOfToken(call.token);
    const since = (change: number) => viewChanges(parts.db, { scope, interface: 'video', change });
    const resumeFrom = (change: number) => changeBefore(parts.db, accountId, change);
    const last = await lastChange(parts.db, accountId);
    // A number beyond the last one is from before the database was restored.
    const from = Math.min(lastEventId(call) ?? last, last);
    const seen = lastEventId(call) === undefined ? await since(await resumeFrom(last)) : [];
    const isMine = (task: TaskView) => task.interface === 'video' && isInScope(task, scope);
    const source = { ...sourceFor(parts, call), resumeFrom, since, isMine, isOver: () => false };
    return start(parts, call, { from, seen, source });
  };
}

/** The source of events that both streams share. */
function sourceFor(
  { currency }: EventParts,
  { token, readToken, baseUrl, language }: EventCall,
): Pick<EventSource, 'isAllowed' | 'load' | 'toEvent'> {
  return {
    load: ({ view }) => view(),
    isAllowed: async () => {
      const now = await readToken();
      return now !== undefined && isSameScope(scopeOfToken(now), scopeOfToken(token));
    },
    toEvent: task =>
      task.isDeleted
        ? { name: 'video.deleted', data: JSON.stringify({ id: task.publicId }) }
        : {
            name: `video.${statusOf[task.phase]}`,
            data: JSON.stringify(toVideoRecord(task, { baseUrl, language, currency })),
          },
  };
}

function start(
  { bus }: EventParts,
  { reply, token }: EventCall,
  stream: Pick<StreamRequest, 'source' | 'from' | 'seen'>,
) {
  // With a session, the user may change or the session may end while the token stays.
  const callerIds = token.userId === undefined ? [token.id] : [token.id, token.userId];
  streamEvents({ reply, callerIds, bus, ...stream });
  return reply;
}
