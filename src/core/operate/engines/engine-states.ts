/** The engine states: workers, current tasks and the last 24 hours. Reads only. */
import type { ReasonTexts } from '@kinora/shared/errors/reason';
import { nextMonthBegins, thisMonth, today, tomorrowBegins } from '../../../platform/db/calendar.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { readRows } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';
import type { ErrorCode, ErrorDetails } from '@kinora/shared/errors/errors';
import { calendarNow } from '@kinora/shared/clock';
import type { Catalogue } from '../../catalogue/models/catalogue.ts';
import type { ProbeFailure } from '../../catalogue/routes/failed-probe.ts';
import { trialSecondsAfterPause } from '../../catalogue/routes/pause-end.ts';
import { engineFaults, ratedTasks, rateEngine, type Health } from './engine-health.ts';
import { findClosure, leastCostByEngine, type EngineTerms } from './engine-terms.ts';
import { presenceTimeoutSeconds } from './engine-presence.ts';

export interface EngineState extends Health {
  readonly name: string;
  readonly drainedBy: string | undefined;
  readonly drainedReason: string | undefined;
  readonly isPresent: boolean;
  readonly terms: EngineTerms;
  /** Why a worker could not open it (instances/engine-host.ts). */
  readonly problem: string | undefined;
  /** `env:NAME` or `file:/path`. Undefined if the secret is stored encrypted, or there is none. */
  readonly secretReference: string | undefined;
  /** The slots of all present workers. Undefined if there are none. */
  readonly slots: number | undefined;
  /** Tasks that were started and have not ended. */
  readonly busy: number;
  readonly queued: number;
  /** How many of the rated tasks ended, and how many of these failed. */
  readonly ended: number;
  readonly failed: number;
  /** Why one of its routes is paused. Undefined if none is. */
  readonly pauseReason: ReasonTexts | undefined;
  /** Why its last probe failed. Undefined if it did not, or something has succeeded since. */
  readonly probeFailure: ProbeFailure | undefined;
  /** The current hour and the 23 before it, oldest first. */
  readonly hours: readonly EngineHour[];
  readonly medianSeconds: number | undefined;
  /** The last failure within these hours. */
  readonly lastError: LastEngineError | undefined;
}

export interface EngineHour {
  readonly at: Date;
  readonly succeeded: number;
  readonly failed: number;
}

export interface LastEngineError {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  readonly at: Date;
  readonly task: string;
}

const countQueued = `(select count(*)::int from routes join task_queue using (model) where routes.engine = names.name)
         + (select count(*)::int from task_runs where engine = names.name and phase = 'queued')`;

/**
 * Since a worker reports it and it is not drained, or since its last pause ended without
 * a task that tried the route.
 */
const healthySince = `greatest(engines.since, (select max(open_until) + ${trialSecondsAfterPause} * interval '1 s' from breakers
         where engine = names.name and open_until <= now() - ${trialSecondsAfterPause} * interval '1 s'))`;

/**
 * The engines of routes, and any other that a worker reports, that is drained, or that has waiting tasks. $1
 * names. The allowance of jobs per minute grows as in tasks/routing/admission.ts.
 */
const currentEngines = (
  name: string,
  { queued, pause, probe }: Record<'queued' | 'pause' | 'probe', string>,
) =>
  statement(
    name,
    `select * from (
     select names.name, engines.kind is not null and engines.removed_at is null as is_instance,
       engines.removed_at is not null as is_removed, ${healthySince} as since, engines.seen_at, engines.drained_at, engines.drained_by, engines.drained_reason, engines.problem, engines.hours,
       day_budget_micros - (select coalesce(sum(micros), 0)::bigint from engine_spending
         where engine = names.name and day >= ${today}) as day_left_micros,
       month_budget_micros - (select coalesce(sum(micros), 0)::bigint from engine_spending
         where engine = names.name and day >= ${thisMonth}) as month_left_micros,
       ${tomorrowBegins} as next_day, ${nextMonthBegins} as next_month,
       coalesce((select greatest(0, (1 - allowance) * 60 / starts_per_minute - extract(epoch from now() - counted_at))::float8
        from engine_rates where engine = names.name), 0) as start_in_seconds,
       (select (case when bool_or(local) then sum(slots) else max(slots) end)::int from engine_workers
        where engine = names.name and seen_at > now() - interval '${presenceTimeoutSeconds} s') as slots,
       (select count(*)::int from task_runs where engine = names.name and phase <> 'queued') as busy,
       (select reference from engine_secrets where engine = names.name) as secret_reference,
       ${pause} as pause, ${probe} as probe, ${queued} as queued
     from (select name from engines union select unnest($1::text[])) as names left join engines using (name)
   ) as engine
   where name = any($1) or is_instance or ((slots is not null or drained_at is not null) and not is_removed) or busy + queued > 0
   order by name`,
  );
