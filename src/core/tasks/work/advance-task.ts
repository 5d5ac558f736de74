/**
 * One step of a task: what happens to it is decided (`decide.ts`) and done (`apply-decision.ts`), until the
 * worker has something to do. A step calls the engine at most once to begin or follow the work, and writes
 * under the lease. After a crash at any point, the next lease can continue the task.
 */
import type { Engine } from '../../../engines/contract/engine.ts';
import { applyDecision } from './apply-decision.ts';
import { decide, type DecidingTraits, type TaskState } from './decide.ts';
import { type AdvanceDependencies, type Execution, type Outcome, timeLeftMs } from './execution.ts';
import type { StepEvent } from './step-event.ts';

export async function advanceTask(
  held: Execution,
  parts: AdvanceDependencies,
  event: StepEvent = { what: 'due' },
): Promise<Outcome> {
  const outcome = await takeStep(held, parts, event);
  const isOver = outcome.kind !== 'moved' && outcome.kind !== 'rescheduled';
  // Nothing was learned about the route: if this task was its trial after a pause, another one may be.
  if (isOver && isUncalled(held))
    await parts.routing.notTried(held.task).catch((error: unknown) => parts.events.workerError(error));
  return outcome;
}

async function takeStep(held: Execution, parts: AdvanceDependencies, first: StepEvent): Promise<Outcome> {
  const traits = decidingTraits(held.engine);
  let event = first;
  for (;;) {
    const found = await applyDecision(decide(toState(held, parts), traits, event), held, parts);
    if ('kind' in found) return found;
    event = found;
  }
}

function toState(held: Execution, parts: AdvanceDependencies): TaskState {
  const { task, memo, resumed } = held;
  return {
    ...task,
    attempt: task.lease.attempt,
    isResumed: resumed,
    isBegun: memo.unwritten?.what === 'started',
    leftMs: timeLeftMs(held, parts),
  };
}

function decidingTraits({ traits, find }: Engine): DecidingTraits {
  return { ...traits, canFind: find !== undefined };
}

function isUncalled({ task, memo }: Execution): boolean {
  const isBeforeStart = task.phase === 'queued' || task.phase === 'starting';
  return isBeforeStart && !memo.isCalled && memo.unwritten === undefined;
}
