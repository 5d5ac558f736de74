/**
 * The engine contract: what Kinora asks of anything that renders.
 *
 * An engine is driven by `tasks/advance-task.ts`, one call per step: `start` once, `check` until it says
 * `done`, `failed` or `lost`, then `open` for each finished file. Everything that must survive a restart is
 * in the two JSON values that Kinora stores with the task: the operation (the engine's handle of running
 * work) and the recipe (what the engine needs to make follow-ups of a finished picture).
 */
import type { Readable } from 'node:stream';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The engine's own handle of running work. Opaque, stored with the task, at most 1 MB of JSON. */
export type Operation = Json;

/** What the engine wants to remember of a finished task, handed back in `EngineJob.parent`. Opaque. */
export type Recipe = Json;

export type JobKind =
  /** Four candidate pictures for one prompt. */
  | 'grid'
  /** One picture: a candidate of the parent painted again, larger. */
  | 'upscale'
  /** Four new candidates that keep the idea of one candidate of the parent. */
  | 'variation'
  /** One clip. */
  | 'clip';

/** What a task asks for, already validated against the model card. JSON-safe. */
export interface EngineJob {
  readonly taskId: string;
  /** The model card's id. */
  readonly model: string;
  readonly kind: JobKind;
  /** The prompt without inline parameters. */
  readonly prompt: string;
  /** 0 … 4294967295. The same job with the same seed gives the same picture. */
  readonly seed: number;
  /** Pixels of one picture or of the clip; never of the sheet. */
  readonly width: number;
  readonly height: number;
  /** Things that must not be in the picture (`--no`). */
  readonly exclude: readonly string[];
  /** Image model version, `7`, `6.1`, `niji 6` …; absent on video. */
  readonly version?: string;
  /** Less stylised, closer to a photograph (`--style raw`). */
  readonly raw?: boolean;
  /** Clips only. */
  readonly seconds?: number;
  readonly framesPerSecond?: number;
  /** The finished task this one follows up, and which of its candidates (0-3). */
  readonly parent?: { readonly recipe: Recipe; readonly candidate: number };
}

/** One finished file, not yet fetched. */
export interface EngineMedia {
  readonly kind: 'picture' | 'clip';
  /** `image/png`, `image/jpeg`, `image/webp`, `video/mp4`, or `image/x-rgba`: raw 8-bit RGBA, row by row. */
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  /** Clips only. */
  readonly durationMs?: number;
  readonly framesPerSecond?: number;
  /** How `open` finds it again. Opaque. */
  readonly ref: Json;
}

/** A picture of the work so far, encoded. */
export interface EnginePreview {
  readonly contentType: 'image/webp' | 'image/jpeg' | 'image/png';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export type OperationState =
  /** `progress` 0-1; `preview` only when there is a new one; `checkAgainMs` 0: at once (check waits itself). */
  | {
      readonly state: 'running';
      readonly progress: number;
      readonly preview?: EnginePreview;
      readonly checkAgainMs: number;
    }
  /** Pictures of a grid or variation come in candidate order. No media at all is treated as a failure. */
  | { readonly state: 'done'; readonly media: readonly EngineMedia[]; readonly recipe?: Recipe }
  /** A verdict of the engine. `message` is shown to the client, `cause` only logged. `retryable`: trying again may help. */
  | {
      readonly state: 'failed';
      readonly code: EngineFailure;
      readonly message: string;
      readonly cause?: string;
      readonly retryable: boolean;
    }
  /** The engine does not know the operation any more (it was restarted, or forgot). */
  | { readonly state: 'lost' };

export type EngineFailure =
  | 'engine_error'
  | 'engine_rejected'
  | 'engine_busy'
  | 'engine_unavailable'
  | 'content_refused';

/** Thrown by `start`, `check` and `open`. Anything else thrown counts as `engine_unavailable`, retryable. */
export class EngineError extends Error {
  readonly code: EngineFailure;
  readonly retryable: boolean;
  /** From `start` only: the engine certainly did not accept the job, so it can be started again. */
  readonly notStarted: boolean;

  constructor(
    code: EngineFailure,
    message: string,
    options: { retryable?: boolean; notStarted?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'EngineError';
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.notStarted = options.notStarted ?? false;
  }
}

export interface EngineTraits {
  /** How many jobs one process may have running on this engine at a time. */
  readonly slots: number;
  /** The work is done inside this process: only the process that started an operation can check it. */
  readonly local: boolean;
  /**
   * What to do after a crash between the call to `start` and the storing of its operation:
   * `repeat`: call `start` again with the same key (the engine answers with the same work, or repeating costs
   * nothing); `find`: ask `find(key)`; `never`: fail the task uncharged rather than risk paying twice.
   */
  readonly afterUnknownStart: 'repeat' | 'find' | 'never';
}

export interface Engine {
  readonly name: string;
  readonly traits: EngineTraits;

  /** Begin the work and return at once. `key` is unique per (task, counted try) and stored before the call. */
  start(job: EngineJob, key: string, signal: AbortSignal): Promise<Operation>;

  /** Only for `afterUnknownStart: 'find'`: the operation begun with this key, or undefined if there is none. */
  find?(key: string, signal: AbortSignal): Promise<Operation | undefined>;

  /** How the work stands. May wait up to `waitMs` for news, so that news arrives at once. May be repeated. */
  check(operation: Operation, waitMs: number, signal: AbortSignal): Promise<OperationState>;

  /** The bytes of one finished file. May be called again after a crash; throws EngineError when it is gone. */
  open(operation: Operation, media: EngineMedia, signal: AbortSignal): Promise<Readable | Uint8Array>;

  /** Stop the work if that is possible and forget its files. Safe to repeat, also for unknown operations. */
  cancel(operation: Operation): Promise<void>;

  /** Free what the engine holds (threads, sockets). Called once, at the end of the process. */
  close(): Promise<void>;
}
