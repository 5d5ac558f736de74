/** GET /api/events: streams changes of tasks and of the balance to a signed-in user. */
import { z } from 'zod';
import { sessionUser } from '../../core/accounts/sessions.ts';
import { readBalance } from '../../core/billing/ledger.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { systemClock } from '@kinora/shared/clock';
import { formatMicros } from '@kinora/shared/money';
import type { Actor } from '../procedures/procedure.ts';
import { flag } from '../procedures/fields/fields.ts';
import {
  resumeFrom,
  isFarBehind,
  newestChange,
  listSummaries,
  viewChangedSummaries,
  type TaskSummary,
} from '../../core/tasks/read/task-summary.ts';
import { isInScope, type TaskScope } from '../../core/tasks/task-scope.ts';
import { streamEvents, type EventSource, type StreamEvent } from '../http/streams/event-stream.ts';
import { lastEventId } from '../http/streams/last-event-id.ts';
import type { OpenStreams } from '../http/streams/open-streams.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { resumable } from '../http/sent-headers.ts';
import type { TaskBus } from '../http/streams/task-bus.ts';
import { basePath } from '../http/request/server-path.ts';
import type { LinesFor } from './procedure-routes.ts';
import { findActor } from '../http/auth/session-cookie.ts';

export interface ConsoleEventDependencies extends LinesFor {
  /** The configured address. Its path precedes the addresses of files. */
  readonly baseUrl: string | undefined;
  readonly currency: string;
  readonly db: Queryable;
  readonly bus: TaskBus;
  readonly streams: OpenStreams;
}

const query = z.strictObject({
  language: z.enum(['en', 'zh']).optional().describe('Language of texts, like Accept-Language.'),
  all: flag.default(false).describe('Operators only: the tasks of all accounts.'),
  last_event_id: z
    .string()
    .regex(/^\d{1,15}$/, 'expected the number of an event')
    .optional()
    .describe('Alternative to the header Last-Event-ID: continue after that event.'),
});

type EventCall = Call<unknown, z.infer<typeof query>>;
type User = Extract<Actor, { kind: 'user' }>;

export function consoleEvents(parts: ConsoleEventDependencies): Route {
  return route({
    interfaceName: 'console',
    auth: 'none',
    method: 'GET',
    path: '/api/events',
    summary: 'Stream changes of your tasks, balance and tokens (server-sent events)',
    query,
    headers: resumable,
    streams: true,
    responses: {
      200: {
        description:
          'Events: `task` with the task and `deleted` with its ID, both numbered; `balance` with the available and held amounts; `queue` with the positions of your queued tasks, when the queue moves; `tokens` when tokens were created, changed or revoked; `local`, for operators, when a local model or the progress of its installation has changed; `anew` when too many events were missed: reload everything.',
        types: ['text/event-stream'],
      },
    },
    errorCodes: ['streams_too_many'],
    handle: call => stream(parts, call),
  });
}

/**
 * Runs until the client disconnects or the session ends. Without a last event id, it
 * begins with the next change.
 */
async function stream(parts: ConsoleEventDependencies, call: EventCall) {
  const { request, reply } = call;
  const { db, bus, streams } = parts;
  const actor = await findActor(db, request);
  if (!actor) throw new AppError('session_missing');
  // Counted for the user, not for the account, so that people in the Console do not
  // use up the streams of programs.
  streams.count(reply, actor.userId);
  const scope = streamScope(actor, call.query.all);
  const source = sourceFor(parts, call, { actor, scope });
  const last = await newestChange(db, scope.accountId);
  const lastSeen = lastEventId(call);
  const isAnew = lastSeen !== undefined && (await isLost(db, scope, { lastSeen, last }));
  const from = isAnew ? last : (lastSeen ?? last);
  const seenTasks = isAnew || lastSeen === undefined ? await source.since(await source.resumeFrom(last)) : [];
  const opening = isAnew ? { name: 'anew', data: '{}' } : undefined;
  streamEvents({ reply, callerIds: [actor.userId], bus, source, from, seenTasks, opening });
  return reply;
}

const maxMissed = 1000;

/**
 * Whether the client missed so much that reading everything again is cheaper, or its number is from
 * before the database was restored.
 */
async function isLost(
  db: Queryable,
  scope: TaskScope,
  { lastSeen, last }: { readonly lastSeen: number; readonly last: number },
): Promise<boolean> {
  return lastSeen > last || (await isFarBehind(db, scope, { change: lastSeen, limit: maxMissed }));
}