/**
 * Reads the pause of the route that was paused first. After the pause, a task that
 * waits tries it within seconds.
 */
const firstPause = `(select json_build_object('since', opened_at, 'reason', reason, 'reasonZh', reason_zh) from breakers
         where engine = names.name and open_until > now() - ${trialSecondsAfterPause} * interval '1 s' order by opened_at limit 1)`;
const failedProbe = `case when failed_probe_at is not null
         then json_build_object('since', failed_probe_since, 'failure', failed_probe_reason) end`;
const current = currentEngines('current_engines', {
  queued: countQueued,
  pause: firstPause,
  probe: failedProbe,
});
/** Counting the queue takes longer than everything else. */
const present = currentEngines('present_engines', { queued: '0', pause: 'null::json', probe: 'null::json' });

/** Tasks that ended since a time: succeeded, or failed through the engine's fault. */
const ended = (since: string, codes: string) =>
  `tasks where finished_at >= ${since} and started_at is not null and (phase = 'succeeded' or (phase = 'failed' and error_code = any(${codes}::text[])))`;
const firstHour = `(date_trunc('hour', now(), 'UTC') - interval '23 hours')`;

/** One row for each engine and hour, and one without an hour for all hours of an engine. */
const byHour = statement(
  'engine_hours',
  `select engine, date_trunc('hour', finished_at, 'UTC') as at,
     count(*) filter (where phase = 'succeeded')::int as succeeded, count(*) filter (where phase = 'failed')::int as failed,
     (percentile_cont(0.5) within group (order by extract(epoch from finished_at - started_at)) filter (where phase = 'succeeded'))::float8 as median
   from ${ended(firstHour, '$1')}
   group by grouping sets ((engine, 2), (engine))`,
);
const rated = statement(
  'engine_rated',
  `select engine, count(*)::int as ended, count(*) filter (where phase = 'failed')::int as failed,
     min(finished_at) filter (where phase = 'failed') as first_failed_at
   from (
     select engine, phase, finished_at, row_number() over (partition by engine order by finished_at desc) as place
     from ${ended(`now() - interval '1 hour'`, '$1')}
   ) as newest where place <= ${ratedTasks} group by engine`,
);
const lastErrors = statement(
  'engine_last_errors',
  `select distinct on (engine) engine, error_code as code, error_details as details, finished_at as at, public_id as task
   from tasks where finished_at >= ${firstHour} and phase = 'failed' and started_at is not null and error_code = any($1::text[])
   order by engine, finished_at desc`,
);
const clock = statement('engine_clock', `select ${firstHour} as first`);

interface CurrentRow
  extends Pick<
      EngineState,
      | 'name'
      | 'since'
      | 'drainedBy'
      | 'drainedReason'
      | 'problem'
      | 'secretReference'
      | 'slots'
      | 'busy'
      | 'queued'
    >,
    EngineTerms {
  readonly seenAt: Date | undefined;
  readonly drainedAt: Date | undefined;
  readonly pause: { since: string; reason: string; reasonZh: string | null } | undefined;
  readonly probe: { since: string; failure: ProbeFailure } | undefined;
}

interface HourRow {
  readonly engine: string;
  readonly at: Date | undefined;
  readonly succeeded: number;
  readonly failed: number;
  readonly median: number | undefined;
}

interface RatedRow extends Pick<EngineState, 'ended' | 'failed'> {
  readonly engine: string;
  readonly firstFailedAt: Date | undefined;
}

/** Routes lead to engines that no worker has, too. */
type RouteList = Pick<Catalogue, 'routesByEngine' | 'all'>;

