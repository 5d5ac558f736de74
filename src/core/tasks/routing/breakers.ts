/** The breakers of all routes, as rows that all workers share, with a copy in memory. */
import type { ReasonTexts } from '@kinora/shared/errors/reason';
import type { Database, Queryable, Transaction } from '../../../platform/db/open.ts';
import type { Notifications } from '../../../platform/db/notifications.ts';
import { readFirst, readRows } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';
import { isAwayOrBusy } from '../../../engines/contract/engine-failure.ts';
import type { EngineError } from '../../../engines/contract/engine-error.ts';
import { type Clock, systemClock } from '@kinora/shared/clock';
import { openBatchers } from '../../../platform/lib/async/batcher.ts';
import {
  afterFailure,
  afterRepetition,
  afterSuccess,
  breakerState,
  countsAgainst,
  isPausedAway,
  trialSeconds,
  type Breaker,
} from './breaker.ts';
import { endPauses } from '../../catalogue/routes/change-routes.ts';
import { announceWaiting, notePauseEnd } from '../../catalogue/routes/pause-end.ts';
import type { BreakerState } from './plan-pulls.ts';

/** A model and one of its engines. */
export interface RouteName {
  readonly model: string;
  readonly engine: string;
}

export interface Breakers {
  /** Whether any route failed lately. */
  readonly isAnyTroubled: boolean;
  findState(route: RouteName): BreakerState;
  /** How long the route is still paused. Returns undefined if it is not. */
  findPauseMs(route: RouteName): number | undefined;
  /** Whether its engine was away or busy at the last start. */
  isAwayOrBusy(route: RouteName): boolean;
  /**
   * A start of the route failed. An engine that rejected the job has answered, so that counts as a success.
   * `isRepeated`: the same job failed before.
   */
  recordFailure(route: RouteName, failure: EngineError, isRepeated?: boolean): Promise<void>;
  recordSuccess(route: RouteName): Promise<void>;
  /**
   * The engine can be reached again: if the route is paused because it could not, the pause ends, and
   * tasks that wait for it are due.
   */
  recordAnswer(route: RouteName): Promise<void>;
  /** Claims the one trial of a half-open route, in all workers. */
  claimTrial(route: RouteName): Promise<boolean>;
  /** The claimed trial was not used. */
  releaseTrial(route: RouteName): Promise<void>;
}

export interface BreakerDependencies {
  readonly db: Database;
  readonly notifications: Notifications;
  readonly clock: Pick<Clock, 'now'>;
  readonly onError: (error: unknown) => void;
}

const columns = `model, engine, starts, pause_seconds, reason, reason_zh, code,
  (extract(epoch from open_until) * 1000)::float8 as open_until_ms, (extract(epoch from trial_until) * 1000)::float8 as trial_until_ms,
  (extract(epoch from now()) * 1000)::float8 as now_ms`;
const list = statement('list_breakers', `select ${columns} from breakers`);
/**
 * Waits for other changes of the same breaker, so that the first failures of a route are counted one after
 * the other.
 */
const lock = statement('lock_breaker', `select pg_advisory_xact_lock(4042, hashtext($1))`);
const find = statement(
  'find_breaker',
  `select ${columns} from (select 1) one left join breakers on model = $1 and engine = $2`,
);
const save = statement(
  'save_breaker',
  `insert into breakers (
     model, engine, starts, open_until, pause_seconds, trial_until, reason, reason_zh, code, opened_at
   )
   values (
     $1, $2, $3, to_timestamp($4::float8 / 1000), $5, to_timestamp($6::float8 / 1000), $7, $8, $9,
     case when $4::float8 is not null then now() end
   )
   on conflict (model, engine)
   do update set starts = excluded.starts, open_until = excluded.open_until,
     pause_seconds = excluded.pause_seconds, trial_until = excluded.trial_until, reason = excluded.reason,
     reason_zh = excluded.reason_zh, code = excluded.code,
     opened_at = coalesce(breakers.opened_at, excluded.opened_at)
   returning pg_notify('kinora_engine', $2)`,
);
const remove = statement(
  'remove_breaker',
  `delete from breakers where model = $1 and engine = $2 returning pg_notify('kinora_engine', $2)`,
);
const claim = statement(
  'claim_breaker_trial',
  `update breakers set trial_until = now() + ${trialSeconds} * interval '1 s'
   where model = $1 and engine = $2 and open_until <= now() and (trial_until is null or trial_until <= now())
   returning pg_notify('kinora_engine', $2)`,
);
const unclaim = statement(
  'release_breaker_trial',
  `update breakers set trial_until = null where model = $1 and engine = $2 and trial_until > now()
   returning pg_notify('kinora_engine', $2)`,
);

interface RouteChange {
  readonly route: RouteName;
  readonly next: (breaker: Breaker | undefined, nowMs: number) => Breaker | undefined;
}

interface BreakerRow extends RouteName, Omit<Breaker, 'starts' | 'reason'> {
  /** Undefined if the route has no breaker. */
  readonly starts: Breaker['starts'] | undefined;
  readonly reason: string | undefined;
  readonly reasonZh: string | undefined;
  readonly nowMs: number;
}

