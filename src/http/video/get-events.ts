/** GET /v1/videos/{id}/events and /v1/events: changes as server-sent events, of one clip or of all of the account. */
import type { z } from 'zod';
import type { Queryable } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import { isEnded } from '../../tasks/task.ts';
import { lastChange, viewChanges, viewTask, type TaskView } from '../../tasks/task-view.ts';
import type { Call } from '../route.ts';
import { statusOf, toVideoRecord, type eventsQuery } from './wire.ts';
import { overlap, streamEvents, type EventSource, type StreamRequest } from '../event-stream.ts';
import { ownTask } from '../own-task.ts';
import type { TaskBus } from '../task-bus.ts';

export interface EventParts {
  readonly db: Queryable;
  readonly bus: TaskBus;
  readonly currency: string;
}

type EventCall = Call<unknown, z.infer<typeof eventsQuery>>;

const maxStreams = 50;

/** Ends with the end of the clip; a client that comes back then is told 204, so that it stays away. */
export function getVideoEvents(parts: EventParts) {
  const count = openStreams();
  return async (call: EventCall) => {
    const { params, token } = call;
    const id = params['id'] ?? '';
    const task = await ownTask(parts.db, id, { accountId: token.accountId, interface: 'video' });
    const from = seenBy(call) ?? 0;
    if (isEnded(task.phase) && task.change <= from) return call.reply.code(204).send();
    count(call);
    const since = async (change: number) => {
      const now = await viewTask(parts.db, id, 'video');
      return now && now.change > change ? [now] : [];
    };
    const isMine = ({ publicId }: TaskView) => publicId === id;
    const isOver = ({ phase, isDeleted }: TaskView) => isDeleted || isEnded(phase);
    return start(parts, call, { from, source: { since, isMine, isOver, toEvent: eventOf(parts, call) } });
  };
}

/** Goes on until the client leaves. Without a number to go on from it begins with what happens next. */
export function getAccountEvents(parts: EventParts) {
  const count = openStreams();
  return async (call: EventCall) => {
    const { accountId } = call.token;
    const from = seenBy(call);
    count(call);
    const since = (change: number) => viewChanges(parts.db, { accountId, interface: 'video', change });
    const now = from ?? (await lastChange(parts.db, accountId));
    const seen = from === undefined ? await since(now - overlap) : [];
    const isMine = (task: TaskView) => task.accountId === accountId && task.interface === 'video';
    const toEvent = eventOf(parts, call);
    return start(parts, call, { from: now, seen, source: { since, isMine, isOver: () => false, toEvent } });
  };
}

function eventOf({ currency }: EventParts, { baseUrl, language }: EventCall): EventSource['toEvent'] {
  return task =>
    task.isDeleted
      ? { name: 'video.deleted', data: JSON.stringify({ id: task.publicId }) }
      : {
          name: `video.${statusOf[task.phase]}`,
          data: JSON.stringify(toVideoRecord(task, { baseUrl, language, currency })),
        };
}

/** Last-Event-ID as a browser sends it, or in the address for clients that cannot. */
function seenBy({ request, query }: EventCall): number | undefined {
  const header = request.headers['last-event-id'];
  const text = typeof header === 'string' ? header : query.last_event_id;
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function start(
  { bus }: EventParts,
  { request, reply }: EventCall,
  stream: Pick<StreamRequest, 'source' | 'from' | 'seen'>,
) {
  streamEvents({ request, reply, bus, ...stream });
  return reply;
}

/** Counts the streams of each account; throws AppError `streams_too_many`. */
function openStreams(): (call: EventCall) => void {
  const counts = new Map<string, number>();
  return ({ request, token: { accountId } }) => {
    const count = (counts.get(accountId) ?? 0) + 1;
    if (count > maxStreams) throw new AppError('streams_too_many', { limit: maxStreams });
    counts.set(accountId, count);
    request.raw.once('close', () => {
      const left = (counts.get(accountId) ?? 1) - 1;
      if (left > 0) counts.set(accountId, left);
      else counts.delete(accountId);
    });
  };
}
