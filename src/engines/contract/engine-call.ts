/** The caller of an engine. */
import type { EngineJob } from './engine-job.ts';

/** What an engine can ask of its caller. */
export interface EngineCall {
  /** Fires when the answer is no longer wanted, such as when the lease of the task is lost. */
  readonly signal: AbortSignal;
  /** The job as `start` got it, with its inputs. Throws EngineError if they no longer exist. */
  job(): Promise<EngineJob>;
}
