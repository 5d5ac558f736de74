/**
 * The engine contract: what Kinora requires of anything that generates.
 *
 * An engine is driven by `tasks/work/advance-task.ts`, one call per step: `start` once, `check` until it says
 * `done`, `failed` or `lost`, then `open` for each finished file. Everything that must survive a restart is
 * in the two JSON values that Kinora stores with the task: the engine handle (the engine's reference to
 * work in progress) and the recipe (engine state of a finished task, for follow-ups).
 * @NOTE length: it is one contract.
 */
import type { Readable } from 'node:stream';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The engine's own handle of running work. Opaque, stored with the task, at most 1 MB of JSON. */
export type EngineHandle = Json;

/** What the engine wants to remember of a finished task, handed back in `EngineJob.parent`. Opaque. */
export type Recipe = Json;

export type JobKind =
  /** Four candidate pictures for a prompt, for reference pictures (`inputs`), or both. */
  | 'grid'
  /** One picture: the parent's candidate, as it is or painted again with more detail (`enhance`). */
  | 'upscale'
  /** Four new candidates that keep the idea of one candidate of the parent. */
  | 'variation'
  /** Four candidates of the input `picture` changed as the prompt says; with a `mask`, only where that is white. */
  | 'edit'
  /** Four candidates that keep what the input `picture` shows, in the materials and style of the prompt. */
  | 'retexture'
  /** Four candidates that show more of the parent's candidate than its picture did (`frame`): zoom out, pan, square. */
  | 'outpaint'
  /** A clip, or `clips` candidates of one: of the prompt, of the parent's candidate, or of the input `picture`. */
  | 'clip'
  /** `texts` are four prompts, parameters included, that would make a picture like the input `picture`. */
  | 'describe'
  /**
   * `texts` are seven: the prompt with its **important** words and those ~~of no use~~ marked, five ever shorter
   * prompts, and the details: the words with their weights, `**fox** (1.00)`, then bars of ten cells, `████████░░ fox`.
   */
  | 'shorten';

export type InputRole =
  /** What an edit, a retexture, a describe or a clip starts from; of a follow-up, the parent's candidate. */
  | 'picture'
  /** Any size; white is to be painted anew, black stays. Scaled to the picture. */
  | 'mask'
  /** Image prompt: its content, colours and composition flow in, by `imageWeight`. */
  | 'prompt'
  /** Only its style and colours, by `styleWeight` (`--sref`). */
  | 'style'
  /** Its main figure appears, by `characterWeight` (`--cref`). */
  | 'character'
  /** Its main thing appears, by `objectWeight` (`--oref`). */
  | 'object'
  /** The last frame of a clip. */
  | 'last';