/** Reads the states of all engines. */
export async function readEngines(db: Queryable, catalogue: RouteList): Promise<EngineState[]> {
  const hours = await readRows<HourRow>(db, byHour, [engineFaults]);
  const errors = await db.query<LastEngineError & { engine: string }>(lastErrors, [engineFaults]);
  const [{ first } = { first: undefined }] = await db.query<{ first: Date }>(clock);
  return (await readCurrentEngines(db, catalogue)).map(engine => {
    const own = hours.filter(row => row.engine === engine.name);
    const { engine: _, ...lastError } = errors.find(row => row.engine === engine.name) ?? {};
    return {
      ...engine,
      since: findHealthySince(engine, 'at' in lastError ? lastError.at : undefined),
      hours: first ? hoursFrom(first, own) : [],
      medianSeconds: own.find(({ at }) => at === undefined)?.median,
      lastError: 'code' in lastError ? (lastError as LastEngineError) : undefined,
    };
  });
}

/**
 * Nothing stores when an engine was healthy again after tasks had failed on it, so that this is not known.
 */
function findHealthySince({ state, since }: Health, lastFailedAt: Date | undefined): Date | undefined {
  return state === 'healthy' && since && lastFailedAt && lastFailedAt > since ? undefined : since;
}

export type CurrentEngine = Omit<EngineState, 'hours' | 'medianSeconds' | 'lastError'>;

/** The same without the last 24 hours. */
export async function readCurrentEngines(db: Queryable, catalogue: RouteList): Promise<CurrentEngine[]> {
  const rows = await readRows<CurrentRow>(db, current, [[...catalogue.routesByEngine.keys()]]);
  const ratings = await readRows<RatedRow>(db, rated, [engineFaults]);
  return rows.map(toCurrentEngine(catalogue, ratings));
}

/**
 * The same without queued and rated tasks, so that no state follows from failures. Fast,
 * however many tasks there are.
 */
export async function readPresentEngines(db: Queryable, catalogue: RouteList): Promise<CurrentEngine[]> {
  const rows = await readRows<CurrentRow>(db, present, [[...catalogue.routesByEngine.keys()]]);
  return rows.map(toCurrentEngine(catalogue, []));
}

function toCurrentEngine(catalogue: RouteList, ratings: readonly RatedRow[]) {
  const minCost = leastCostByEngine(catalogue);
  return (row: CurrentRow): CurrentEngine => {
    const tasks = ratings.find(({ engine }) => engine === row.name);
    const counts = { ended: tasks?.ended ?? 0, failed: tasks?.failed ?? 0 };
    const { name, drainedBy, drainedReason, problem, secretReference, slots, busy, queued } = row;
    const { hours, dayLeftMicros, monthLeftMicros, nextDay, nextMonth, startInSeconds } = row;
    const isPresent = slots !== undefined;
    const terms = { hours, dayLeftMicros, monthLeftMicros, nextDay, nextMonth, startInSeconds };
    const health = rateEngine({
      ...counts,
      isPresent,
      drainedAt: row.drainedAt,
      seenAt: row.seenAt,
      presentSince: row.since,
      pausedSince: row.pause ? new Date(row.pause.since) : undefined,
      probeFailedSince: row.probe ? new Date(row.probe.since) : undefined,
      firstFailedAt: tasks?.firstFailedAt,
      closing: findClosure(terms, minCost(name), calendarNow()),
    });
    return {
      ...health,
      ...counts,
      isPresent,
      terms,
      name,
      drainedBy,
      drainedReason,
      problem,
      secretReference,
      slots,
      busy,
      queued,
      pauseReason: row.pause ? pauseReason(row.pause) : undefined,
      probeFailure: row.probe?.failure,
    };
  };
}

const hourMs = 3_600_000;

function hoursFrom(first: Date, rows: readonly HourRow[]): EngineHour[] {
  return Array.from({ length: 24 }, (_, index) => {
    const at = new Date(first.getTime() + index * hourMs);
    const row = rows.find(({ at: start }) => start?.getTime() === at.getTime());
    return { at, succeeded: row?.succeeded ?? 0, failed: row?.failed ?? 0 };
  });
}

function pauseReason({ reason, reasonZh }: NonNullable<CurrentRow['pause']>): ReasonTexts {
  return { reason, ...(reasonZh !== null && { reasonZh }) };
}
