/** A job of the drawing engine: the prompt, its parameters and the pictures that it starts from. */

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
  /** Four candidates that show more of the parent's candidate than its picture did (`frame`). */
  | 'outpaint'
  /** A clip, or `clips` candidates of one: of the prompt, of the parent's candidate, or of the input `picture`. */
  | 'clip'
  /** Four prompts that would make a picture like the input `picture`. */
  | 'describe'
  /** The prompt with its words weighed, and five ever shorter prompts. */
  | 'shorten';

export type InputRole =
  /** What an edit, a retexture, a describe or a clip starts from; of a follow-up, the parent's candidate. */
  | 'picture'
  /** White is to be painted anew, black stays. Scaled to the picture. */
  | 'mask'
  /** Its content, colours and composition influence the picture, by `imageWeight`. */
  | 'prompt'
  /** Only its style and colours are used, by `styleWeight`. */
  | 'style'
  /** Its main figure appears, by `characterWeight`. */
  | 'character'
  /** Its main thing appears, by `objectWeight`. */
  | 'object'
  /** The last frame of a clip. */
  | 'last';

/** A picture that a job starts from. */
export interface JobInput {
  readonly role: InputRole;
  /** Relative to other inputs of the same role; 1 by default. */
  readonly weight?: number;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  /** A PNG, JPEG, WebP or GIF file. */
  readonly bytes: Uint8Array;
  /** The provenance in the file. It comes from outside and can claim anything. */
  readonly provenance?: Provenance;
}

/** What a picture of this engine was drawn from. */
export interface Provenance {
  readonly prompt: string;
  readonly seed: number;
  /** The other parameters of the job. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Part of a picture, in shares of its width and height: all of it is {x: 0, y: 0, width: 1, height: 1}. */
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
  /** Pixels of one picture or of the clip. */
  readonly width: number;
  readonly height: number;
  /** Things that must not be in the picture. */
  readonly exclude: readonly string[];
  /** The look of a model version: `7`, `6.1`, `niji 6` … */
  readonly version?: string;
  readonly inputs?: readonly JobInput[];
  /** Variation: how far it may go. */
  readonly strength?: 'subtle' | 'strong';
  /** Upscale: keep to the picture, or invent detail; absent: the candidate as it is. */
  readonly enhance?: 'subtle' | 'creative';
  /** Outpaint: what the new picture shows, in shares of the parent's. */
  readonly frame?: Shares;
  /** Clips only. */
  readonly seconds?: number;
  readonly framesPerSecond?: number;
  readonly motion?: 'low' | 'high';
  readonly loop?: boolean;
  /** How many candidates of the clip; one by default. */
  readonly clips?: number;
  /** The clip continues where the parent's ended, and lasts `seconds` in all. */
  readonly extend?: boolean;
  /** The parent's picture is changed as the prompt says, and then moves as the parent's clip did. */
  readonly remix?: boolean;
  /** Whether it has a sound track. */
  readonly audio?: boolean;
  /** The finished job that this one follows up, and which of its candidates (0-3). */
  readonly parent?: {
    /** The `SketchRecipe` of that job, as it came back from storage. */
    readonly recipe: unknown;
    readonly candidate: number;
    /** What the parent was asked: a follow-up with another prompt changes the picture towards it. */
    readonly prompt: string;
  };
}

/** Parameters that change how a picture looks. Absent: the parameter's default. */
export interface GenerationParameters {
  /** `raw`, `cute`, `expressive`, `original`, `scenic`, `4a`, `4b`, `4c`. */
  readonly style?: string;
  /** The prompt's parts with their weights. A negative one is to be kept out. */
  readonly parts?: readonly { readonly text: string; readonly weight: number }[];
  /** 0-100: how different the candidates are. */
  readonly chaos?: number;
  /** 0-1000, 100 by default: how strongly the engine's own style shows. */
  readonly stylize?: number;
  /** 0-3000. */
  readonly weird?: number;
  /** 0-100: more detail and contrast. */
  readonly experimental?: number;
  /** 0.25, 0.5, 1, 2, 4: work spent on a picture. */
  readonly quality?: number;
  /** 10-100: percent of the work after which it is stopped. */
  readonly stop?: number;
  /** The picture continues seamlessly at its edges. */
  readonly tile?: boolean;
  /** 0-3, 1 by default. */
  readonly imageWeight?: number;
  /** 0-1000, 100 by default. */
  readonly styleWeight?: number;
  /** 1-6: how a style is taken from a picture; absent: the newest way. */
  readonly styleVersion?: number;
  /** Looks that have a number instead of a picture. */
  readonly styleCodes?: readonly { readonly code: number; readonly weight: number }[];
  /** 0-100. */
  readonly characterWeight?: number;
  /** 1-1000, 100 by default. */
  readonly objectWeight?: number;
}

export function inputOf({ inputs = [] }: Pick<Job, 'inputs'>, role: InputRole): JobInput | undefined {
  return inputs.find(input => input.role === role);
}