export async function openBreakers({
  db,
  notifications,
  clock,
  onError,
}: BreakerDependencies): Promise<Breakers> {
  let breakersByRoute = new Map<string, Breaker>();
  /** The milliseconds by which the clock of the database is ahead of this one. */
  let skewMs = 0;
  let reading = Promise.resolve();

  const read = async (): Promise<void> => {
    const rows = await readRows<BreakerRow>(db, list);
    breakersByRoute = new Map(rows.map(row => [toKey(row), toBreaker(row)]));
    skewMs = rows[0] ? rows[0].nowMs - clock.now() : skewMs;
  };
  const readLater = (): void => {
    reading = reading.then(read).catch(onError);
  };
  const changeInBatches = openBatchers<string, RouteChange, void>({
    // All are of the route that the key names.
    runFor: () => async changes => {
      await changeAll(db, changes, clock);
      await read();
      return changes.map(async () => {});
    },
    clock: systemClock,
  });
  const change = (route: RouteName, next: RouteChange['next']): Promise<void> =>
    changeInBatches(toKey(route), { route, next });
  const noteSuccess = async (route: RouteName): Promise<void> => {
    if (breakersByRoute.has(toKey(route))) await change(route, afterSuccess);
  };
  notifications.on('kinora_engine', readLater);
  notifications.onListening(isListening => isListening && readLater());
  await read();
  return {
    get isAnyTroubled() {
      return breakersByRoute.size > 0;
    },
    findState: route => breakerState(breakersByRoute.get(toKey(route)), clock.now() + skewMs),
    findPauseMs: route => {
      const { openUntilMs = 0 } = breakersByRoute.get(toKey(route)) ?? {};
      const pauseMs = Math.ceil(openUntilMs - clock.now() - skewMs);
      return pauseMs > 0 ? pauseMs : undefined;
    },
    isAwayOrBusy: route => isAwayOrBusy(breakersByRoute.get(toKey(route)) ?? {}),
    recordFailure: async (route, failure, isRepeated = false) => {
      if (!countsAgainst(failure)) return noteSuccess(route);
      const after = isRepeated ? afterRepetition : afterFailure;
      await change(route, (breaker, nowMs) => after(breaker, failure, nowMs));
    },
    recordSuccess: noteSuccess,
    recordAnswer: async route => {
      if (!breakersByRoute.has(toKey(route))) return;
      await db.transaction(async tx => {
        const { breaker } = await readLocked(tx, route, clock);
        if (isPausedAway(breaker)) await endPauses(tx, route);
      });
      await read();
    },
    claimTrial: async ({ model, engine }) => (await db.query(claim, [model, engine])).length === 1,
    releaseTrial: async ({ model, engine }) => void (await db.query(unclaim, [model, engine])),
  };
}

/** Changes of one route share a transaction, because only one at a time can have its lock. */
async function changeAll(
  db: Database,
  changes: readonly RouteChange[],
  clock: BreakerDependencies['clock'],
): Promise<void> {
  const [firstChange] = changes;
  if (!firstChange) return;
  const { route } = firstChange;
  await db.transaction(async tx => {
    const { breaker: before, nowMs } = await readLocked(tx, route, clock);
    const after = changes.reduce((breaker, { next }) => next(breaker, nowMs), before);
    if (after) await write(tx, route, { before, after });
    else if (before) {
      await notePauseEnd(tx, route);
      await tx.query(remove, [route.model, route.engine]);
    }
  });
}

async function readLocked(tx: Transaction, route: RouteName, clock: BreakerDependencies['clock']) {
  await tx.query(lock, [toKey(route)]);
  const row = await readFirst<BreakerRow>(tx, find, [route.model, route.engine]);
  return { breaker: row?.starts ? toBreaker(row) : undefined, nowMs: row?.nowMs ?? clock.now() };
}

export interface RouteHealth {
  readonly state: BreakerState;
  readonly reason: ReasonTexts | undefined;
  /** When its pause ends. Undefined if it is not paused. */
  readonly until: Date | undefined;
}

/** The state of each route, for display. */
export async function readBreakers(db: Queryable): Promise<(route: RouteName) => RouteHealth | undefined> {
  const rows = await readRows<BreakerRow>(db, list);
  const healthByRoute = new Map(
    rows.map(row => {
      const breaker = toBreaker(row);
      const { reason, openUntilMs } = breaker;
      const isPaused = openUntilMs !== undefined && openUntilMs > row.nowMs;
      const until = isPaused ? new Date(openUntilMs) : undefined;
      return [toKey(row), { state: breakerState(breaker, row.nowMs), reason, until }];
    }),
  );
  return route => healthByRoute.get(toKey(route));
}

async function write(
  db: Queryable,
  { model, engine }: RouteName,
  { before, after }: { readonly before: Breaker | undefined; readonly after: Breaker },
): Promise<void> {
  const { starts, openUntilMs, pauseSeconds, trialUntilMs, reason, code } = after;
  await db.query(save, [
    model,
    engine,
    starts,
    openUntilMs ?? null,
    pauseSeconds ?? null,
    trialUntilMs ?? null,
    reason?.reason ?? null,
    reason?.reasonZh ?? null,
    code ?? null,
  ]);
  const isOpening = openUntilMs !== undefined && before?.openUntilMs === undefined;
  if (isOpening) await announceWaiting(db, { model, engine });
}

function toKey({ model, engine }: RouteName): string {
  return `${model} ${engine}`;
}

function toBreaker(row: BreakerRow): Breaker {
  const { starts = [], openUntilMs, pauseSeconds, trialUntilMs, reason, reasonZh, code } = row;
  const texts = reason === undefined ? undefined : { reason, ...(reasonZh !== undefined && { reasonZh }) };
  return { starts, openUntilMs, pauseSeconds, trialUntilMs, reason: texts, code };
}