/** Throws AppError `not_allowed`. */
function streamScope({ role, accountId, userId }: User, all: boolean): TaskScope {
  if (all && role !== 'operator') throw new AppError('not_allowed', { who: 'operator' });
  return { ...(!all && { accountId }), ...(role === 'member' && { userId }) };
}

function sourceFor(
  parts: ConsoleEventDependencies,
  { language, query }: EventCall,
  { actor, scope }: { actor: User; scope: TaskScope },
): EventSource<TaskSummary> {
  const { db } = parts;
  const { accountId } = scope;
  const toLine = parts.linesFor({
    baseUrl: basePath(parts.baseUrl),
    language: query.language ?? language,
  });
  const sendBalance = openBalanceSender(parts, actor.accountId);
  const sendQueue = openQueueSender(db, scope);
  return {
    isAllowed: async () => {
      const user = await sessionUser(db, actor.sessionId);
      return user?.role === actor.role && user.accountId === actor.accountId;
    },
    load: ({ summary }) => summary(),
    since: change => viewChangedSummaries(db, scope, change),
    resumeFrom: change => resumeFrom(db, accountId, change),
    isMine: task => isInScope(task, scope),
    isOver: () => false,
    tokensEvent: changedAccountId => {
      const isSeen =
        changedAccountId === undefined || changedAccountId === actor.accountId || actor.role === 'operator';
      return isSeen ? { name: 'tokens', data: '{}' } : undefined;
    },
    localEvent: () => (actor.role === 'operator' ? { name: 'local', data: '{}' } : undefined),
    toEvent: task =>
      task.isDeleted
        ? { name: 'deleted', data: JSON.stringify({ id: task.publicId }) }
        : { name: 'task', data: JSON.stringify(toLine(task)) },
    onChange: (task, send) => {
      sendQueue(task, send);
      if (task.accountId === actor.accountId) sendBalance(send);
    },
  };
}

const balanceEveryMs = 1000;

/** Sends the balance immediately, and then at most once a second. */
function openBalanceSender({ db, currency }: ConsoleEventDependencies, accountId: string) {
  let isScheduled = false;
  let sentMs = 0;
  const read = async (send: (event: StreamEvent) => void): Promise<void> => {
    await systemClock.sleep(Math.max(0, sentMs + balanceEveryMs - systemClock.now()));
    isScheduled = false;
    sentMs = systemClock.now();
    const balance = await readBalance(db, accountId);
    const available = formatMicros(balance?.availableMicros ?? 0n);
    const heldAmount = formatMicros(balance?.heldMicros ?? 0n);
    send({ name: 'balance', data: JSON.stringify({ available, held: heldAmount, currency }) });
  };
  return (send: (event: StreamEvent) => void): void => {
    if (isScheduled) return;
    isScheduled = true;
    // The database is unavailable. The next change sends the balance.
    read(send).catch(() => {});
  };
}

const queueEveryMs = 2000;
const positionsAtOnce = 100;

/**
 * Sends where the stream's queued tasks are in the queue, because that changes with tasks of others too: at
 * most every two seconds, and only while there are any.
 */
function openQueueSender(db: Queryable, scope: TaskScope) {
  // The stream does not know the tasks from before it began.
  let mayBeQueued = true;
  let isScheduled = false;
  const read = async (send: (event: StreamEvent) => void): Promise<void> => {
    await systemClock.sleep(queueEveryMs);
    isScheduled = false;
    const queuedTasks = await listSummaries(db, { ...scope, states: ['queued'] }, positionsAtOnce);
    mayBeQueued = queuedTasks.length > 0;
    if (!mayBeQueued) return;
    const tasks = queuedTasks.map(({ publicId, ahead = null, awaySince }) => ({
      id: publicId,
      ahead,
      away_since: awaySince?.toISOString() ?? null,
    }));
    send({ name: 'queue', data: JSON.stringify({ tasks }) });
  };
  return (task: TaskSummary, send: (event: StreamEvent) => void): void => {
    mayBeQueued ||= task.phase === 'queued' && isInScope(task, scope);
    if (isScheduled || !mayBeQueued) return;
    isScheduled = true;
    // The database is unavailable. The next change sends the positions.
    read(send).catch(() => {});
  };
}
