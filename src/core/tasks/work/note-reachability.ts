/**
 * Reports to the breaker of a route whether its engine can be reached about work that is in progress. While
 * all slots of an engine are in use, no start would find out that it is gone.
 */
import { EngineError } from '../../../engines/contract/engine-error.ts';
import { isAway } from '../../../engines/contract/engine-failure.ts';
import type { AdvanceDependencies, Execution } from './execution.ts';

/** The time between two failed checks of a task that count. */
const everyMs = 5_000;

/** Reports the failure to the breaker of the route. */
export async function noteFailure(
  { task }: Execution,
  { routing, events }: AdvanceDependencies,
  failure: EngineError,
): Promise<void> {
  // A refusal that does not concern the job is never a repetition.
  const isRepeated = task.tries > 0 && (!failure.notStarted || failure.code === 'engine_error');
  await routing
    .recordFailure(task, failure, isRepeated)
    .catch((reason: unknown) => events.workerError(reason));
}

export async function noteFailedCheck(
  execution: Execution,
  parts: AdvanceDependencies,
  error: unknown,
): Promise<void> {
  // Nothing was sent. An answer without information, such as a 502, may be about this work alone.
  if (!(error instanceof EngineError && isAway(error) && error.notStarted)) return;
  const { memo } = execution;
  const nowMs = parts.clock.now();
  if (memo.unreachableMs !== undefined && nowMs - memo.unreachableMs < everyMs) return;
  memo.unreachableMs = nowMs;
  await noteFailure(execution, parts, error);
}

/** Reports that the engine answers again, so that its tasks need not wait for the end of the pause. */
export async function noteAnswer(
  { task, memo }: Execution,
  { routing, events }: AdvanceDependencies,
): Promise<void> {
  if (memo.unreachableMs === undefined) return;
  delete memo.unreachableMs;
  await routing.recordAnswer(task).catch((reason: unknown) => events.workerError(reason));
}

/**
 * Notes whether the engine rejected its secret. The secret may have been replaced since the work began, so
 * the worker looks for an engine that has the new one.
 */
export function noteUnauthorized({ memo }: Execution, error: unknown): void {
  memo.isUnauthorized = error instanceof EngineError && error.code === 'engine_unauthorized';
}
