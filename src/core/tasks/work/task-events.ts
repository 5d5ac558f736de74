/** The events that a worker reports. */
import type { EngineError } from '../../../engines/contract/engine-error.ts';
import type { ErrorCode } from '@kinora/shared/errors/errors';
import type { EndPhase, LeasedTask } from '../task.ts';

export interface TaskEvents {
  taskLeased(task: LeasedTask): void;
  taskStarted(task: LeasedTask): void;
  checkFailed(task: LeasedTask, error: unknown): void;
  engineFailed(task: LeasedTask, failure: EngineError): void;
  taskRequeued(task: LeasedTask, requeue: { delayMs: number; counted: boolean }): void;
  taskRendered(task: LeasedTask): void;
  taskSaved(task: LeasedTask): void;
  taskEnded(task: LeasedTask, ending: { phase: EndPhase; code?: ErrorCode }): void;
  leaseLost(task: LeasedTask): void;
  workerError(error: unknown): void;
}
