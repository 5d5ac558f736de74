/** GET /api/events: tasks as they change, for who is signed in, and the balance whenever it may have changed. */
import { z } from 'zod';
import { sessionUser } from '../../accounts/sessions.ts';
import { balanceOf } from '../../billing/ledger.ts';
import type { Queryable } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import { systemClock } from '../../lib/clock.ts';
import { formatMicros } from '../../lib/money.ts';
import type { Actor } from '../../procedures/procedure.ts';
import { flag } from '../../procedures/fields.ts';
import {
  goOnFrom,
  isFarBehind,
  newestChange,
  viewChangedLines,
  type LineView,
} from '../../tasks/line-view.ts';
import type { TaskScope } from '../../tasks/task-filter.ts';
import { streamEvents, type EventSource, type ToldEvent } from '../event-stream.ts';
import { lastEventId } from '../last-event-id.ts';
import type { OpenStreams } from '../open-streams.ts';
import { route, type Call, type Route } from '../route.ts';
import { resumable } from '../sent-headers.ts';
import type { TaskBus } from '../task-bus.ts';
import { taskLines, type LineParts } from '../task-line.ts';
import { filesBase } from './procedure-routes.ts';
import { actorOf } from './session-cookie.ts';

export interface ConsoleEventParts extends Omit<LineParts, 'baseUrl' | 'language'> {
  readonly db: Queryable;
  readonly bus: TaskBus;
  readonly streams: OpenStreams;
}

const query = z.strictObject({
  language: z.enum(['en', 'zh']).optional().describe('Of what is said; as Accept-Language.'),
  all: flag.default(false).describe('Of an operator: the tasks of all accounts.'),
  last_event_id: z
    .string()
    .regex(/^\d{1,15}$/, 'the number of an event is expected')
    .optional()
    .describe('As the header Last-Event-ID: go on after that event.'),
});

type EventCall = Call<unknown, z.infer<typeof query>>;
type User = Extract<Actor, { kind: 'user' }>;

export function consoleEvents(parts: ConsoleEventParts): Route {
  return route({
    family: 'console',
    auth: 'none',
    method: 'GET',
    path: '/api/events',
    summary: 'Changes of your tasks and of your balance, as server-sent events',
    query,
    headers: resumable,
    streams: true,
    answers: {
      200: {
        says: '`task` with its line, `deleted` with its id, both numbered; `balance` with what is available and held; `anew` where too much was missed to tell it: read everything again.',
        types: ['text/event-stream'],
      },
    },
    refusals: ['streams_too_many'],
    handle: call => stream(parts, call),
  });
}

/** Goes on until the client leaves or the session ends. Without a number to go on from it begins with what happens next. */
async function stream(parts: ConsoleEventParts, call: EventCall) {
  const { request, reply } = call;
  const { db, bus, streams } = parts;
  const actor = await actorOf(db, request);
  if (!actor) throw new AppError('session_missing');
  // Not of the account's share: people who look on must not shut out its programs.
  streams.count(reply, actor.userId);
  const scope = scopeOf(actor, call.query.all);
  const source = sourceFor(parts, call, { actor, scope });
  const last = await newestChange(db, scope.accountId);
  const asked = lastEventId(call);
  const isAnew = asked !== undefined && (await isLost(db, scope, { asked, last }));
  const from = isAnew ? last : (asked ?? last);
  const seen = isAnew || asked === undefined ? await source.since(await source.lookBack(last)) : [];
  const opening = isAnew ? { name: 'anew', data: '{}' } : undefined;
  streamEvents({ reply, callerId: actor.userId, bus, source, from, seen, opening });
  return reply;
}

const mostMissed = 1000;

/** So much was missed that reading everything again is less; or the number is of another database, before it was restored. */
async function isLost(
  db: Queryable,
  scope: TaskScope,
  { asked, last }: { readonly asked: number; readonly last: number },
): Promise<boolean> {
  return asked > last || (await isFarBehind(db, scope, { change: asked, limit: mostMissed }));
}

/** Throws AppError `not_allowed`. */
function scopeOf({ role, accountId, userId }: User, all: boolean): TaskScope {
  if (all && role !== 'operator') throw new AppError('not_allowed', { who: 'operator' });
  return { ...(!all && { accountId }), ...(role === 'member' && { userId }) };
}

function sourceFor(
  parts: ConsoleEventParts,
  { language, query: asked }: EventCall,
  { actor, scope }: { actor: User; scope: TaskScope },
): EventSource<LineView> {
  const { db } = parts;
  const { accountId, userId } = scope;
  const toLine = taskLines({ ...parts, baseUrl: filesBase, language: asked.language ?? language });
  const tellBalance = balanceTeller(parts, actor.accountId);
  return {
    isAllowed: async () => {
      const user = await sessionUser(db, actor.sessionId);
      return user?.role === actor.role && user.accountId === actor.accountId;
    },
    load: ({ line }) => line(),
    since: change => viewChangedLines(db, scope, change),
    lookBack: change => goOnFrom(db, accountId, change),
    isMine: task =>
      (accountId === undefined || task.accountId === accountId) &&
      (userId === undefined || task.user?.id === userId),
    isOver: () => false,
    toEvent: task =>
      task.isDeleted
        ? { name: 'deleted', data: JSON.stringify({ id: task.publicId }) }
        : { name: 'task', data: JSON.stringify(toLine(task)) },
    heard: (task, tell) => {
      if (task.accountId === actor.accountId) tellBalance(tell);
    },
  };
}

const balanceEveryMs = 1000;

/** At once, and then once a second at most: what comes meanwhile is told together. */
function balanceTeller({ db, currency }: ConsoleEventParts, accountId: string) {
  let isComing = false;
  let toldMs = 0;
  const read = async (tell: (event: ToldEvent) => void): Promise<void> => {
    await systemClock.sleep(Math.max(0, toldMs + balanceEveryMs - systemClock.now()));
    isComing = false;
    toldMs = systemClock.now();
    const balance = await balanceOf(db, accountId);
    const available = formatMicros(balance?.availableMicros ?? 0n);
    const held = formatMicros(balance?.heldMicros ?? 0n);
    tell({ name: 'balance', data: JSON.stringify({ available, held, currency }) });
  };
  return (tell: (event: ToldEvent) => void): void => {
    if (isComing) return;
    isComing = true;
    // The database is away: the next change tells it.
    read(tell).catch(() => {});
  };
}
