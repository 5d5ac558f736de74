/** The engine states: workers, current tasks and the last 24 hours. Reads only. */
import type { ReasonTexts } from '@kinora/shared/errors/reason';
import type { Queryable } from '../../../platform/db/open.ts';
import { readRows } from '../../../platform/db/row.ts';
import type { ErrorCode, ErrorDetails } from '@kinora/shared/errors/errors';
import { calendarNow } from '@kinora/shared/clock';
import type { Catalogue } from '../../catalogue/models/catalogue.ts';
import type { ProbeFailure } from '../../catalogue/routes/failed-probe.ts';
import { engineFaults, rateEngine, type Health } from './engine-health.ts';
import { findClosure, leastCostByEngine, type EngineTerms } from './engine-terms.ts';
import { byHour, clock, current, lastErrors, present, selectRatings } from './engine-state-statements.ts';

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

interface CurrentRow
  extends
    Pick<
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
    const engineHours = hours.filter(row => row.engine === engine.name);
    const { engine: _, ...lastError } = errors.find(row => row.engine === engine.name) ?? {};
    return {
      ...engine,
      since: findHealthySince(engine, 'at' in lastError ? lastError.at : undefined),
      hours: first ? hoursFrom(first, engineHours) : [],
      medianSeconds: engineHours.find(({ at }) => at === undefined)?.median,
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

/** Reads the states of all engines without the last 24 hours. */
export async function readCurrentEngines(db: Queryable, catalogue: RouteList): Promise<CurrentEngine[]> {
  const rows = await readRows<CurrentRow>(db, current, [[...catalogue.routesByEngine.keys()]]);
  const ratings = await readRows<RatedRow>(db, selectRatings, [engineFaults]);
  return rows.map(toCurrentEngine(catalogue, ratings));
}

/**
 * Reads the states of all engines without queued and rated tasks, so that no state follows from failures.
 * Fast, however many tasks there are.
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
    const {
      name,
      drainedBy,
      drainedReason,
      problem,
      secretReference,
      slots,
      busy,
      queued: queuedTasks,
    } = row;
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
      queued: queuedTasks,
      pauseReason: row.pause ? pauseReason(row.pause) : undefined,
      probeFailure: row.probe?.failure,
    };
  };
}

const hourMs = 3_600_000;

function hoursFrom(first: Date, rows: readonly HourRow[]): EngineHour[] {
  return Array.from({ length: 24 }, (_, index) => {
    const hourStart = new Date(first.getTime() + index * hourMs);
    const row = rows.find(({ at: start }) => start?.getTime() === hourStart.getTime());
    return { at: hourStart, succeeded: row?.succeeded ?? 0, failed: row?.failed ?? 0 };
  });
}

function pauseReason({ reason, reasonZh }: NonNullable<CurrentRow['pause']>): ReasonTexts {
  return { reason, ...(reasonZh !== null && { reasonZh }) };
}
