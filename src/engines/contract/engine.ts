/**
 * The engine contract: what Kinora requires of anything that generates.
 *
 * An engine is driven by `tasks/work/advance-task.ts`, one call per step: `start` once, `check` until it says
 * `done`, `failed` or `lost`, then `open` for each finished file. Everything that must survive a restart is
 * in the two JSON values that Kinora stores with the task: the engine handle (the engine's reference to
 * work in progress) and the recipe (engine state of a finished task, for follow-ups).
 * @NOTE length: it is one contract.
 */
import { reasonText, type Reason } from '@kinora/shared/errors/reason';
import type { Readable } from 'node:stream';
import type { JobKind } from '@kinora/shared/models/job-kinds';
import type { Frame } from '../../media/picture/frame.ts';
import type { SizeRules } from '../../media/picture/size-rules.ts';
import type { DigitalSourceType } from '../../media/provenance/digital-source-type.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The engine's reference to work in progress. Opaque, stored with the task, at most 1 MB of JSON. */
export type EngineHandle = Json;

/** Engine state of a finished task, returned to the engine in `EngineJob.parent`. Opaque. */
export type Recipe = Json;

export type InputRole =
  /** The picture that an edit, retexture, describe or clip starts from. For a follow-up, the parent's candidate. */
  | 'picture'
  /** White areas are repainted, black areas stay. Any size; scaled to the picture. */
  | 'mask'
  /** Image prompt: its content, colours and composition influence the result, by `imageWeight`. */
  | 'prompt'
  /** Only its style and colours are used, by `styleWeight` (`--sref`). */
  | 'style'
  /** Its main figure appears, by `characterWeight` (`--cref`). */
  | 'character'
  /** Its main object appears, by `objectWeight` (`--oref`). */
  | 'object'
  /** The last frame of a clip. */
  | 'last';