/** A picture that a job starts from, checked: it is what `contentType` says and no larger than the limits. */
export interface EngineInput {
  readonly role: InputRole;
  /** Relative to the other inputs of its role. Default: 1. */
  readonly weight?: number;
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** Part of a picture, in shares of its width and height: all of it is {x: 0, y: 0, width: 1, height: 1}. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a task asks for, already validated against the model card. JSON-safe, save the inputs' bytes. */
export interface EngineJob extends GenerationParameters {
  readonly taskId: string;
  /** The model card's id. */
  readonly model: string;
  readonly kind: JobKind;
  /** The prompt without inline parameters and weights. */
  readonly prompt: string;
  /** 0 … 4294967295. The same job with the same seed gives the same picture. */
  readonly seed: number;
  /** Pixels of one picture or of the clip; never of the sheet. For texts: of nothing. */
  readonly width: number;
  readonly height: number;
  /** Things that must not be in the picture (`--no`). */
  readonly exclude: readonly string[];
  /** Image model version, `7`, `6.1`, `niji 6` …; absent on video. */
  readonly version?: string;
  readonly inputs?: readonly EngineInput[];
  /** Variation: its strength. Absent: the default. */
  readonly strength?: 'subtle' | 'strong';
  /** Upscale: keep to the picture, or invent detail; absent: the candidate as it is. */
  readonly enhance?: 'subtle' | 'creative';
  /** Outpaint: what the new picture shows, in shares of the parent's: {x: -0.5, y: -0.5, width: 2, height: 2} is twice as far. */
  readonly frame?: Frame;
  /** Clips only. */
  readonly seconds?: number;
  readonly framesPerSecond?: number;
  readonly motion?: 'low' | 'high';
  readonly loop?: boolean;
  /** How many candidates of the clip; absent: one. */
  readonly clips?: number;
  /** The clip goes on where the parent's ended, and lasts `seconds` in all. */
  readonly extend?: boolean;
  /** The parent's picture is changed as the prompt says, and then moves as the parent's clip did. */
  readonly remix?: boolean;
  /** Whether the clip has a sound track. */
  readonly audio?: boolean;
  /** The finished task this one follows up, and which of its candidates (0-3). */
  readonly parent?: {
    readonly recipe: Recipe;
    readonly candidate: number;
    /** What the parent was asked: a follow-up with another prompt changes the picture towards it. */
    readonly prompt: string;
  };
}

/** The inline parameters that change how a picture looks (docs/prompts.md). Absent: the parameter's default. */
export interface GenerationParameters {
  /** `--style`: `raw`, `cute`, `expressive`, `original`, `scenic`, `4a`, `4b`, `4c`. */
  readonly style?: string;
  /** Multi-prompt: the prompt's parts with their weights. A negative one is to be kept out. */
  readonly parts?: readonly { readonly text: string; readonly weight: number }[];
  /** 0-100: how different the candidates are. */
  readonly chaos?: number;
  /** How strongly the house style shows: 0-1000, default 100. */
  readonly stylize?: number;
  /** 0-3000. */
  readonly weird?: number;
  /** 0-100: more detail and contrast (`--exp`). */
  readonly experimental?: number;
  /** 0.25, 0.5, 1, 2, 4: work spent on a picture. */
  readonly quality?: number;
  /** 10-100: percent of the work after which it is stopped. */
  readonly stop?: number;
  /** The picture continues seamlessly at its edges. */
  readonly tile?: boolean;
  /** 0-3, default 1. */
  readonly imageWeight?: number;
  /** 0-1000, default 100. */
  readonly styleWeight?: number;
  /** 1-6: which way of taking a style (`--sv`); absent: the newest. */
  readonly styleVersion?: number;
  /** Looks that have a number instead of a picture (`--sref 1234`, `--p`). */
  readonly styleCodes?: readonly { readonly code: number; readonly weight: number }[];
  /** 0-100. */
  readonly characterWeight?: number;
  /** 1-1000, default 100. */
  readonly objectWeight?: number;
}

/** One finished file, not yet fetched. */
export interface EngineMedia {
  /** `frame`: a small picture out of the clip before it; 16 in order of time make its spritesheet, none: it has none. */
  readonly kind: 'picture' | 'clip' | 'frame';
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

/** How many pictures a job of this kind hands over. Each clip comes with a poster, a picture, right after it. */
export function candidatesOf({ kind, clips = 1 }: Pick<EngineJob, 'kind' | 'clips'>): number {
  if (kind === 'describe' || kind === 'shorten') return 0;
  if (kind === 'clip') return clips;
  return kind === 'upscale' ? 1 : 4;
}

/** A picture of the work so far, encoded. */
export interface EnginePreview {
  readonly contentType: 'image/webp' | 'image/jpeg' | 'image/png';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Neither media nor texts is treated as a failure. */
export interface EngineResult {
  /** Pictures and clips, in candidate order. */
  readonly media: readonly EngineMedia[];
  readonly recipe?: Recipe | undefined;
  /** What a `describe` or `shorten` found. */
  readonly texts?: readonly string[] | undefined;
}

export type EngineStatus =
  /** `progress` 0-1; `preview` only when there is a new one; `checkAgainMs` 0: at once (check waits itself). */
  | {
      readonly state: 'running';
      readonly progress: number;
      readonly preview?: EnginePreview;
      readonly checkAgainMs: number;
    }
  | ({ readonly state: 'done' } & EngineResult)
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

/** How media is made, in the IPTC vocabulary (cv.iptc.org/newscodes/digitalsourcetype): by plain code, or by a trained model. */
export const digitalSourceTypes = ['algorithmicMedia', 'trainedAlgorithmicMedia'] as const;
export type DigitalSourceType = (typeof digitalSourceTypes)[number];

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

/** The parts of a job that a prompt reader needs. */
export interface PromptJob extends Pick<EngineJob, 'kind' | 'prompt' | 'exclude' | 'parts' | 'remix'> {
  readonly inputs?: readonly Pick<EngineInput, 'role'>[];
  /** It starts from a picture or a clip that was made before. */
  readonly isFollowUp: boolean;
}

/**
 * What an engine makes of the words of a prompt. Each list is in the order of the prompt, without repetitions, at most 100 long; of a
 * very long prompt only the beginning counts. A type, not an interface, so that it can be stored as JSON.
 */
export type PromptWords = {
  /** Things, places, hours, weathers and actions that the result shows. */
  readonly drawn: string[];
  /** Technique, colours of the whole picture, view and camera movement. */
  readonly style: string[];
  /** What is kept out: named after "without", or by `--no`. */
  readonly excluded: string[];
  /** Words without any effect. Articles and other function words are in no list. */
  readonly notUnderstood: string[];
};

/**
 * The optional ability of an engine to say what it understands of a prompt before it is asked to make anything. A model that takes any
 * prompt has none. It is apart from `Engine` because a process that only serves the interfaces runs no engine.
 */
export interface PromptReader {
  /** The name of the engine. */
  readonly engine: string;
  /** What the engine can draw, as a clause that follows "It draws". */
  readonly draws: { readonly en: string; readonly zh: string };
  /**
   * Called for every submit, in the thread that serves requests: pure, without I/O, under a millisecond for a typical prompt.
   * Undefined: the job does not draw what the prompt says (an upscale, a describe, a shorten).
   * `isEnough` is false when the result would have nothing to do with the prompt: then the job is refused, unless the operator allows it.
   */
  read(job: PromptJob): { readonly words: PromptWords; readonly isEnough: boolean } | undefined;
}

export interface Engine {
  readonly name: string;
  readonly traits: EngineTraits;
  /** Written into the provenance of every picture and clip of this engine. */
  readonly digitalSourceType: DigitalSourceType;
  /** Absent: every prompt is passed on as it is. */
  readonly promptReader?: PromptReader;

  /** Called at most once, when the server has started: prepare for the first job in the background, for example load what it needs. */
  warmUp?(): void;

  /** Begin the work and return at once. `key` is unique per (task, counted try) and stored before the call. */
  start(job: EngineJob, key: string, signal: AbortSignal): Promise<EngineHandle>;

  /** Only for `afterUnknownStart: 'find'`: the operation begun with this key, or undefined if there is none. */
  find?(key: string, signal: AbortSignal): Promise<EngineHandle | undefined>;

  /** How the work stands. May wait up to `waitMs` for news, so that news arrives at once. May be repeated. */
  check(operation: EngineHandle, waitMs: number, signal: AbortSignal): Promise<EngineStatus>;

  /** The bytes of one finished file. May be called again after a crash; throws EngineError when it is gone. */
  open(operation: EngineHandle, media: EngineMedia, signal: AbortSignal): Promise<Readable | Uint8Array>;

  /** Stop the work if that is possible and forget its files. Safe to repeat, also for unknown operations. */
  cancel(operation: EngineHandle): Promise<void>;

  /** Free what the engine holds (threads, sockets). Called once, at the end of the process. */
  close(): Promise<void>;
}
