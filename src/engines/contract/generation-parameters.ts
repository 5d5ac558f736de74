/**
 * The inline parameters that change how a picture looks (docs/prompts.md). Absent
 * means the parameter's default.
 */
export interface GenerationParameters {
  /** `--style`: `raw`, `cute`, `expressive`, `original`, `scenic`, `4a`, `4b`, `4c`. */
  readonly style?: string;
  /** Multi-prompt: the parts of the prompt with their weights. A part with a negative weight is excluded. */
  readonly parts?: readonly { readonly text: string; readonly weight: number }[];
  /** 0-100: how different the candidates are. */
  readonly chaos?: number;
  /** How strongly the house style shows: 0-1000, default 100. */
  readonly stylize?: number;
  /** 0-3000: how unusual the picture is (`--weird`). */
  readonly weird?: number;
  /** 0-100: more detail and contrast (`--exp`). */
  readonly experimental?: number;
  /** 0.25, 0.5, 1, 2 or 4: the work spent on a picture. */
  readonly quality?: number;
  /** 10-100: the percentage of the work after which generation stops. */
  readonly stop?: number;
  /** Whether the picture continues seamlessly at its edges. */
  readonly tile?: boolean;
  /** The weight of image prompts (`--iw`): 0-3, default 1. */
  readonly imageWeight?: number;
  /** The weight of style references (`--sw`): 0-1000, default 100. */
  readonly styleWeight?: number;
  /** 1-6: the version of style transfer (`--sv`). Absent means the newest. */
  readonly styleVersion?: number;
  /** Style references by number instead of by picture (`--sref 1234`, `--p`). */
  readonly styleCodes?: readonly { readonly code: number; readonly weight: number }[];
  /** The weight of character references (`--cw`): 0-100. */
  readonly characterWeight?: number;
  /** The weight of object references (`--ow`): 1-1000, default 100. */
  readonly objectWeight?: number;
  /** Whether `--p` has no code: the provider then applies the personal style of the account. */
  readonly isPersonalized?: boolean;
  /** Parameters that only the engine understands, as they were written, such as `--draw slow`. */
  readonly passedParameters?: readonly string[];
}