/** An input picture of a job. It has been checked: the bytes match `contentType`, and the size is within the limits. */
export interface EngineInput {
  readonly role: InputRole;
  /** Weight relative to other inputs of the same role. Default: 1. */
  readonly weight?: number;
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** The job of a task, already validated against the model card. Can be represented as JSON, except the bytes of the inputs. */
export interface EngineJob extends GenerationParameters {
  readonly taskId: string;
  /** The model card's id. */
  readonly model: string;
  /** What the engine calls the model or workflow. Absent: the engine has only one, or knows it by `model`. */
  readonly upstream?: string;
  /** Every parameter of the model card, by name and type, as the route maps them. Absent: the other fields say everything. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  readonly kind: JobKind;
  /** The prompt without inline parameters and weights. */
  readonly prompt: string;
  /** 0 … 4294967295. The same job with the same seed gives the same picture. */
  readonly seed: number;
  /** Size of one picture or of the clip in pixels, never of the sheet. Without meaning for jobs that return texts. */
  readonly width: number;
  readonly height: number;
  /** The sizes that the model makes, as its card says. Absent: the engine knows. The result is fitted to `width` and `height`. */
  readonly sizes?: SizeRules;
  /** Things that must not be in the picture (`--no`). */
  readonly exclude: readonly string[];
  /** Image model version: `7`, `6.1`, `niji 6` … Absent for video. */
  readonly version?: string;
  readonly inputs?: readonly EngineInput[];
  /** Variation: its strength. Absent: the default. */
  readonly strength?: 'subtle' | 'strong';
  /** Upscale: stay close to the picture, or invent detail. Absent: the candidate is unchanged. */
  readonly enhance?: 'subtle' | 'creative';
  /** Outpaint: the area of the new picture, in fractions of the parent's. {x: -0.5, y: -0.5, width: 2, height: 2} zooms out twofold. */
  readonly frame?: Frame;
  /** Clips only. */
  readonly seconds?: number;
  readonly framesPerSecond?: number;
  readonly motion?: 'low' | 'high';
  readonly loop?: boolean;
  /** The number of candidates of the clip. Absent: one. */
  readonly clips?: number;
  /** The number of pictures, 1 to 10, of a job that otherwise makes four. */
  readonly pictures?: number;
  /** The clip continues the parent's clip and lasts `seconds` in total. */
  readonly extend?: boolean;
  /** The clip that is continued. Only for engines that start from pixels. */
  readonly clip?: { readonly seconds: number; readonly bytes: Uint8Array };
  /** The parent's picture is changed according to the prompt, and then moves like the parent's clip. */
  readonly remix?: boolean;
  /** Whether the clip has a sound track. */
  readonly audio?: boolean;
  /** The finished task that this one follows up, and the candidate (0-3) that it starts from. */
  readonly parent?: {
    readonly recipe: Recipe;
    readonly candidate: number;
    /** The parent's prompt. A follow-up with another prompt changes the picture towards the new one. */
    readonly prompt: string;
  };
}

/** The inline parameters that change how a picture looks (docs/prompts.md). Absent: the parameter's default. */
export interface GenerationParameters {
  /** `--style`: `raw`, `cute`, `expressive`, `original`, `scenic`, `4a`, `4b`, `4c`. */
  readonly style?: string;
  /** Multi-prompt: the parts of the prompt with their weights. A part with a negative weight is excluded. */
  readonly parts?: readonly { readonly text: string; readonly weight: number }[];
  /** 0-100: how different the candidates are. */
  readonly chaos?: number;
  /** How strongly the house style shows: 0-1000, default 100. */
  readonly stylize?: number;
  /** 0-3000. */
  readonly weird?: number;
  /** 0-100: more detail and contrast (`--exp`). */
  readonly experimental?: number;
  /** 0.25, 0.5, 1, 2 or 4: the work spent on a picture. */
  readonly quality?: number;
  /** 10-100: the percentage of the work after which generation stops. */
  readonly stop?: number;
  /** The picture continues seamlessly at its edges. */
  readonly tile?: boolean;
  /** 0-3, default 1. */
  readonly imageWeight?: number;
  /** 0-1000, default 100. */
  readonly styleWeight?: number;
  /** 1-6: the version of style transfer (`--sv`). Absent: the newest. */
  readonly styleVersion?: number;
  /** Style references by number instead of by picture (`--sref 1234`, `--p`). */
  readonly styleCodes?: readonly { readonly code: number; readonly weight: number }[];
  /** 0-100. */
  readonly characterWeight?: number;
  /** 1-1000, default 100. */
  readonly objectWeight?: number;
  /** `--p` without a code: the look of the account at the provider. */
  readonly isPersonalized?: boolean;
  /** Parameters that only the engine knows, as they were written: `--draw slow`. */
  readonly passedParameters?: readonly string[];
}

/** One finished file, not yet fetched. */
export interface EngineMedia {
  /** `frame`: a small picture from the preceding clip. 16 of them, in order of time, make its spritesheet. Without any, it has none. */
  readonly kind: 'picture' | 'clip' | 'frame';
  /**
   * `image/x-rgba` is raw 8-bit RGBA, row by row. Everything else is only a claim: type, size, length and sound are read from the file.
   * Pictures are PNG, JPEG, WebP, AVIF or GIF.
   */
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  /** The size that the engine was asked for. Absent: that of the job. */
  readonly asked?: { readonly width: number; readonly height: number };
  /** Clips only. */
  readonly durationMs?: number;
  readonly framesPerSecond?: number;
  /** 0-3: the picture is this cell of the file, which has two rows and two columns of pictures, so that all four are decoded at once. */
  readonly cell?: number;
  /** Identifies the file for `open`. Opaque. */
  readonly ref: Json;
}

/** Whether the job is a candidate as it is: nothing new is generated. */
export function isSelection({ kind, enhance }: Pick<EngineJob, 'kind' | 'enhance'>): boolean {
  return kind === 'upscale' && !enhance;
}

/** What an engine must be able to do for the job. Undefined: nothing, because a chosen candidate may be copied without it. */
export function operationOf(job: Pick<EngineJob, 'kind' | 'enhance'>): JobKind | undefined {
  return isSelection(job) ? undefined : job.kind;
}

/** Whether the engine keeps files of finished work until it is told to discard them. */
export function holdsFiles({ local, keepsFiles = local }: EngineTraits): boolean {
  return keepsFiles;
}

/** Whether the job asks for pictures with a transparent background, as cards of models that can make some name it. */
export function isTransparent({ parameters }: Pick<EngineJob, 'parameters'>): boolean {
  return parameters?.['background'] === 'transparent';
}

/** The number of pictures or clips that a job of this kind returns. Each clip is followed by its poster, a picture. */
export function candidatesOf({
  kind,
  clips = 1,
  pictures = 4,
}: Pick<EngineJob, 'kind' | 'clips' | 'pictures'>): number {
  if (kind === 'describe' || kind === 'shorten') return 0;
  if (kind === 'clip') return clips;
  return kind === 'upscale' ? 1 : pictures;
}

/** A picture of the work in progress, encoded. */
export interface EnginePreview {
  readonly contentType: 'image/webp' | 'image/jpeg' | 'image/png';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A result without media is treated as a failure, except for jobs that return texts. */
export interface EngineResult {
  /** Pictures and clips, in candidate order. */
  readonly media: readonly EngineMedia[];
  readonly recipe?: Recipe | undefined;
  /** The result of a `describe` or `shorten`. */
  readonly texts?: readonly string[] | undefined;
  /** What this job cost the operator, in millionths of the currency, if the engine reports it. */
  readonly costMicros?: number | undefined;
}

export type EngineStatus =
  /** `progress` is 0-1. `preview` is set only if there is a new one. `checkAgainMs` 0: immediately, because `check` itself waits. */
  | {
      readonly state: 'running';
      readonly progress: number;
      readonly preview?: EnginePreview;
      /** The handle has changed: it is stored before the next call. The progress and the preview of this status are ignored. */
      readonly handle?: EngineHandle;
      readonly checkAgainMs: number;
      /** Nothing but this adapter asks for the pause: the worker may check sooner, when the job is probably done. */
      readonly mayCheckSooner?: boolean;
    }
  /** `handle`: the handle has changed. It is stored with the media. */
  | ({ readonly state: 'done'; readonly handle?: EngineHandle } & EngineResult)
  /**
   * The job failed. `reason` and `cause` are those of an EngineError. `retryable`: another try may succeed. `notStarted`: the engine
   * definitely did not accept it, and said so only after `start` had returned.
   */
  | {
      readonly state: 'failed';
      readonly code: EngineFailure;
      readonly reason: Reason;
      readonly cause?: string;
      /** What the adapter threw, if it was a mistake of its own. For the log. */
      readonly mistake?: Error;
      readonly retryable: boolean;
      readonly notStarted?: boolean;
    }
  /** The engine no longer has the work, for example because it was restarted. */
  | { readonly state: 'lost' };

export type EngineFailure =
  | 'engine_error'
  | 'engine_rejected'
  | 'engine_busy'
  | 'engine_unavailable'
  /** The engine refused the key of this server. */
  | 'engine_unauthorized'
  /** The account of this server at the engine has no balance left. */
  | 'engine_unfunded'
  | 'content_refused';

/** Whether the engine takes no job from the account of this server, whichever it is, until an operator acts. */
export function isAboutAccount({ code }: { readonly code: EngineFailure }): boolean {
  return code === 'engine_unauthorized' || code === 'engine_unfunded';
}

/** It takes no job at all. */
export function isAway({ code }: { readonly code?: EngineFailure | undefined }): boolean {
  return code === 'engine_unavailable';
}

/** Whether it is away or busy: it would have refused any job. */
export function isAwayOrBusy(failure: { readonly code?: EngineFailure | undefined }): boolean {
  return isAway(failure) || failure.code === 'engine_busy';
}

/** What an engine can ask of its caller. */
export interface EngineCall {
  readonly signal: AbortSignal;
  /** The job as `start` got it, with its inputs. Throws EngineError if they no longer exist. */
  job(): Promise<EngineJob>;
}

/**
 * Thrown by `start`, `check` and `open`. An error of the network counts as `engine_unavailable`, retryable, and an UnusableMedia of `open`
 * says that the result is not what was requested. Anything else thrown is a mistake of the adapter (adapter-failure.ts).
 * The reason is shown to the client. What the engine said itself can quote the prompt, so it is the detail `said`, in parentheses, or the
 * `cause`: the log leaves these out, unless the operator asks for them (lib/log/error-record.ts). An `engine_error` of a start is the answer of the engine: the work has ended, even if another try may succeed.
 * Where it is unknown what has begun, the code is `engine_unavailable`.
 */
export class EngineError extends Error {
  readonly code: EngineFailure;
  readonly reason: Reason;
  readonly retryable: boolean;
  /** Of a start only: the engine definitely did not accept the job, so it can be started again. */
  readonly notStarted: boolean;
  /** How long the engine asks to be left alone. Absent: it does not say. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: EngineFailure,
    reason: Reason,
    options: {
      retryable?: boolean;
      notStarted?: boolean;
      retryAfterMs?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(reasonText(reason), { cause: options.cause });
    this.name = 'EngineError';
    this.code = code;
    this.reason = reason;
    this.retryable = options.retryable ?? false;
    this.notStarted = options.notStarted ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}

export interface EngineTraits {
  /** The maximum number of jobs that one process runs on this engine at the same time. */
  readonly slots: number;
  /** The work runs in this process, so only the process that started it can check it. */
  readonly local: boolean;
  /**
   * What to do after a crash between the call of `start` and the storing of its handle.
   * - `repeat`: call `start` again with the same key. The engine returns the same work, or a repeat costs nothing.
   * - `find`: call `find(key)`.
   * - `never`: fail the task without charge, to avoid paying the engine twice.
   */
  readonly afterUnknownStart: 'repeat' | 'find' | 'never';
  /** Doing the same work again costs the operator money. Absent: it does not. */
  readonly isPaid?: boolean;
  /** Files of its work are kept until `cancel` is called: it is called for finished work, too. Absent: `local` decides. */
  readonly keepsFiles?: boolean;
  /** Whether a job that the engine has accepted can be cancelled, and then costs nothing. Absent: it can. Only asked of paid engines. */
  readonly canCancel?: boolean;
}

/** The parts of a job that a prompt reader needs. */
export interface PromptJob
  extends Pick<EngineJob, 'kind' | 'prompt' | 'exclude' | 'remix'>,
    Partial<Pick<EngineJob, 'seed' | 'width' | 'height' | 'version'>>,
    GenerationParameters {
  readonly inputs?: readonly Pick<EngineInput, 'role'>[];
  /** Whether it starts from an existing picture or clip. */
  readonly isFollowUp: boolean;
}

/**
 * How an engine understood the words of a prompt. Each list is in the order of the prompt, without duplicates, with at most 100 entries.
 * Only the beginning of a very long prompt counts. A type, not an interface, so that it can be stored as JSON.
 */
export type PromptWords = {
  /** `placed` if it is known, otherwise `understood`. */
  readonly drawn: string[];
  /** Things, places, times of day, weather and actions that the engine knows. Absent in tasks of earlier versions: `drawn`. */
  readonly understood?: string[];
  /** Those of them that the result really contains. Absent: not known. */
  readonly placed?: string[];
  /** Technique, colours of the whole picture, view and camera movement. */
  readonly style: string[];
  /** Words excluded from the result, by "without" or `--no`. */
  readonly excluded: string[];
  /** Words without any effect. Articles and other function words are in no list. */
  readonly notUnderstood: string[];
};

/**
 * The optional ability of an engine to report which words of a prompt it understands, before it generates anything. Models that accept
 * any prompt have none. It is separate from `Engine`, because a process that only serves the interfaces runs no engine.
 */
export interface PromptReader {
  /** What the engine can draw, as a phrase that follows "It draws". */
  readonly draws: { readonly en: string; readonly zh: string };
  /**
   * Called for every submit, in the thread that serves requests. It must be pure, without I/O, and take less than a millisecond for a
   * typical prompt. Undefined: the job does not draw its prompt (upscale, describe, shorten). `isEnough` is false if the result would be
   * unrelated to the prompt. Then the job is rejected, unless the operator allows it.
   */
  read(job: PromptJob): { readonly words: PromptWords; readonly isEnough: boolean } | undefined;
}

export interface Engine {
  readonly name: string;
  readonly traits: EngineTraits;
  /** Written into the provenance of every picture and clip of this engine. */
  readonly digitalSourceType: DigitalSourceType;
  /** Absent: every prompt is accepted. */
  readonly promptReader?: PromptReader;

