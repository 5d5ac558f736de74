/** A step of a job: one start of an engine that knows only primitives. */
import type { Json } from '../json.ts';
import type { StepPicture } from './step-picture.ts';
import type { StepReference } from './step-reference.ts';

/** The fields of every step. */
interface StepBase {
  /** The name of the model or workflow in the route, or the model's id if the route has none. */
  readonly upstream: string;
  /** The parameters of the model card, as the route maps them. */
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  /** The prompt: a description, an instruction or a question. */
  readonly prompt: string;
  /**
   * The seed, 0 … 4294967295. Of several pictures, the first has this seed, the second the next, and so on.
   */
  readonly seed: number;
}

/** The fields of every step that makes pictures. */
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
  /** Whether the pictures continue seamlessly at their edges. Only set if the primitive `canTile`. */
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
  /** How much the picture is changed: 0 leaves it as it is, and 1 leaves nothing of it. */
  readonly strength: number;
}

/** Repaints a part of a picture. */
export interface InpaintStep extends PictureStep {
  readonly primitive: 'inpaint';
  /** The picture, which has the step's size. */
  readonly picture: StepPicture;
  /** 8-bit gray PNG of the step's size. White is repainted, black stays. */
  readonly mask: StepPicture;
  /** How much the white area is changed: at 1, it is made without regard to the old pixels. */
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
  /**
   * The picture at its own size, with the aspect ratio of the step. `width` and `height` are the size of the
   * result.
   */
  readonly picture: StepPicture;
  /** How much detail is added: 0 only enlarges the picture. */
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
  /** The length of each clip in seconds. */
  readonly seconds: number;
  /** The frame rate of each clip. */
  readonly framesPerSecond: number;
  /** Whether the clips have sound. Only set if the primitive `hasAudio`. */
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
  /** The picture that the question is about. Absent if it is about words alone. */
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
