/**
 * Takes one step of a task: `decide.ts` decides what happens to it and `apply-decision.ts` does that, until
 * the worker has something to do. A step calls the engine at most once to begin or follow the work, and
 * writes under the lease. After a crash at any point, the next lease can continue the task.
 */
import type { Engine } from '../../../engines/contract/engine.ts';
import { applyDecision } from './apply-decision.ts';
import { decide, type DecidingTraits, type TaskState } from './decide.ts';
import { type AdvanceDependencies, type Execution, type Outcome, timeLeftMs } from './execution.ts';
import type { StepEvent } from './step-event.ts';

export async function advanceTask(
  execution: Execution,
  parts: AdvanceDependencies,
  event: StepEvent = { what: 'due' },
): Promise<Outcome> {
  const outcome = await takeStep(execution, parts, event);
  const isOver = outcome.kind !== 'moved' && outcome.kind !== 'rescheduled';
  // Nothing was learned about the route: if this task was its trial after a pause, another one may be.
  if (isOver && isUncalled(execution))
    await parts.routing
      .recordUntried(execution.task)
      .catch((error: unknown) => parts.events.workerError(error));
  return outcome;
}

async function takeStep(
  execution: Execution,
  parts: AdvanceDependencies,
  firstEvent: StepEvent,
): Promise<Outcome> {
  const traits = decidingTraits(execution.engine);
  let event = firstEvent;
  for (;;) {
    const finding = await applyDecision(decide(toState(execution, parts), traits, event), execution, parts);
    if ('kind' in finding) return finding;
    event = finding;
  }
}

function toState(execution: Execution, parts: AdvanceDependencies): TaskState {
  const { task, memo, isResumed } = execution;
  return {
    ...task,
    attempt: task.lease.attempt,
    isResumed,
    isBegun: memo.unwritten?.what === 'started',
    leftMs: timeLeftMs(execution, parts),
  };
}

function decidingTraits({ traits, find }: Engine): DecidingTraits {
  return { ...traits, canFind: find !== undefined };
}

function isUncalled({ task, memo }: Execution): boolean {
  const isBeforeStart = task.phase === 'queued' || task.phase === 'starting';
  return isBeforeStart && !memo.isCalled && memo.unwritten === undefined;
}
