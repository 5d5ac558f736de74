/** GET /v1/videos/{id}/events and /v1/events: changes as server-sent events, of one clip or of all of the account. */
import type { z } from 'zod';
import { isTokenLive } from '../../accounts/tokens.ts';
import type { Queryable } from '../../db/open.ts';
import { isEnded } from '../../tasks/task.ts';
import { changeBefore, lastChange, viewAnyTask, viewChanges, type TaskView } from '../../tasks/task-view.ts';
import type { Call } from '../route.ts';
import { statusOf, toVideoRecord, type eventsQuery } from './wire.ts';
import { streamEvents, type EventSource, type StreamRequest } from '../event-stream.ts';
import { lastEventId } from '../last-event-id.ts';
import { ownTask } from '../own-task.ts';
import type { OpenStreams } from '../open-streams.ts';
import type { TaskBus } from '../task-bus.ts';

export interface EventParts {
  readonly db: Queryable;
  readonly bus: TaskBus;
  readonly currency: string;
  readonly streams: OpenStreams;
}

type EventCall = Call<unknown, z.infer<typeof eventsQuery>>;

/** Ends with the end of the clip; a client that comes back then is told 204, so that it stays away. */
export function getVideoEvents(parts: EventParts) {
  return async (call: EventCall) => {
    const { params, token, reply } = call;
    const id = params['id'] ?? '';
    parts.streams.count(reply, token.accountId);
    const task = await ownTask(parts.db, id, { accountId: token.accountId, interface: 'video' });
    const seen = lastEventId(call);
    if (isEnded(task.phase) && task.change === seen) return call.reply.code(204).send();
    // A number beyond its last is none of this clip's.
    const from = seen !== undefined && seen <= task.change ? seen : 0;
    const since = async (change: number) => {
      const now = await viewAnyTask(parts.db, id);
      return now && now.change > change ? [now] : [];
    };
    const isMine = ({ publicId }: TaskView) => publicId === id;
    const isOver = ({ phase, isDeleted }: TaskView) => isDeleted || isEnded(phase);
    return start(parts, call, {
      from,
      source: { ...sourceFor(parts, call), lookBack: async change => change, since, isMine, isOver },
    });
  };
}

/** Goes on until the client leaves. Without a number to go on from it begins with what happens next. */
export function getAccountEvents(parts: EventParts) {
  return async (call: EventCall) => {
    const { accountId } = call.token;
    parts.streams.count(call.reply, accountId);
    const since = (change: number) => viewChanges(parts.db, { accountId, interface: 'video', change });
    const lookBack = (change: number) => changeBefore(parts.db, accountId, change);
    const last = await lastChange(parts.db, accountId);
    // A number beyond the last is of another database, before it was restored.
    const from = Math.min(lastEventId(call) ?? last, last);
    const seen = lastEventId(call) === undefined ? await since(await lookBack(last)) : [];
    const isMine = (task: TaskView) => task.accountId === accountId && task.interface === 'video';
    const source = { ...sourceFor(parts, call), lookBack, since, isMine, isOver: () => false };
    return start(parts, call, { from, seen, source });
  };
}

/** What both kinds of stream share. */
function sourceFor(
  { db, currency }: EventParts,
  { token, baseUrl, language }: EventCall,
): Pick<EventSource, 'isAllowed' | 'load' | 'toEvent'> {
  return {
    load: ({ view }) => view(),
    isAllowed: () => isTokenLive(db, token.id),
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
  streamEvents({ reply, callerId: token.id, bus, ...stream });
  return reply;
}
