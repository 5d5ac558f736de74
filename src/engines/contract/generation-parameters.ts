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
  /** 1-6: the version of style transfer (`--sv`). Absent means the newest. */
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
