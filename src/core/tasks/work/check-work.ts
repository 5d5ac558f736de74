/** Asks the engine about the state of its work. */
import { isAdapterFailure } from '../../../engines/contract/adapter-failure.ts';
import { countCandidates } from '../../../engines/contract/engine-job.ts';
import { EngineError } from '../../../engines/contract/engine-error.ts';
import type { EngineStatus } from '../../../engines/contract/engine-status.ts';
import { isAway } from '../../../engines/contract/engine-failure.ts';
import { callEngine, callTimeoutMs } from './call-engine.ts';
import { engineCall } from './engine-job.ts';
import {
  type AdvanceDependencies,
  type Execution,
  type Outcome,
  runningWork,
  timeLeftMs,
} from './execution.ts';
import { noteAnswer, noteFailedCheck, noteFailure, noteUnauthorized } from './note-reachability.ts';
import { refusal } from './start-work.ts';
import { lastCallMs } from './retry-pause.ts';
import type { StepEvent } from './step-event.ts';

const checkWaitMs = 1_000;

export async function checkWork(
  execution: Execution,
  parts: AdvanceDependencies,
): Promise<StepEvent | Outcome> {
  const { task, engine, memo, signal } = execution;
  const quietMs = parts.checkPace.quietMs(engine.name);
  // At its deadline it is checked once more, regardless of what the engine asked for.
  const laterMs = Math.min(quietMs, timeLeftMs(execution, parts) - lastCallMs);
  if (laterMs > 0) return { kind: 'rescheduled', delayMs: laterMs };
  let status: EngineStatus;
  try {
    status = await callEngine(
      signal,
      calling => engine.check(task.handle ?? null, checkWaitMs, engineCall(task, parts, calling)),
      callTimeoutMs(timeLeftMs(execution, parts)),
    );
  } catch (error) {
    if (signal.aborted) return { what: 'interrupted' };
    parts.events.checkFailed(task, error);
    noteUnauthorized(execution, error);
    if (error instanceof EngineError && error.retryAfterMs !== undefined)
      parts.checkPace.leaveAlone(engine.name, error.retryAfterMs);
    await noteFailedCheck(execution, parts, error);
    if (isAdapterFailure(error)) memo.failedChecks = (memo.failedChecks ?? 0) + 1;
    return { what: 'check_failed', error, failures: memo.failedChecks ?? 0 };
  }
  delete memo.failedChecks;
  await noteAnswer(execution, parts);
  return toEvent(execution, parts, status);
}

async function toEvent(
  execution: Execution,
  parts: AdvanceDependencies,
  status: EngineStatus,
): Promise<StepEvent> {
  const { task } = execution;
  switch (status.state) {
    case 'running':
      return { what: 'in_progress', status };
    case 'lost':
      return { what: 'lost' };
    case 'failed':
      return toFailedEvent(execution, parts, status);
    case 'done': {
      if (status.media.length === 0 && countCandidates(task.job) > 0) return { what: 'media_missing' };
      parts.events.taskRendered(task);
      parts.checkPace.noteDone(runningWork(execution, parts));
      return { what: status.media.length === 0 ? 'texts_done' : 'media_done', result: status };
    }
  }
}

async function toFailedEvent(
  execution: Execution,
  parts: AdvanceDependencies,
  { code, reason, mistake, ...options }: Extract<EngineStatus, { state: 'failed' }>,
): Promise<StepEvent> {
  const failure = new EngineError(code, reason, { ...options, ...(mistake && { cause: mistake }) });
  // Its connection broke, so the engine may be gone. Nothing else shows that while all of its slots are in
  // use.
  if (failure.notStarted || isAway(failure)) await noteFailure(execution, parts, failure);
  return failure.notStarted ? refusal(execution, parts, failure) : { what: 'work_failed', failure };
}
