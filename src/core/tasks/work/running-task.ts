/** A leased task that a worker advances, and what the worker remembers of it besides the database. */
import type { EnginePool } from '../../../engines/contract/engine-pool.ts';
import type { Engine } from '../../../engines/contract/engine.ts';
import type { Clock } from '@kinora/shared/clock';
import type { LeasedTask } from '../task.ts';
import { openEarlyCheck, type EarlyCheck } from './early-check.ts';
import { openRunSpans, type RunSpans } from './run-spans.ts';
import type { Memo } from './execution.ts';

export interface RunningTask {
  task: LeasedTask;
  readonly engine: Engine;
  /** Another process may have done part of the current step. */
  isResumed: boolean;
  /** Aborted to end a wait early. Replaced before the next step. */
  interrupt: AbortController;
  readonly early: EarlyCheck;
  isLost: boolean;
  /** Whether the task has ended. If not, it may have to be leased again as soon as the worker gives it up. */
  hasEnded: boolean;
  /** It had lost an attempt when it was leased. Only one such task is leased at a time. */
  readonly isSuspect: boolean;
  faults: number;
  readonly memo: Memo;
  readonly spans: RunSpans;
}

export function toRunning(
  pulledTask: Pick<RunningTask, 'task' | 'engine' | 'isResumed'>,
  clock: Clock,
): RunningTask {
  return {
    ...pulledTask,
    interrupt: new AbortController(),
    early: openEarlyCheck(clock),
    isLost: false,
    hasEnded: false,
    isSuspect: pulledTask.task.lostAttempts > 0,
    faults: 0,
    memo: {},
    spans: openRunSpans(pulledTask.task),
  };
}

/** Whether the engine rejected its secret, and was replaced by one with another. */
export function hasNewSecret(
  { engine, memo }: RunningTask,
  { engines }: Pick<EnginePool, 'engines'>,
): boolean {
  const isReplaced = !engines.includes(engine) && engines.some(({ name }) => name === engine.name);
  return memo.isUnauthorized === true && isReplaced;
}
