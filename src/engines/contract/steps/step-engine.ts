/**
 * The contract of engines that know only primitives: text to image, image to image, and so on. The planner
 * turns each job into steps of primitives (`plan-job.ts`) and runs them on such an engine
 * (`planned-engine.ts`), so an adapter knows nothing about jobs.
 *
 * A step engine is driven like an `Engine` (contract/engine.ts): `start` once per step, `check` until it
 * reports `done`, `failed` or `lost`, then `open` for each file. What must survive a restart is in the
 * handle, which is stored with the task.
 */
import type { Readable } from 'node:stream';
import type { ReceivedFile } from '../../../media/storage/waiting-files.ts';
import type { Engine } from '../engine.ts';
import type { EngineMedia } from '../engine-media.ts';
import type { EngineStatus } from '../engine-status.ts';
import type { Json } from '../json.ts';
import type { Step } from './step.ts';

/** An engine whose `start` takes a step. Its other methods are those of `Engine`. */
export interface StepEngine extends Omit<
  Engine,
  'start' | 'find' | 'check' | 'open' | 'promptReader' | 'warmUp'
> {
  /**
   * Starts the step and returns immediately. `key` is unique per step and counted try,
   * and is stored before the call.
   */
  start(step: Step, key: string, signal: AbortSignal): Promise<Json>;
  /** See `Engine.find`. */
  find?(key: string, signal: AbortSignal): Promise<Json | undefined>;
  /**
   * Reads the state of a step, as `Engine.check` does of a job. A handle cannot change: the status has no
   * `handle`. The signal also aborts when another step of the task has changed. An engine that is reading
   * large results then continues, for the next check.
   */
  check(handle: Json, waitMs: number, signal: AbortSignal): Promise<EngineStatus>;
  /** See `Engine.open`. */
  open(handle: Json, media: EngineMedia, signal: AbortSignal): Promise<Readable | ReceivedFile>;
  /** Cancels the work of a start whose handle is unknown, if it is in progress in this process. */
  cancelKey?(key: string): Promise<void>;
  /** How many steps of a task may run at the same time. Absent means one after the other. */
  readonly stepsAtOnce?: number;
}
