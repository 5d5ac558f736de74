/**
 * A leased task in the hands of a worker: what its steps get, what they remember, and
 * what the worker does after one.
 */
import type { Database } from '../../../platform/db/open.ts';
import type { Engine } from '../../../engines/contract/engine.ts';
import type { EngineHandle } from '../../../engines/contract/engine-handle.ts';
import type { TaskEvents } from './task-events.ts';
import type { Clock } from '@kinora/shared/clock';
import type { Storage } from '../../../media/storage/storage.ts';
import type { OutputSaver, SavedOutputs } from '../outputs/save-outputs.ts';
import type { EndPhase, LeasedTask } from '../task.ts';
import type { StepEvent } from './step-event.ts';
import type { TaskStore } from './task-store.ts';
import type { Routing } from '../routing/routing.ts';
import type { CheckPace, RunningWork } from './check-pace.ts';

export interface AdvanceDependencies {
  readonly db: Database;
  readonly store: TaskStore;
  readonly outputSaver: OutputSaver;
  /** Stores the pictures that tasks start from. */
  readonly storage: Storage;
  readonly events: TaskEvents;
  readonly clock: Clock;
  readonly retentionHours: number;
  readonly routing: Routing;
  readonly checkPace: CheckPace;
}

/** A leased task with its engine, as a step gets it. */
export interface Execution {
  readonly task: LeasedTask;
  readonly engine: Engine;
  /** Another process entered the phase, or the step was interrupted: its work may have been done already. */
  readonly isResumed: boolean;
  /** Fires on cancellation and on stop. */
  readonly signal: AbortSignal;
  /** What the steps remember for the next ones. */
  readonly memo: Memo;
}

export interface Memo {
  /** The engine is being called to start the job, or was: whether it began is unknown until it answers. */
  isCalled?: boolean;
  /**
   * What could not be written yet. The engine is not called before it is: it could do again what was done.
   */
  unwritten?: Extract<StepEvent, { what: 'started' | 'handle_changed' | 'saved' }>;
  /** The files of the result, while they are made. Begun before the result is stored. */
  saving?: Promise<SavedOutputs>;
  percent?: number;
  /** How often in a row the adapter could not look at the work. */
  failedChecks?: number;
  /**
   * When the breaker last counted a check for which the engine could not be reached.
   * Undefined if it can be reached.
   */
  unreachableMs?: number;
  /** How often the result could not be fetched, and how often its work could not be cancelled. */
  failedOpens?: number;
  failedCancels?: number;
  /** The damaged result that was opened last: how large it is, and how often in a row it came. */
  damage?: { readonly sizeBytes: number; readonly times: number };
  /** The engine rejected its secret when it was last asked about the work. */
  isUnauthorized?: boolean;
}

export type Outcome =
  /** The next step can follow from this state: immediately, or after `delayMs`. */
  | { readonly kind: 'moved'; readonly task: LeasedTask; readonly delayMs?: number }
  /** Step again after `delayMs`, still under this lease. */
  | { readonly kind: 'rescheduled'; readonly delayMs: number }
  /** The lease is released: a worker leases the task again when it is due. */
  | { readonly kind: 'released' }
  | { readonly kind: 'finished'; readonly phase: EndPhase }
  | { readonly kind: 'lease_lost' };

export const leaseLost = { kind: 'lease_lost' } as const satisfies Outcome;

/** The newest handle of the work, whether it could be stored or not. */
export function newestHandle({ task, memo }: Pick<Execution, 'task' | 'memo'>): EngineHandle | undefined {
  const { unwritten } = memo;
  return unwritten && unwritten.what !== 'saved' ? unwritten.handle : task.handle;
}

/** Milliseconds until the deadline. Infinite for a task that was not begun. */
export function timeLeftMs(
  { task }: Pick<Execution, 'task'>,
  { clock }: Pick<AdvanceDependencies, 'clock'>,
): number {
  return (task.deadlineMs ?? Infinity) - clock.now();
}

/**
 * Returns the job with the time that the engine has worked on it, computed from the deadline that it got at
 * its start.
 */
export function runningWork(
  { task }: Pick<Execution, 'task'>,
  parts: Pick<AdvanceDependencies, 'clock' | 'routing'>,
): RunningWork {
  const leftMs = task.deadlineMs === undefined ? Number.NaN : task.deadlineMs - parts.clock.now();
  const elapsedMs = parts.routing.findTimeoutSeconds(task) * 1000 - leftMs;
  return { task, elapsedMs: Number.isFinite(elapsedMs) ? Math.max(0, elapsedMs) : 0 };
}

/** Returns the outcome of a write: the changed task, or the loss of the lease. */
export function moveOutcome(isWritten: boolean, task: LeasedTask): Outcome {
  return isWritten ? { kind: 'moved', task } : leaseLost;
}
