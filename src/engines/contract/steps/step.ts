/** A step of a job: one start of an engine that knows only primitives. */
import type { Json } from '../json.ts';
import type { StepPicture } from './step-picture.ts';
import type { StepReference } from './step-reference.ts';

/** What every step has. */
interface StepBase {
  /** What the route calls the model or workflow, or else the model's id. */
  readonly upstream: string;
  /** The parameters of the model card, as the route maps them. */
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  /** What is asked for, in words. */
  readonly prompt: string;
  /** 0 … 4294967295. Of several pictures, the first has this seed, the second the next, and so on. */
  readonly seed: number;
}

/** What every step has that makes pictures. */
interface PictureStep extends StepBase {
  /** What must not be in the picture. Empty if there is nothing. */
  readonly negative: string;
  /**
   * Within the `sizes` of the primitive. The result may differ: see
   * media/picture/adopted-size.ts for the size that it gets.
   */
  readonly width: number;
  /** The height, under the same rules as `width`. */
  readonly height: number;
  /** 1 … `most` of the primitive: the number of pictures. */
  readonly count: number;
  /** The pictures continue seamlessly at their edges. Only set if the primitive `canTile`. */
  readonly tile?: boolean;
  /** Only references with a use that the primitive names in `references`. */
  readonly references?: readonly StepReference[];
}

/** Makes pictures from words. */
export interface GenerateStep extends PictureStep {
  readonly primitive: 'generate';
}

/** Makes pictures that resemble another one. */
export interface ImageToImageStep extends PictureStep {
  readonly primitive: 'imageToImage';
  /** The picture, which has the step's size. */
  readonly picture: StepPicture;
  /** 0: the picture itself; 1: nothing is left of it. */
  readonly strength: number;
}

/** Repaints a part of a picture. */
export interface InpaintStep extends PictureStep {
  readonly primitive: 'inpaint';
  /** The picture, which has the step's size. */
  readonly picture: StepPicture;
  /** 8-bit gray PNG of the step's size. White is repainted, black stays. */
  readonly mask: StepPicture;
  /** 1: the white area is made without regard to what was there. */
  readonly strength: number;
}

/** Changes pictures according to the prompt. */
export interface InstructStep extends PictureStep {
  readonly primitive: 'instruct';
  /**
   * The first is the one that is changed, if the prompt does not say otherwise. At most
   * `pictures` of the primitive.
   */
  readonly pictures: readonly StepPicture[];
}

/** Enlarges a picture. */
export interface UpscaleStep extends PictureStep {
  readonly primitive: 'upscale';
  /** At its own size, with the aspect ratio of the step. `width` and `height` are the size that is wanted. */
  readonly picture: StepPicture;
  /** 0: only enlarged. */
  readonly strength: number;
}

/** Makes clips. */
export interface ClipStep extends StepBase {
  readonly primitive: 'clip';
  /** What must not be in the clip. Empty if there is nothing. */
  readonly negative: string;
  /** The width, under the same rules as for pictures. */
  readonly width: number;
  /** The height, under the same rules as `width`. */
  readonly height: number;
  /** 1 … `most` of the primitive: the number of clips. */
  readonly count: number;
  /** The length of each. */
  readonly seconds: number;
  /** The frame rate of each. */
  readonly framesPerSecond: number;
  /** Whether they have sound. Only set if the primitive `hasAudio`. */
  readonly audio: boolean;
  /** The first frame. */
  readonly picture?: StepPicture;
  /** The last frame. Only set if the primitive `canEndWith` one. */
  readonly last?: StepPicture;
  /** Pictures that the clip shows, as many as `pictures` of the primitive. */
  readonly references?: readonly StepReference[];
}

/** Asks a language model. */
export interface AskStep extends StepBase {
  readonly primitive: 'ask';
  /** What the question is about. Absent means words alone. */
  readonly picture?: StepPicture;
  /** JSON Schema of the answer. */
  readonly schema: Json;
}

/**
 * One start of an engine. The result of `ask` is `texts: [answer]`; of all others,
 * `media`: `count` pictures, or clips.
 */
export type Step =
  | GenerateStep
  | ImageToImageStep
  | InpaintStep
  | InstructStep
  | UpscaleStep
  | ClipStep
  | AskStep;
