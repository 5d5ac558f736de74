/** The state of the work of an engine. */
import type { Reason } from '@kinora/shared/errors/reason';
import type { EngineHandle } from './engine-handle.ts';
import type { EnginePreview } from './engine-preview.ts';
import type { EngineResult } from './engine-result.ts';
import type { EngineFailure } from './engine-failure.ts';

export type EngineStatus =
  /**
   * `progress` is 0-1. `preview` is set only if there is a new one. `checkAgainMs` is the pause before the
   * next check. 0 means no pause, because `check` itself waits.
   */
  | {
      readonly state: 'running';
      readonly progress: number;
      readonly preview?: EnginePreview;
      /**
       * The new handle, if it has changed. It is stored before the next call, and the progress and the
       * preview of this status are ignored.
       */
      readonly handle?: EngineHandle;
      readonly checkAgainMs: number;
      /**
       * Whether only this adapter, and not the engine, asks for the pause: the worker may check sooner, when
       * the job is probably done.
       */
      readonly mayCheckSooner?: boolean;
    }
  /** `handle` is the new handle, if it has changed. It is stored with the media. */
  | ({ readonly state: 'done'; readonly handle?: EngineHandle } & EngineResult)
  /**
   * The job failed. `reason` and `cause` are those of an EngineError. `retryable`: another try may succeed.
   * `notStarted`: the engine definitely did not accept it, and said so only after `start` had returned.
   */
  | {
      readonly state: 'failed';
      readonly code: EngineFailure;
      readonly reason: Reason;
      readonly cause?: string;
      /** The error that the adapter threw, if the failure is a mistake of the adapter. It is for the log. */
      readonly mistake?: Error;
      readonly retryable: boolean;
      readonly notStarted?: boolean;
    }
  /** The engine no longer has the work, for example because it was restarted. */
  | { readonly state: 'lost' };
