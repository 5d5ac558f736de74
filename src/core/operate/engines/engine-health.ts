/**
 * The state of an engine, by the first of these rules that matches:
 * - drained: an operator has drained it.
 * - down: no worker has reported it for 30 seconds.
 * - outside_hours, over_budget: it takes no tasks until a known time.
 * - failing: a route to it is paused after failed starts; or its last probe failed and nothing has succeeded
 *   since; or of its last 20 tasks within the hour, at least three and at least half failed.
 * - degraded: of those, at least two and at least a fifth failed.
 * - healthy.
 * Only failures that may be the engine's fault count, not rejected content, expired pictures or
 * cancellations. The state is only displayed. Only an operator takes an engine out of service.
 */
import type { ErrorCode } from '@kinora/shared/errors/errors';
import type { RouteClosure } from './engine-terms.ts';

export const engineConditions = [
  'healthy',
  'degraded',
  'failing',
  'outside_hours',
  'over_budget',
  'drained',
  'down',
] as const;
export type EngineCondition = (typeof engineConditions)[number];

/** Codes of failed tasks that count against their engine. */
export const engineFaults: readonly ErrorCode[] = [
  'engine_error',
  'engine_rejected',
  'engine_busy',
  'engine_unavailable',
  'engine_unauthorized',
  'engine_unfunded',
  'engine_media_invalid',
  'start_unknown',
  'paid_work_lost',
  'attempts_lost',
  'timeout',
];

/** How many of the newest tasks of the last hour are rated. */
export const ratedTasks = 20;

export interface EngineObservations {
  readonly drainedAt: Date | undefined;
  /** Whether a worker reported it within the last 30 seconds. */
  readonly isPresent: boolean;
  /** The last report of a worker. Undefined if there was none. */
  readonly seenAt: Date | undefined;
  /**
   * When a worker reported it after a silence, when it was resumed, or when a pause of its routes or the
   * failure of its probes ended.
   */
  readonly presentSince: Date | undefined;
  /** When one of its routes was paused. Undefined if none is. */
  readonly pausedSince: Date | undefined;
  /**
   * When the first of its last probes failed. Undefined if the last one did not, or
   * something has succeeded since.
   */
  readonly probeFailedSince: Date | undefined;
  /** Why it takes no tasks now. */
  readonly closing: RouteClosure | undefined;
  /** How many of the rated tasks ended, and how many of these failed. */
  readonly ended: number;
  readonly failed: number;
  readonly firstFailedAt: Date | undefined;
}

export interface Health {
  readonly state: EngineCondition;
  /** Undefined if it was never reported, or if that is not known. */
  readonly since: Date | undefined;
  /** When it takes tasks again, if that is known. */
  readonly until?: Date;
}

export function rateEngine(signs: EngineObservations): Health {
  const {
    drainedAt,
    isPresent,
    closing,
    pausedSince,
    probeFailedSince,
    ended: endedCount,
    failed: failedCount,
    firstFailedAt,
  } = signs;
  if (drainedAt) return { state: 'drained', since: drainedAt };
  if (!isPresent) return { state: 'down', since: signs.seenAt };
  // A limit of jobs per minute passes within seconds.
  if (closing && closing.why !== 'rate_limited')
    return { state: closing.why, since: undefined, until: closing.until };
  if (pausedSince) return { state: 'failing', since: pausedSince };
  if (probeFailedSince) return { state: 'failing', since: probeFailedSince };
  if (failedCount >= 3 && failedCount * 2 >= endedCount) return { state: 'failing', since: firstFailedAt };
  if (failedCount >= 2 && failedCount * 5 >= endedCount) return { state: 'degraded', since: firstFailedAt };
  return { state: 'healthy', since: signs.presentSince };
}
