/**
 * The contract of engines that know only primitives: text to image, image to image, and so on. The planner turns each job into steps of
 * primitives (`plan-job.ts`) and runs them on such an engine (`planned-engine.ts`), so an adapter knows nothing about jobs.
 *
 * A step engine is driven like an `Engine` (engines/engine.ts): `start` once per step, `check` until it says `done`, `failed` or `lost`,
 * then `open` for each file. What must survive a restart is in the handle, which is stored with the task.
 */
import type { Readable } from 'node:stream';
import type { EngineKind, EngineSettings, InstanceOptions } from './engine-kind.ts';
import type { Engine, EngineMedia, EngineStatus, Json } from './engine.ts';
import type { SizeRules } from '../../media/picture/size-rules.ts';

export const primitives = [
  /** Pictures from words. */
  'generate',
  /** Pictures that resemble `picture`: the less, the greater the `strength`. */
  'imageToImage',
  /** Pictures like `picture`, with the white areas of `mask` made anew. */
  'inpaint',
  /** Pictures made from `pictures` by following the prompt as an instruction. */
  'instruct',
  /** `picture`, enlarged to `width` x `height`, with more detail the greater the `strength`. */
  'upscale',
  /** A clip from words, from its first frame (`picture`), or from its first and last frame (`last`). */
  'clip',
  /** The answer of a language model to the prompt, about `picture` if there is one, as JSON that matches `schema`. */
  'ask',
] as const;
export type Primitive = (typeof primitives)[number];

/** A picture that a step starts from: upright, sRGB, without transparency. */
export interface StepPicture {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** What a reference picture contributes. */
export type ReferenceUse = 'content' | 'style' | 'character' | 'object';

export interface StepReference extends StepPicture {
  readonly use: ReferenceUse;
  /** 0 … 1. */
  readonly weight: number;
}

interface StepBase {
  /** What the route calls the model or workflow, or else the model's id. */
  readonly upstream: string;
  /** The parameters of the model card, as the route maps them. */
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  readonly prompt: string;
  /** 0 … 4294967295. Of several pictures, the first has this seed, the second the next, and so on. */
  readonly seed: number;
}

interface PictureStep extends StepBase {
  /** What must not be in the picture. Empty: nothing. */
  readonly negative: string;
  /** Within the `sizes` of the primitive. The result may differ: see media/picture/adopted-size.ts for the size that it gets. */
  readonly width: number;
  readonly height: number;
  /** 1 … `most` of the primitive: the number of pictures. */
  readonly count: number;
  /** The pictures continue seamlessly at their edges. Only set if the primitive `canTile`. */
  readonly tile?: boolean;
  /** Only uses that the primitive names in `references`. */
  readonly references?: readonly StepReference[];
}

export interface GenerateStep extends PictureStep {
  readonly primitive: 'generate';
}
export interface ImageToImageStep extends PictureStep {
  readonly primitive: 'imageToImage';
  /** Of the step's size. */
  readonly picture: StepPicture;
  /** 0: the picture itself; 1: nothing is left of it. */
  readonly strength: number;
}
export interface InpaintStep extends PictureStep {
  readonly primitive: 'inpaint';
  /** Of the step's size. */
  readonly picture: StepPicture;
  /** 8-bit grey PNG of the step's size. White is made anew, black stays. */
  readonly mask: StepPicture;
  /** 1: the white area is made without regard to what was there. */
  readonly strength: number;
}
export interface InstructStep extends PictureStep {
  readonly primitive: 'instruct';
  /** The first is the one that is changed, if the prompt does not say otherwise. At most `pictures` of the primitive. */
  readonly pictures: readonly StepPicture[];
}
export interface UpscaleStep extends PictureStep {
  readonly primitive: 'upscale';
  /** At its own size, with the aspect ratio of the step. `width` and `height` are the size that is wanted. */
  readonly picture: StepPicture;
  /** 0: only enlarged. */
  readonly strength: number;
}
export interface ClipStep extends StepBase {
  readonly primitive: 'clip';
  readonly negative: string;
  readonly width: number;
  readonly height: number;
  readonly count: number;
  readonly seconds: number;
  readonly framesPerSecond: number;
  readonly audio: boolean;
  /** The first frame. */
  readonly picture?: StepPicture;
  /** The last frame. Only set if the primitive `canEndWith` one. */
  readonly last?: StepPicture;
  /** Pictures that the clip shows, as many as `pictures` of the primitive. */
  readonly references?: readonly StepReference[];
}
export interface AskStep extends StepBase {
  readonly primitive: 'ask';
  readonly picture?: StepPicture;
  /** JSON Schema of the answer. */
  readonly schema: Json;
}

/** One start of an engine. The result of `ask` is `texts: [answer]`; of all others, `media`: `count` pictures, or clips. */
export type Step =
  | GenerateStep
  | ImageToImageStep
  | InpaintStep
  | InstructStep
  | UpscaleStep
  | ClipStep
  | AskStep;

/** How an engine can do a primitive. */
export interface Ability {
  /** The number of pictures or clips that one step can ask for. */
  readonly most: number;
  /** Absent: any size in multiples of 8. Without meaning for `ask`. */
  readonly sizes?: SizeRules;
  /** Whether `negative` has an effect. */
  readonly hasNegative?: boolean;
  readonly canTile?: boolean;
  readonly references?: readonly ReferenceUse[];
  /** How many references of each use. Of a use that is absent: any number. Without meaning for `clip`. */
  readonly maxReferences?: Readonly<Partial<Record<ReferenceUse, number>>>;
  /** `instruct` and `clip`: how many pictures. Absent: one. */
  readonly pictures?: number;
  /** `clip`: whether it can be made from words alone, begin with a picture, end with one, and have sound. */
  readonly fromWords?: boolean;
  readonly fromPicture?: boolean;
  readonly canEndWith?: boolean;
  readonly hasAudio?: boolean;
}

/** What an engine can do for one model. */
export type Abilities = Readonly<Partial<Record<Primitive, Ability>>>;

/** An engine whose `start` takes a step. Its other methods are those of `Engine`. */
export interface StepEngine
  extends Omit<Engine, 'start' | 'find' | 'check' | 'open' | 'promptReader' | 'warmUp'> {
  /** Starts the step and returns immediately. `key` is unique per step and counted try, and is stored before the call. */
  start(step: Step, key: string, signal: AbortSignal): Promise<Json>;
  /** As of `Engine`. */
  find?(key: string, signal: AbortSignal): Promise<Json | undefined>;
  /**
   * As of `Engine`. A handle cannot change: the status has no `handle`. The signal also ends with the news of another step of the task.
   * An engine that reads large results in here goes on with that, for the next check.
   */
  check(handle: Json, waitMs: number, signal: AbortSignal): Promise<EngineStatus>;
  open(handle: Json, media: EngineMedia, signal: AbortSignal): Promise<Readable | Uint8Array>;
  /** Cancels the work of a start whose handle is unknown, if it is in progress in this process. */
  cancelKey?(key: string): Promise<void>;
  /** How many steps of a task may run at the same time. Absent: one after the other. */
  readonly stepsAtOnce?: number;
}

/** A kind of engine that knows only primitives. `plannedKind` makes an `EngineKind` of it. */
export interface StepEngineKind extends Omit<EngineKind, 'offer' | 'open' | 'promptReader'> {
  /** Pure: what an instance with these settings can do for a model or workflow. Also called where the engine is not open. */
  abilities(upstream: string, settings: EngineSettings): Abilities;
  /** Opens an instance, without contacting it. */
  openSteps(options: InstanceOptions): StepEngine;
}