  /** Prepares for the first job in the background, for example by loading data. Called at most once, while the server starts. */
  warmUp?(): void;

  /**
   * The upstream names of the models that it has in memory, so that their tasks begin without loading one. Called often: it answers from
   * what it knows already. Absent, or empty: not known.
   */
  loaded?(): readonly string[];

  /**
   * Starts the work and returns immediately. `key` is unique per task and counted try, and is stored before the call. A StorageError says
   * that nothing has begun that another call with the key would begin again.
   */
  start(job: EngineJob, key: string, signal: AbortSignal): Promise<EngineHandle>;

  /** Only for `afterUnknownStart: 'find'`: returns the handle of the work that was started with this key. Undefined if there is none. */
  find?(key: string, call: EngineCall): Promise<EngineHandle | undefined>;

  /** Returns the state of the work. May wait up to `waitMs` for a change, so that changes are reported immediately. Can be repeated. */
  check(handle: EngineHandle, waitMs: number, call: EngineCall): Promise<EngineStatus>;

  /**
   * Whether following the work may start more of it, such as the next of several steps. Asked of a handle that may be out of date, because
   * it was restored from a backup; answered from the handle alone. Absent: `start` begins everything.
   */
  mayStartMore?(handle: EngineHandle): boolean;

  /** Returns the bytes of one finished file. May be called again after a crash. Throws EngineError if the file no longer exists. */
  open(handle: EngineHandle, media: EngineMedia, call: EngineCall): Promise<Readable | Uint8Array>;

  /** Stops the work, if possible, and discards its files. Safe to repeat, also for unknown handles. */
  cancel(handle: EngineHandle): Promise<void>;

  /** What the provider calls the work, for operators who ask it about a job. It answers from the handle. Undefined, or absent: nothing. */
  remoteJobOf?(handle: EngineHandle): string | undefined;

  /**
   * Whether a part of the work is done, which costs something although the rest is cancelled. It answers from the handle. Absent: no part
   * of the work is done before the whole is.
   */
  isPartlyDone?(handle: EngineHandle): boolean;

  /** Frees the resources of the engine, such as threads and sockets. Called once, at the end of the process. */
  close(): Promise<void>;
}
