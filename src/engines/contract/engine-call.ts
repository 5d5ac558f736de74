/** What a caller passes to an engine with each call. */
import type { EngineJob } from './engine-job.ts';

/** The signal that ends a call to an engine, and the job, which the engine can request. */
export interface EngineCall {
  /** Fires when the answer is no longer wanted, such as when the lease of the task is lost. */
  readonly signal: AbortSignal;
  /** The job as `start` got it, with its inputs. Throws EngineError if they no longer exist. */
  job(): Promise<EngineJob>;
}
