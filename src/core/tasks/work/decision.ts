/** What a step does next. `apply-decision.ts` does it. */
import type { EngineError } from '../../../engines/contract/engine-error.ts';
import type { EngineHandle } from '../../../engines/contract/engine-handle.ts';
import type { EngineResult } from '../../../engines/contract/engine-result.ts';
import type { StoredFile } from '../../../media/storage/stored-file.ts';
import type { EndReason, RunningStatus } from './step-event.ts';
import type { Requeue } from './task-store.ts';

export type Decision =
  /**
   * Stores the start key, so that a crash during the call to the engine can be
   * distinguished from one before it.
   */
  | { readonly do: 'prepare' }
  /** Asks whether the engine may begin the job. */
  | { readonly do: 'admit' }
  /** Asks the engine for work that was started with the key. */
  | { readonly do: 'find' }
  | { readonly do: 'start' }
  | { readonly do: 'check' }
  /** Fetches, checks and stores the files of the result. */
  | { readonly do: 'save' }

  /** Stores the handle: the task is running. */
  | { readonly do: 'store_handle'; readonly handle: EngineHandle }
  | { readonly do: 'change_handle'; readonly handle: EngineHandle; readonly checkAgainMs: number }
  /** Resets the lost attempts, because the work did not cause them. */
  | { readonly do: 'forget_losses' }
  | { readonly do: 'note_progress'; readonly status: RunningStatus }
  /** Stores the result: the task is saving. */
  | { readonly do: 'store_result'; readonly result: EngineResult & { readonly handle?: EngineHandle } }

  /** Takes the step again, under the same lease. */
  | { readonly do: 'wait'; readonly delayMs: number; readonly failure?: EngineError }
  /**
   * Takes the step again under a new lease: with the same start key, or for the same files. Counts as a try.
   */
  | { readonly do: 'repeat'; readonly delayMs: number; readonly failure: EngineError }
  /** Returns the task to the queue. `isUnbegun`: its reservation in the budget of the engine is released. */
  | {
      readonly do: 'requeue';
      readonly how: Requeue;
      readonly isUnbegun?: boolean;
      readonly failure?: EngineError;
    }

  /** Charges the client. `result`: texts, which are the whole result. */
  | { readonly do: 'succeed'; readonly files: readonly StoredFile[]; readonly result?: EngineResult }
  /**
   * Cancels the work if possible, then ends the task. `isMade`: all of the result was made, so its cost stays
   * as it is.
   */
  | {
      readonly do: 'stop';
      readonly reason: EndReason;
      readonly isMade?: boolean;
      readonly failure?: EngineError;
    }
  /** Ends the task, uncharged. */
  | {
      readonly do: 'end';
      readonly reason: EndReason;
      readonly isUnbegun?: boolean;
      readonly failure?: EngineError;
    }
  /**
   * Gives up a task that another worker has. `isDiscarded`: its work is discarded, too, because no other
   * worker can reach it.
   */
  | { readonly do: 'let_go'; readonly isDiscarded: boolean };
