/** The job of an engine, and the properties that follow from its kind. */
import type { JobKind } from '@kinora/shared/models/job-kinds';
import type { Frame } from '../../media/picture/frame.ts';
import type { SizeRules } from '../../media/picture/size-rules.ts';
import type { Recipe } from './recipe.ts';
import type { EngineInput } from './engine-input.ts';
import type { GenerationParameters } from './generation-parameters.ts';

/**
 * The job of a task, already validated against the model card. Can be represented as JSON,
 * except the bytes of the inputs.
 */
export interface EngineJob extends GenerationParameters {
  /** The id of the task, for logs: a task that is tried again has the same one. */
  readonly taskId: string;
  /** The model card's id. */
  readonly model: string;
  /**
   * The name of the model or workflow at the engine. Absent if the engine has only one, or uses `model` as
   * the name.
   */
  readonly upstream?: string;
  /**
   * Every parameter of the model card, by name and type, as the route maps them. Absent if the
   * other fields are sufficient.
   */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  /** The kind of the job. */
  readonly kind: JobKind;
  /** The prompt without inline parameters and weights. */
  readonly prompt: string;
  /** 0 … 4294967295. The same job with the same seed gives the same picture. */
  readonly seed: number;
  /**
   * Size of one picture or of the clip in pixels, never of the sheet. Without
   * meaning for jobs that return texts.
   */
  readonly width: number;
  /** The height, under the same rules as `width`. */
  readonly height: number;
  /**
   * The sizes that the model makes, as its card declares. Absent if the engine chooses them. The result is
   * fitted to `width` and `height`.
   */
  readonly sizes?: SizeRules;
  /** What must not be in the picture (`--no`). */
  readonly exclude: readonly string[];
  /** Image model version: `7`, `6.1`, `niji 6` … Absent for video. */
  readonly version?: string;
  /** The pictures that the job starts from. Absent if there is none. */
  readonly inputs?: readonly EngineInput[];
  /** The strength of a variation. Absent means the default. */
  readonly strength?: 'subtle' | 'strong';
  /**
   * Whether an upscale stays close to the picture or invents detail. Absent if the candidate is unchanged.
   */
  readonly enhance?: 'subtle' | 'creative';
  /**
   * The area of the new picture of an outpaint, in fractions of the parent's picture. {x: -0.5, y: -0.5,
   * width: 2, height: 2} zooms out twofold.
   */
  readonly frame?: Frame;
  /** The length of the clip in seconds. Clips only. */
  readonly seconds?: number;
  /** The frame rate of the clip. Clips only. */
  readonly framesPerSecond?: number;
  /** How much moves in a clip. Absent if the engine decides. */
  readonly motion?: 'low' | 'high';
  /** Whether the clip ends as it begins. */
  readonly loop?: boolean;
  /** The number of candidates of the clip. Absent means one. */
  readonly clips?: number;
  /** The number of pictures, 1 to 10, of a job that otherwise makes four. */
  readonly pictures?: number;
  /** Whether the clip continues the parent's clip, so that both last `seconds` together. */
  readonly extend?: boolean;
  /** The clip that is continued. Only for engines that start from pixels. */
  readonly clip?: { readonly seconds: number; readonly bytes: Uint8Array };
  /**
   * Whether the parent's picture is changed according to the prompt, and then moves like the parent's clip.
   */
  readonly remix?: boolean;
  /** Whether the clip has a sound track. */
  readonly audio?: boolean;
  /** The finished task that this one follows up, and the candidate (0-3) that it starts from. */
  readonly parent?: {
    readonly recipe: Recipe;
    readonly candidate: number;
    /** The parent's prompt. A follow-up with another prompt changes the picture toward the new one. */
    readonly prompt: string;
  };
}

/** Whether the job returns a candidate unchanged: nothing new is generated. */
export function isSelection({ kind, enhance }: Pick<EngineJob, 'kind' | 'enhance'>): boolean {
  return kind === 'upscale' && !enhance;
}

/**
 * Returns the kind of job that an engine must be able to do. Returns undefined if no engine is needed,
 * because a chosen candidate may be copied without one.
 */
export function requiredKind(job: Pick<EngineJob, 'kind' | 'enhance'>): JobKind | undefined {
  return isSelection(job) ? undefined : job.kind;
}

/**
 * Whether the job asks for pictures with a transparent background. Cards of models that can make them have
 * this parameter.
 */
export function isTransparent({ parameters }: Pick<EngineJob, 'parameters'>): boolean {
  return parameters?.['background'] === 'transparent';
}

/**
 * The number of pictures or clips that a job of this kind returns. Each clip is
 * followed by its poster, a picture.
 */
export function countCandidates({
  kind,
  clips = 1,
  pictures = 4,
}: Pick<EngineJob, 'kind' | 'clips' | 'pictures'>): number {
  if (kind === 'describe' || kind === 'shorten') return 0;
  if (kind === 'clip') return clips;
  return kind === 'upscale' ? 1 : pictures;
}
