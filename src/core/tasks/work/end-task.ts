/** Ends tasks, with or without their work, and lets go of those that another worker has. */
import { EngineError } from '../../../engines/contract/engine-error.ts';
import type { EngineHandle } from '../../../engines/contract/engine-handle.ts';
import type { EngineResult } from '../../../engines/contract/engine-result.ts';
import type { ErrorCode } from '@kinora/shared/errors/errors';
import type { StoredFile } from '../../../media/storage/stored-file.ts';
import { racePoint } from '../../../platform/lib/async/race-point.ts';
import { callEngine } from './call-engine.ts';
import type { Decision } from './decision.ts';
import { discardFiles } from './discard-files.ts';
import { engineCall } from './engine-job.ts';
import {
  type AdvanceDependencies,
  type Execution,
  leaseLost,
  newestHandle,
  type Outcome,
} from './execution.ts';
import { type TaskEnd, finishTask } from './finish-task.ts';
import { heldLease } from './held-lease.ts';
import { wholeCost } from './save-result.ts';
import type { EndReason, StepEvent } from './step-event.ts';

/** The time limit of the search for work that a task which ends may have begun. */
const findMs = 10_000;
const maxRemoteJobLength = 500;

export async function succeed(
  execution: Execution,
  parts: AdvanceDependencies,
  { files, result }: { readonly files: readonly StoredFile[]; readonly result?: EngineResult },
): Promise<Outcome | StepEvent> {
  const { lease } = execution.task;
  // The cost is written to the run, because the end of the run settles the budget of the engine.
  const costMicros = result && wholeCost(result);
  if (costMicros !== undefined && !(await parts.store.noteCost(lease, costMicros))) return leaseLost;
  const outcome = await finish(execution, parts, {
    phase: 'succeeded',
    files,
    ...(result && { result: { recipe: result.recipe, texts: result.texts } }),
    retentionHours: parts.retentionHours,
  });
  if (outcome.kind !== 'lease_lost') return outcome;
  const isCancelled = (await heldLease(lease, parts.store))?.cancelRequested === true;
  return isCancelled ? { what: 'cancelled_when_made' } : outcome;
}

/** Cancels the work on the engine if possible. */
export async function stop(
  execution: Execution,
  parts: AdvanceDependencies,
  { reason, isMade = false }: Extract<Decision, { do: 'stop' }>,
): Promise<Outcome | StepEvent> {
  const { task, memo } = execution;
  const isKept = mayHaveResult(execution, reason.code);
  // No file is written any more when the task has ended.
  await memo.saving?.catch(() => {});
  if (!(await heldLease(task.lease, parts.store))) return leaseLost;
  // What is done already is not discarded.
  if (isKept && task.phase === 'saving') return endUncharged(execution, parts, reason);
  const work = await cancelWork(execution, parts);
  if ('error' in work) {
    memo.failedCancels = (memo.failedCancels ?? 0) + 1;
    const mayPass = !isMade && (!(work.error instanceof EngineError) || work.error.retryable);
    return { what: 'cancel_failed', reason, mayPass, failures: memo.failedCancels };
  }
  if (work.isFree && !isMade && task.phase !== 'saving') await parts.store.noteCost(task.lease, 0);
  return endUncharged(execution, parts, { ...reason, isKept: isKept && !work.isFree });
}

/**
 * Ends the task without a charge. `isKept`: whether the result can be fetched later. By default, it can if it
 * was bought and may be at the engine.
 */
export function endUncharged(
  execution: Execution,
  parts: AdvanceDependencies,
  { isKept, ...reason }: EndReason & { readonly isKept?: boolean },
): Promise<Outcome> {
  const phase = reason.code === 'cancelled' ? 'cancelled' : 'failed';
  return finish(execution, parts, {
    phase,
    ...reason,
    isKept: isKept ?? mayHaveResult(execution, reason.code),
    mayCost: mayBeCharged(execution, reason.code),
    retentionHours: parts.retentionHours,
  });
}

/**
 * Whether the result of the failed task was bought and may be at the engine now or soon, so that it can be
 * fetched later.
 */
function mayHaveResult({ task, engine }: Execution, code: ErrorCode): boolean {
  if (!engine.traits.isPaid || task.handle === undefined || code === 'cancelled') return false;
  const mayContinue = code === 'timeout' || code === 'attempts_lost' || code === 'paid_work_lost';
  return task.phase === 'saving' || (task.phase === 'running' && mayContinue && !engine.traits.local);
}

/** Whether a paid engine accepted the work, or may have accepted it. */
function mayBeCharged(execution: Execution, code: ErrorCode): boolean {
  const isAccepted = newestHandle(execution) !== undefined || code === 'start_unknown';
  return execution.engine.traits.isPaid === true && isAccepted;
}

/** Discards what this process has of the work. */
export async function letGo(
  execution: Execution,
  { events }: AdvanceDependencies,
  { isDiscarded }: Extract<Decision, { do: 'let_go' }>,
): Promise<Outcome> {
  const handle = newestHandle(execution);
  if (isDiscarded && handle !== undefined)
    await execution.engine.cancel(handle).catch((error: unknown) => events.workerError(error));
  return leaseLost;
}

/** Cancels the work on the engine. `isFree`: the provider has cancelled all of it, and charges nothing. */
async function cancelWork(
  execution: Execution,
  parts: AdvanceDependencies,
): Promise<{ readonly isFree: boolean } | { readonly error: unknown }> {
  const { task, engine } = execution;
  // This includes work that was begun, although that could not be written yet.
  const handle = newestHandle(execution) ?? (await findStarted(execution, parts));
  if (handle === undefined) return { isFree: false };
  try {
    await callEngine(undefined, () => engine.cancel(handle));
  } catch (error) {
    parts.events.checkFailed(task, error);
    return { error };
  }
  const { isPaid = false, canCancel = true } = engine.traits;
  return { isFree: isPaid && canCancel && !engine.isPartlyDone?.(handle) };
}

/** A start whose answer was lost may have been accepted: its work would go on, and be charged. */
async function findStarted(
  execution: Execution,
  parts: AdvanceDependencies,
): Promise<EngineHandle | undefined> {
  const { task, engine, memo, isResumed } = execution;
  const { phase, startKey } = task;
  if (phase !== 'starting' || startKey === undefined || !(isResumed || memo.isCalled)) return undefined;
  const find = (signal: AbortSignal) => engine.find?.(startKey, engineCall(task, parts, signal));
  return callEngine(undefined, find, findMs).catch((error: unknown) => {
    parts.events.checkFailed(task, error);
    return undefined;
  });
}

async function finish(execution: Execution, parts: AdvanceDependencies, ending: TaskEnd): Promise<Outcome> {
  const { task } = execution;
  await racePoint('end a task');
  const remoteJob = remoteJobId(execution);
  if (!(await finishTask(parts.db, task.lease, { ...ending, remoteJob }))) return leaseLost;
  const { phase } = ending;
  parts.events.taskEnded(task, phase === 'succeeded' ? { phase } : { phase, code: ending.code });
  if (ending.phase === 'succeeded' || !ending.isKept) await discardFiles(execution);
  return { kind: 'finished', phase };
}

/**
 * Returns what the provider calls the work. The handle may be one of another version of the adapter, which
 * this one cannot read.
 */
function remoteJobId(execution: Execution): string | undefined {
  const handle = newestHandle(execution);
  try {
    return handle === undefined
      ? undefined
      : execution.engine.remoteJobId?.(handle)?.slice(0, maxRemoteJobLength);
  } catch {
    return undefined;
  }
}
