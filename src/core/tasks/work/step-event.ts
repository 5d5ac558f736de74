/**
 * What can happen to a leased task: what a step of it finds out, by asking the engine or the database.
 * `decide.ts` decides what follows.
 */
import type { EngineError } from '../../../engines/contract/engine-error.ts';
import type { EngineHandle } from '../../../engines/contract/engine-handle.ts';
import type { EngineResult } from '../../../engines/contract/engine-result.ts';
import type { EngineStatus } from '../../../engines/contract/engine-status.ts';
import type { ErrorCode, ErrorDetails } from '@kinora/shared/errors/errors';
import type { StoredFile } from '../../../media/storage/stored-file.ts';

export type RunningStatus = Extract<EngineStatus, { state: 'running' }>;

/** Where else a task can go that its engine has certainly not begun. */
export interface OtherRoutes {
  /** Another engine can take it now, that has not refused it already. */
  readonly hasAlternative: boolean;
  /** Another engine would take it, but is away or busy. */
  readonly isOtherAwaited: boolean;
  /** How long until one of its routes may be tried. Undefined if its own is not paused. */
  readonly pauseMs: number | undefined;
  /** Engines that refused it, apart from those that are away or busy. */
  readonly refusedBy: readonly string[];
}

/** Why a task ends without a result, and without its client being charged. */
export interface EndReason {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
}

export type StepEvent =
  /** A step of the task is due. */
  | { readonly what: 'due' }

  /** The engine was drained since the lease, before the task was started. */
  | { readonly what: 'drained' }
  /** The engine may begin the job, within its limits and budgets. */
  | { readonly what: 'admitted' }
  | { readonly what: 'not_admitted'; readonly delayMs: number; readonly hasAlternative: boolean }
  /** The client cancelled it, as the start was about to be admitted. */
  | { readonly what: 'cancelled' }
  /** The engine has no work with the start key. */
  | { readonly what: 'not_found' }
  /**
   * The route was removed after the lease, and with it what the engine calls the model and its parameters.
   */
  | { readonly what: 'route_gone' }
  /** A file that the job starts from is no longer kept. */
  | { readonly what: 'input_gone' }
  /** The engine has certainly not accepted the job: it reported that in answer to the start, or later. */
  | { readonly what: 'refused'; readonly failure: EngineError; readonly otherRoutes: OtherRoutes }
  /** The start, or the search for its work, failed: whether anything began is unknown. */
  | { readonly what: 'start_failed'; readonly failure: EngineError }
  /** The engine has accepted the job, or has found the work of an earlier start. */
  | { readonly what: 'started'; readonly handle: EngineHandle }

  /** The call was broken off, because the worker stops or the client cancels. */
  | { readonly what: 'interrupted' }
  /** The engine could not be asked about the work. `failures`: how often its adapter failed in a row. */
  | { readonly what: 'check_failed'; readonly error: unknown; readonly failures: number }
  | { readonly what: 'in_progress'; readonly status: RunningStatus }
  | { readonly what: 'handle_changed'; readonly handle: EngineHandle; readonly checkAgainMs: number }
  /** The engine no longer has the work, or not its files. */
  | { readonly what: 'lost' }
  /** The engine has ended the work without a result. */
  | { readonly what: 'work_failed'; readonly failure: EngineError }
  /** The engine reports that it is done, and names no file. */
  | { readonly what: 'media_missing' }
  /** Texts are the whole result: nothing is left to save. */
  | { readonly what: 'texts_done'; readonly result: EngineResult }
  | { readonly what: 'media_done'; readonly result: EngineResult & { readonly handle?: EngineHandle } }

  /** A file of the result could not be fetched. `failures`: how often before. */
  | { readonly what: 'open_failed'; readonly failure: EngineError; readonly failures: number }
  /**
   * A file of the result is damaged. `failures`: how often a file could not be fetched before. `times`: how
   * often in a row it came with the same size, this time included.
   */
  | {
      readonly what: 'damaged';
      readonly reason: EndReason;
      readonly failure: EngineError;
      readonly failures: number;
      readonly times: number;
    }
  /** The files are not what was asked for, or cannot be signed. */
  | { readonly what: 'unusable'; readonly reason: EndReason }
  | { readonly what: 'saved'; readonly files: readonly StoredFile[] }
  /** The client cancelled it while it was made: its success could not be written. */
  | { readonly what: 'cancelled_when_made' }

  /** Work that was to end with its task could not be cancelled. `failures`: how often, this one included. */
  | {
      readonly what: 'cancel_failed';
      readonly reason: EndReason;
      readonly mayPass: boolean;
      readonly failures: number;
    }
  /** This process failed, not the engine. `faults`: how often in a row by its own code. */
  | { readonly what: 'fault'; readonly cause: 'code' | 'database' | 'storage'; readonly faults: number }
  /** Another worker has the task, or it has ended. */
  | { readonly what: 'lease_lost' };

export type EventName = StepEvent['what'];
export type EventNamed<Name extends EventName> = Extract<StepEvent, { what: Name }>;
