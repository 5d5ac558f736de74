/**
 * The state of an engine, by the first of these rules that matches:
 * - drained: the operator has drained it.
 * - down: no worker has reported it for 30 seconds.
 * - failing: of its last 20 tasks within the hour at least three failed, and at least half.
 * - degraded: of those at least two failed, and at least a fifth.
 * - healthy.
 * A failure counts that may be the engine's fault; refused content, a picture that expired or a cancellation does not.
 * The state is only reported. Only an operator takes an engine out of service.
 */
import type { ErrorCode } from '../errors.ts';

export const engineConditions = ['healthy', 'degraded', 'failing', 'drained', 'down'] as const;
export type EngineCondition = (typeof engineConditions)[number];

/** Codes of failed tasks that count against their engine. */
export const engineFaults: readonly ErrorCode[] = [
  'engine_error',
  'engine_rejected',
  'engine_busy',
  'engine_unavailable',
  'engine_media_invalid',
  'start_unknown',
  'attempts_lost',
  'timeout',
];

/** The number of newest tasks of the last hour that are rated. */
export const judgedTasks = 20;

export interface EngineSigns {
  readonly drainedAt: Date | undefined;
  /** Whether a worker reported it within the last 30 seconds. */
  readonly isPresent: boolean;
  /** The last report of a worker. Undefined if there was none. */
  readonly seenAt: Date | undefined;
  /** When a worker reported it after a silence, or when it was resumed. */
  readonly presentSince: Date | undefined;
  /** Among the rated tasks. */
  readonly ended: number;
  readonly failed: number;
  readonly firstFailedAt: Date | undefined;
}

export interface Health {
  readonly state: EngineCondition;
  /** Undefined if it was never reported. */
  readonly since: Date | undefined;
}

export function judgeEngine(signs: EngineSigns): Health {
  const { drainedAt, isPresent, ended, failed, firstFailedAt } = signs;
  if (drainedAt) return { state: 'drained', since: drainedAt };
  if (!isPresent) return { state: 'down', since: signs.seenAt };
  if (failed >= 3 && failed * 2 >= ended) return { state: 'failing', since: firstFailedAt };
  if (failed >= 2 && failed * 5 >= ended) return { state: 'degraded', since: firstFailedAt };
  return { state: 'healthy', since: signs.presentSince };
}
