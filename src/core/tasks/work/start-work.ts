/** The steps up to the handle of the work: the start key, admission, the call to the engine. */
import type { EngineError } from '../../../engines/contract/engine-error.ts';
import type { EngineHandle } from '../../../engines/contract/engine-handle.ts';
import { isAboutAccount } from '../../../engines/contract/engine-failure.ts';
import { StorageError } from '../../../media/storage/storage-error.ts';
import { openGate } from '../../../platform/lib/async/gate.ts';
import { racePoint } from '../../../platform/lib/async/race-point.ts';
import { callEngine, callTimeoutMs, engineFailure, inEngineSpan } from './call-engine.ts';
import { engineCall, engineJob } from './engine-job.ts';
import {
  type AdvanceDependencies,
  type Execution,
  leaseLost,
  moveOutcome,
  type Outcome,
  timeLeftMs,
} from './execution.ts';
import { noteFailure } from './note-reachability.ts';
import type { EventNamed, StepEvent } from './step-event.ts';
import { toStartKey } from './work-report.ts';

const overBudgetDelayMs = 10_000;
/**
 * Limits the concurrent starts: each has the pictures of its job in memory, and a connection to its engine.
 */
const starting = openGate({ places: 128, perHolder: 64 });

export async function prepare({ task }: Execution, parts: AdvanceDependencies): Promise<Outcome | StepEvent> {
  const startKey = toStartKey(task.lease.taskId, task.tries);
  const seconds = parts.routing.findTimeoutSeconds(task);
  if (!(await parts.store.moveToStarting(task.lease, startKey, seconds))) return { what: 'drained' };
  const deadlineMs = task.deadlineMs ?? parts.clock.now() + seconds * 1000;
  return moveOutcome(true, { ...task, phase: 'starting', startKey, deadlineMs });
}

export async function askAdmission(
  { task, engine }: Execution,
  { routing }: AdvanceDependencies,
): Promise<Outcome | StepEvent> {
  await racePoint('admit a task');
  const admission = await routing.admit(task, engine);
  if (admission === 'lease_lost') return leaseLost;
  if (admission === 'admitted' || admission === 'cancelled') return { what: admission };
  const delayMs = admission === 'over_budget' ? overBudgetDelayMs : admission.waitMs;
  return { what: 'not_admitted', delayMs, hasAlternative: await routing.hasAlternative(task) };
}

export async function findWork(execution: Execution, parts: AdvanceDependencies): Promise<StepEvent> {
  const { task, engine } = execution;
  const answer = await startOrFind(execution, parts, signal =>
    inEngineSpan('find', async () => engine.find?.(task.startKey ?? '', engineCall(task, parts, signal))),
  );
  if ('what' in answer) return answer;
  return answer.handle === undefined ? { what: 'not_found' } : reportStart(execution, parts, answer.handle);
}

/** Waits for its turn among the starts of the engine. */
export async function startWork(execution: Execution, parts: AdvanceDependencies): Promise<StepEvent> {
  const { task, engine, signal, memo, isResumed } = execution;
  try {
    return await starting.run({ holder: engine.name, signal }, () => startNow(execution, parts));
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
    if (!isResumed && !memo.isCalled) await parts.routing.releaseReservation(task);
    return { what: 'interrupted' };
  }
}

/** Pictures are read only for a start. */
async function startNow(execution: Execution, parts: AdvanceDependencies): Promise<StepEvent> {
  const { task, engine } = execution;
  if (!parts.routing.hasRoute(task)) return { what: 'route_gone' };
  // A store that fails is not the engine's fault: the worker tries this step again.
  const job = await engineJob(task, parts);
  if (!job) return { what: 'input_gone' };
  const answer = await startOrFind(execution, parts, signal =>
    inEngineSpan('start', () => engine.start(job, task.startKey ?? '', signal)),
  );
  return 'what' in answer ? answer : reportStart(execution, parts, answer.handle);
}

/**
 * Returns the engine's answer, or the event of its failure. The call is not interrupted, because it must be
 * known whether the engine has begun.
 */
async function startOrFind<Answer>(
  execution: Execution,
  parts: AdvanceDependencies,
  call: (signal: AbortSignal) => Promise<Answer> | undefined,
): Promise<{ handle: Awaited<Answer> } | StepEvent> {
  const { memo } = execution;
  const { isCalled = false } = memo;
  memo.isCalled = true;
  try {
    return { handle: await callEngine(undefined, call, callTimeoutMs(timeLeftMs(execution, parts))) };
  } catch (error) {
    // Nothing was sent: the next start is the first one.
    if (error instanceof StorageError) memo.isCalled = isCalled;
    const failure = engineFailure(error);
    await noteFailure(execution, parts, failure);
    if (!failure.notStarted) return { what: 'start_failed', failure };
    // If what follows cannot be written now, the repeated step makes a new start.
    delete memo.isCalled;
    return refusal(execution, parts, failure);
  }
}

/**
 * Returns the refusal of an engine that has certainly not begun the job, with the other routes that the task
 * can take.
 */
export async function refusal(
  { task }: Execution,
  { routing }: AdvanceDependencies,
  failure: EngineError,
): Promise<EventNamed<'refused'>> {
  const hasAlternative = await routing.hasAlternative(task);
  const mayWait = !hasAlternative && (failure.retryable || isAboutAccount(failure));
  return {
    what: 'refused',
    failure,
    otherRoutes: {
      hasAlternative,
      isOtherAwaited: mayWait && (await routing.waitsForOther(task)),
      pauseMs: routing.remainingPauseMs(task),
      refusedBy: task.avoid.filter(engine => !routing.isAwayOrBusy(task, engine)),
    },
  };
}

async function reportStart(
  execution: Execution,
  parts: AdvanceDependencies,
  handle: EngineHandle,
): Promise<StepEvent> {
  const { task, memo } = execution;
  memo.unwritten = { what: 'started', handle };
  parts.events.taskStarted(task);
  // Counted before it is stored, so that a trial ends as soon as possible. The work continues
  // whether this succeeds or not.
  await parts.routing.recordSuccess(task).catch((error: unknown) => parts.events.workerError(error));
  return memo.unwritten;
}

export async function storeHandle(
  { task, memo }: Execution,
  { store, routing }: AdvanceDependencies,
  handle: EngineHandle,
): Promise<Outcome> {
  const isWritten = await store.moveToRunning(task.lease, handle, routing.expectedCost(task));
  if (isWritten) delete memo.unwritten;
  return moveOutcome(isWritten, { ...task, phase: 'running', handle });
}
