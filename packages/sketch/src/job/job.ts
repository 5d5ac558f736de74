/** A job of the drawing engine: the prompt, its parameters and its input pictures. */

export type JobKind =
  /** Four candidate pictures for a prompt, for reference pictures (`inputs`), or both. */
  | 'grid'
  /** One picture: the parent's candidate, unchanged or repainted with more detail (`enhance`). */
  | 'upscale'
  /** Four new candidates that are similar to one candidate of the parent. */
  | 'variation'
  /**
   * Four candidates of the input `picture`, changed according to the prompt. With a `mask`, only
   * its white areas are changed.
   */
  | 'edit'
  /** Four candidates with the contents of the input `picture`, in the materials and style of the prompt. */
  | 'retexture'
  /** Four candidates that extend the parent's candidate beyond its edges (`frame`). */
  | 'outpaint'
  /** A clip, or `clips` candidates of it, from the prompt, the parent's candidate or the input `picture`. */
  | 'clip'
  /** Four prompts that would give a picture similar to the input `picture`. */
  | 'describe'
  /** The prompt with a weight for each word, and five increasingly short prompts. */
  | 'shorten';

export type InputRole =
  /**
   * The picture that an edit, retexture, describe or clip starts from. For a
   * follow-up, the parent's candidate.
   */
  | 'picture'
  /** White areas are repainted, black areas stay. Scaled to the picture. */
  | 'mask'
  /** Its content, colors and composition influence the picture, by `imageWeight`. */
  | 'prompt'
  /** Only its style and colors are used, by `styleWeight`. */
  | 'style'
  /** Its main figure appears, by `characterWeight`. */
  | 'character'
  /** Its main object appears, by `objectWeight`. */
  | 'object'
  /** The last frame of a clip. */
  | 'last';

/** An input picture of a job. */
export interface JobInput {
  readonly role: InputRole;
  /** Weight relative to other inputs of the same role. 1 by default. */
  readonly weight?: number;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  /** A PNG, JPEG, WebP or GIF file. */
  readonly bytes: Uint8Array;
  /** The provenance in the file. It comes from outside and can claim anything. */
  readonly provenance?: Provenance;
}

/** The prompt and parameters that a picture of this engine was drawn from. */
export interface Provenance {
  readonly prompt: string;
  readonly seed: number;
  /** The other parameters of the job. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/**
 * A part of a picture, in fractions of its width and height. The whole picture is {x:
 * 0, y: 0, width: 1, height: 1}.
 */
export interface Shares {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Job extends GenerationParameters {
  readonly kind: JobKind;
  /** The prompt without inline parameters and weights. */
  readonly prompt: string;
  /** 0 … 4294967295. The same job with the same seed gives the same picture. */
  readonly seed: number;
  /** Size of one picture or of the clip, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Things that must not be in the picture. */
  readonly exclude: readonly string[];
  /** The model version whose look is used: `7`, `6.1`, `niji 6` … */
  readonly version?: string;
  readonly inputs?: readonly JobInput[];
  /** Variation: how much it may differ. */
  readonly strength?: 'subtle' | 'strong';
  /** Upscale: stay close to the picture, or invent detail. Absent if the candidate is unchanged. */
  readonly enhance?: 'subtle' | 'creative';
  /** Outpaint: the area of the new picture, in fractions of the parent's. */
  readonly frame?: Shares;
  /** Clips only. */
  readonly seconds?: number;
  readonly framesPerSecond?: number;
  readonly motion?: 'low' | 'high';
  readonly loop?: boolean;
  /** The number of candidates of the clip. 1 by default. */
  readonly clips?: number;
  /** The clip continues the parent's clip and lasts `seconds` in total. */
  readonly extend?: boolean;
  /** The parent's picture is changed according to the prompt, and then moves like the parent's clip. */
  readonly remix?: boolean;
  /** Whether the clip has a sound track. */
  readonly audio?: boolean;
  /** The finished job that this one follows up, and the candidate (0-3) that it starts from. */
  readonly parent?: {
    /** The `SketchRecipe` of that job, as read from storage. */
    readonly recipe: unknown;
    readonly candidate: number;
    /** The parent's prompt. A follow-up with another prompt changes the picture towards the new one. */
    readonly prompt: string;
  };
}

/** Parameters that change how a picture looks. Absent means the parameter's default. */
export interface GenerationParameters {
  /** `raw`, `cute`, `expressive`, `original`, `scenic`, `4a`, `4b`, `4c`. */
  readonly style?: string;
  /** The parts of the prompt with their weights. A part with a negative weight is excluded. */
  readonly parts?: readonly { readonly text: string; readonly weight: number }[];
  /** 0-100: how different the candidates are. */
  readonly chaos?: number;
  /** 0-1000, 100 by default: how strongly the engine's own style shows. */
  readonly stylize?: number;
  /** 0-3000. */
  readonly weird?: number;
  /** 0-100: more detail and contrast. */
  readonly experimental?: number;
  /** 0.25, 0.5, 1, 2 or 4: the work spent on a picture. */
  readonly quality?: number;
  /** 10-100: the percentage of the work after which drawing stops. */
  readonly stop?: number;
  /** The picture continues seamlessly at its edges. */
  readonly tile?: boolean;
  /** 0-3, 1 by default. */
  readonly imageWeight?: number;
  /** 0-1000, 100 by default. */
  readonly styleWeight?: number;
  /** Style references by number instead of by picture. */
  readonly styleCodes?: readonly { readonly code: number; readonly weight: number }[];
  /** 0-100. */
  readonly characterWeight?: number;
  /** 1-1000, 100 by default. */
  readonly objectWeight?: number;
}

export function findInput({ inputs = [] }: Pick<Job, 'inputs'>, role: InputRole): JobInput | undefined {
  return inputs.find(input => input.role === role);
}
